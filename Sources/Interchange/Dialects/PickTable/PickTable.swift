/// A table whose rows are picks: its columns, and what is known about its source.
package struct PickTable: Sendable {
    var site: DraftSite
    var map: PickMap

    /// The columns that a file must have.
    var required: Set<PickRole>

    /// Whether its files tell one team of each draft, and no other; else the rows show it.
    var isOwnOnly = false

    /// Whether `inround` may as well count over the whole draft: what it holds shows it.
    var mayCountOverall = false

    /// Whether the site has best-ball drafts alone; else the table may be of any league.
    var isOfBestBall = true

    /// In words: "the columns of a DraftKings export".
    var expected: String

    /// The output of a browser script about a user's own drafts: a row per pick, no teams.
    static let draftKings = PickTable(
        site: DraftSite(dialect: "draftkings", title: "DraftKings", idPrefix: "draftkings-", usualRounds: 20),
        map: PickMap([
            .entry: "LineupKey", .draft: "ContestKey", .contest: "TournamentKey", .title: "ContestName",
            .fee: "EntryFee", .pick: "OverallPick", .round: "Round", .inround: "PickInRound", .player: "Player",
            .position: "Position", .adp: "SiteADP", .date: "PickedAt",
        ]),
        required: [.entry, .draft, .pick, .player, .position], isOwnOnly: true,
        expected: "the columns of a DraftKings export")

    /// Drafters' own export. Tools read its `Pick number` as the pick in the round.
    static let drafters = PickTable(
        site: DraftSite(dialect: "drafters", title: "Drafters", idPrefix: "drafters-", usualRounds: 20),
        map: PickMap([
            .draft: "draftID", .contest: "Contest Name", .entry: "Team Name", .round: "Round",
            .inround: "Pick number", .player: "Player Name", .position: "Position", .team: "Team",
            .date: "Pick Time",
        ]),
        required: [.draft, .round, .inround, .player, .position], mayCountOverall: true,
        expected: "the columns of a Drafters export")

    /// Any other table.
    ///
    /// - Parameter site: the site of the drafts; nil if unknown. Drafts of different sites have different pools.
    package static func mapped(_ map: PickMap, site: String?) -> PickTable {
        let dialect = site.map { "csv-\($0)" } ?? "csv"
        return PickTable(
            site: DraftSite(dialect: dialect, title: site ?? "CSV", idPrefix: "\(dialect)-", usualRounds: 18), map: map,
            required: Set(map.columns.keys), isOfBestBall: false, expected: "the columns that --map names")
    }
}

extension ImportDialect {
    /// The table of the site that has files of this kind; nil for all other kinds.
    package var table: PickTable? {
        switch self {
        case .draftkings: .draftKings
        case .drafters: .drafters
        case .bbm, .underdog, .sleeper, .mfl, .csv, .rankings, .scores, .adp, .players, .schedule, .jsonl: nil
        }
    }

    /// The kinds of files that are tables of a site.
    package static let tables = allCases.filter { $0.table != nil }
}

/// Facts that files of picks do not contain.
package struct TableTerms: Hashable, Sendable {
    /// The name of the owner of a user's own export.
    package var user: String

    /// Of all drafts, 1-30; nil to go by their picks.
    package var rounds: UInt8?

    /// Of all drafts, 2-32; nil to go by their picks.
    package var teams: UInt8?

    /// The site of a mapped table; nil if it is not named.
    package var site: String?

    package init(user: String = "me", rounds: UInt8? = nil, teams: UInt8? = nil, site: String? = nil) {
        self.site = site
        self.user = user
        self.rounds = rounds
        self.teams = teams
    }
}
