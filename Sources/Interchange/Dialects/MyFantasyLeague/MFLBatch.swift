import Draft
import DraftLedger

/// The drafts of a MyFantasyLeague file, sound and in order: by their first pick's time, then by their id.
///
/// All drafts of a league and season are one contest. Its pool is the whole player list, so that it says who could have
/// been taken; without a list it is the players that were taken.
struct MFLBatch: ImportBatch {
    let dialect = "mfl"
    let files: [SourceFile]
    let issues: [ImportIssue]
    let players: [ImportedPlayer]
    private(set) var contests: [ImportedContest] = []
    private var gathered: [GatheredDraft]

    /// - Parameter listed: how many of the table's first players come from the player list.
    init(files: [SourceFile], table: PlayerTable, listed: Int, drafts: [GatheredDraft], issues: [ImportIssue]) {
        self.files = files
        self.issues = issues
        players = table.players
        gathered = drafts.sorted { Self.order($0) < Self.order($1) }
        var contestIndexes: [String: Int] = [:]
        for place in gathered.indices {
            let draft = gathered[place]
            let contest = Self.contest(of: draft)
            let index = contestIndexes[contest.externalID] ?? contests.count
            if index == contests.count {
                contestIndexes[contest.externalID] = index
                contests.append(contest)
                contests[index].players = Array(0..<listed)
            }
            gathered[place].contest = index
            guard listed == 0 else { continue }
            let taken = Set(draft.picks.compactMap { $0.player.map(Int.init) })
            contests[index].players = Set(contests[index].players).union(taken).sorted {
                players[$0].externalID < players[$1].externalID
            }
        }
    }

    var drafts: LazyMapCollection<[GatheredDraft], ImportedDraft> {
        gathered.lazy.map { draft in draft.imported { $0 } }
    }

    private static func order(_ draft: GatheredDraft) -> (Timestamp, String) {
        (draft.startedAt ?? Timestamp(microseconds: .min), draft.externalID)
    }

    /// The league is the part of the draft's id before the division; a season is its first pick's year.
    private static func contest(of draft: GatheredDraft) -> ImportedContest {
        let league = draft.externalID.split(separator: "_", maxSplits: 1).first.map(String.init) ?? draft.externalID
        let year = draft.startedAt.map { String($0.iso8601.prefix { $0 != "-" }) }
        let suffix = year.map { "-\($0)" } ?? ""
        return ImportedContest(
            externalID: "mfl-\(league)\(suffix)",
            title: "MyFantasyLeague \(league)" + (year.map { " (\($0))" } ?? ""),
            poolExternalID: "mfl-players\(suffix)",
            poolTitle: "MyFantasyLeague players" + (year.map { " (\($0))" } ?? ""), players: [],
            teams: draft.teams, rounds: draft.rounds)
    }
}
