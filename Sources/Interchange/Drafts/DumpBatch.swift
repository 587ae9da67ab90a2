import Draft
import DraftLedger

/// The drafts of files that tell all of their picks, sound and in order: by their time, then by their id.
///
/// A contest's pool lists the players that its drafts took, by ADP, then by name and position: a listing's ADP, bye week, team and
/// spelling are those of the earliest draft that tells them, because ADP moves all summer and its mean would match no
/// draft.
struct DumpBatch: ImportBatch {
    let dialect: String
    let files: [SourceFile]
    let issues: [ImportIssue]
    private(set) var notes: [String]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private var gathered: [GatheredDraft]

    /// For each contest and each player's identity in the table, the index among `players`.
    private var playerIndexes: [[Int: Int]] = []
    private let table: PlayerTable
    private var moved = MovedPlayers()

    /// Before the drafts' ids, so that no draft of another site has them.
    private let idPrefix: String

    /// - Parameters:
    ///   - table: all players of the files.
    ///   - contest: what a draft belongs to; those with the same id are one contest.
    init(
        of dialect: String, idPrefix: String = "", files: [SourceFile], table: PlayerTable, drafts: [GatheredDraft],
        issues: [ImportIssue], notes: [String], contest: (GatheredDraft) -> ImportedContest
    ) {
        self.dialect = dialect
        self.idPrefix = idPrefix
        self.files = files
        self.issues = issues
        self.notes = notes
        self.table = table
        gathered = drafts.sorted { Self.order($0) < Self.order($1) }
        var contestIndexes: [String: Int] = [:]
        for place in gathered.indices {
            let contest = contest(gathered[place])
            let index = contestIndexes[contest.externalID] ?? contests.count
            if index == contests.count {
                contestIndexes[contest.externalID] = index
                contests.append(contest)
                playerIndexes.append([:])
            }
            gathered[place].contest = index
            for pick in gathered[place].picks { list(pick, in: index) }
        }
        for index in contests.indices {
            contests[index].players = contests[index].players.sorted { listingOrder($0) < listingOrder($1) }
        }
        self.notes += [moved.note(of: players)].compactMap(\.self)
    }

    var drafts: LazyMapCollection<[GatheredDraft], ImportedDraft> {
        gathered.lazy.map { draft in
            let indexes = playerIndexes[draft.contest]
            var imported = draft.imported { spelling in indexes[table.identities[spelling]] ?? spelling }
            imported.externalID = idPrefix + imported.externalID
            return imported
        }
    }

    private static func order(_ draft: GatheredDraft) -> (Timestamp, String) {
        (draft.startedAt ?? Timestamp(microseconds: .min), draft.externalID)
    }

    /// Puts the player of a pick on the contest's list, or adds what the list does not know yet.
    private mutating func list(_ pick: GatheredDraft.Pick, in contest: Int) {
        guard let spelling = pick.player.map(Int.init) else { return }
        let identity = table.identities[spelling]
        let index = playerIndexes[contest][identity] ?? players.count
        if index == players.count {
            playerIndexes[contest][identity] = index
            players.append(table.players[spelling])
            contests[contest].players.append(index)
        }
        if players[index].team.isEmpty { players[index].team = table.players[spelling].team }
        moved.note(table.players[spelling].team, of: index, listedWith: players[index].team)
        if players[index].adp == nil { players[index].adp = pick.adp }
        if players[index].byeWeek == nil { players[index].byeWeek = pick.byeWeek }
    }

    private func listingOrder(_ player: Int) -> (UInt32, String, UInt8, String) {
        let player = players[player]
        return (player.adp ?? .max, player.name, player.position.rawValue, player.externalID)
    }
}

extension DumpBatch {
    /// Of a site whose drafts say what they were played for: a season's players are one pool.
    init(
        of site: DraftSite, files: [SourceFile], table: PlayerTable, drafts: [GatheredDraft], issues: [ImportIssue],
        notes: [String]
    ) {
        func pool(of drafts: [GatheredDraft]) -> String? {
            let teams = Set(
                drafts.flatMap { $0.picks.compactMap { $0.player.map { !table.players[Int($0)].team.isEmpty } } })
            return site.pool(of: DraftSeason.year(startedAt: drafts.compactMap(\.startedAt), hasTeam: teams))
        }
        let pools = Dictionary(grouping: drafts, by: \.contestName).mapValues(pool)
        self.init(
            of: site.dialect, idPrefix: site.idPrefix, files: files, table: table, drafts: drafts, issues: issues,
            notes: notes
        ) { draft in
            let played = draft.played ?? .drafts(of: draft.teams, fee: nil, prefix: site.idPrefix + "drafts:")
            let own = pool(of: [draft])
            let shared = played.isOfOneSlate ? pools[draft.contestName] ?? own : own
            return site.contest(
                played, id: site.id(of: played, pool: own), pool: shared ?? site.dialect, teams: draft.teams,
                rounds: draft.rounds)
        }
    }
}
