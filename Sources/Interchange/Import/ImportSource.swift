/// The kinds of files that can be imported, with the facts that they do not contain.
package enum ImportSource: Sendable {
    /// The public pick dumps of Best Ball Mania, CSV.
    case bbm
    /// A user's own export, CSV: that user's picks and no others.
    ///
    /// - `user`: what the export's owner is called.
    /// - `rounds`: those of all drafts in the files, 1-30; nil to go by their picks. An export does not say how many rounds
    ///   a draft has. Its contest's longest entry shows it; but while each entry of that length belongs to a slow draft
    ///   (more than two minutes a pick) that was picked for in the last seven days before the newest pick of the files,
    ///   its drafts are taken for ones of 18 rounds. Where a later import shows or states other rounds, the importer
    ///   voids the room and the draft gets another one.
    case underdog(user: String = "me", rounds: UInt8? = nil)
    /// MyFantasyLeague's `draftResults`, JSON.
    ///
    /// - `players`: the file with the site's players; nil to let ids stand for names.
    case mfl(players: String? = nil)
    /// A table whose rows are picks, CSV: of one team of each draft, or of all.
    case picks(PickTable, TableTerms)
    /// The picks of Sleeper's drafts, JSON as its interface answers `/v1/draft/ID/picks`.
    ///
    /// - `rounds`: those of all drafts in the files, 1-30; nil to go by their picks.
    case sleeper(rounds: UInt8? = nil)
    /// A site's rankings, CSV: a player pool.
    case rankings
    /// Scores of players, CSV.
    case scores(ScoreTerms)
    /// Sites' ADPs by day, CSV.
    case adp(NoteTerms)
    /// Teams and bye weeks, CSV.
    case players(NoteTerms)
    /// The schedule of games, CSV.
    case schedule(NoteTerms)
    /// Our own events, a JSON object a line.
    case jsonl
}

extension ImportSource {
    /// A user's own DraftKings drafts, CSV as a browser script writes it. As of `underdog`, except that most drafts have 20
    /// rounds, and that only picks after the first round show the number of teams.
    package static func draftKings(_ terms: TableTerms = TableTerms()) -> ImportSource { .picks(.draftKings, terms) }

    /// A Drafters export, CSV.
    package static func drafters(_ terms: TableTerms = TableTerms()) -> ImportSource { .picks(.drafters, terms) }

    /// A table whose columns a map names.
    package static func table(_ map: PickMap, _ terms: TableTerms = TableTerms()) -> ImportSource {
        .picks(.mapped(map, site: terms.site), terms)
    }

    var dialect: ImportDialect {
        switch self {
        case .bbm: .bbm
        case .underdog: .underdog
        case .mfl: .mfl
        case .picks(let table, _): ImportDialect(rawValue: table.site.dialect) ?? .csv
        case .sleeper: .sleeper
        case .rankings: .rankings
        case .scores: .scores
        case .adp: .adp
        case .players: .players
        case .schedule: .schedule
        case .jsonl: .jsonl
        }
    }
}

/// The name of a kind of file that can be imported.
package enum ImportDialect: String, Sendable, CaseIterable {
    case bbm, underdog, draftkings, drafters, sleeper, mfl, csv, rankings, scores, adp, players, schedule, jsonl

    /// The noun for one of the things in such files.
    var unit: String {
        switch self {
        case .bbm, .underdog, .draftkings, .drafters, .sleeper, .mfl, .csv: "draft"
        case .rankings: "pool"
        case .scores: "week"
        case .adp: "day"
        case .players, .schedule, .jsonl: "file"
        }
    }

    /// A sentence about what is in such files.
    package var summary: String {
        switch self {
        case .bbm: "The public pick dumps of Best Ball Mania."
        case .underdog: "A user's own export, with the picks of that user."
        case .draftkings: "A user's own DraftKings picks, as a browser script writes them."
        case .drafters: "A Drafters export."
        case .sleeper: "The picks of a Sleeper draft (/v1/draft/ID/picks)."
        case .mfl: "The draftResults of MyFantasyLeague."
        case .csv: "Any other table of picks."
        case .rankings: "A site's rankings, as a player pool."
        case .scores: "The points of players in a season."
        case .adp: "A site's ADP by day."
        case .players: "Teams and bye weeks."
        case .schedule: "The games of a season."
        case .jsonl: "The output of `export`."
        }
    }
}

/// Something about a file that the file does not say itself.
package enum ImportStatement: String, Sendable, CaseIterable {
    case season, reason, scoring, final, date, site, slate

    /// The kinds of files about which it is said.
    package var dialects: [ImportDialect] {
        switch self {
        case .season, .reason: [.scores, .adp, .players, .schedule]
        case .scoring, .final: [.scores]
        case .date, .slate: [.adp]
        case .site: [.adp, .csv]
        }
    }

    /// A sentence about names of a site and of its slate that cannot be such; nil where they can.
    package static func fault(ofSite site: String?, slate: String?) -> String? {
        if let site, site.isEmpty || site.contains(where: { $0.isNewline || $0 == "/" }) || site.utf8.count > 64 {
            return "'\(site)' is not a site's name. Name it in at most 64 bytes, such as underdog."
        }
        guard let slate else { return nil }
        if slate.isEmpty || slate.contains("/") {
            return "'\(slate)' is not a slate's name. Name it, such as superflex."
        }
        return site == nil ? "A slate is one of a site's: name the site too." : nil
    }
}
