import Draft
import DraftLedger

/// The drafts of a Best Ball Mania dump, sound and in order: by their time, then by their id.
///
/// The dumps do not name their contest, so a draft belongs to the Best Ball Mania of its year. The contest's pool lists
/// whom its drafts took, by ADP, then by name and position: a listing's ADP, bye week and spelling are those of the
/// earliest draft that took the player, because ADP moves all summer and a mean of it would be nobody's.
struct BBMBatch: ImportBatch {
    let dialect = "bbm"
    let files: [SourceFile]
    let issues: [ImportIssue]
    let notes: [String]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private var gathered: [GatheredDraft]

    /// For each contest and each player's identity in the table, the index among `players`.
    private var playerIndexes: [[Int: Int]] = []
    private let table: PlayerTable

    init(files: [SourceFile], table: PlayerTable, drafts: [GatheredDraft], issues: [ImportIssue], notes: [String]) {
        self.files = files
        self.issues = issues
        self.notes = notes
        self.table = table
        gathered = drafts.sorted { Self.order($0) < Self.order($1) }
        var contestIndexes: [String: Int] = [:]
        for place in gathered.indices {
            let contest = Self.contest(of: gathered[place])
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
    }

    var drafts: LazyMapCollection<[GatheredDraft], ImportedDraft> {
        gathered.lazy.map { draft in
            let indexes = playerIndexes[draft.contest]
            return draft.imported { spelling in indexes[table.identities[spelling]] ?? spelling }
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
        if players[index].adp == nil { players[index].adp = pick.adp }
        if players[index].byeWeek == nil { players[index].byeWeek = pick.byeWeek }
    }

    private func listingOrder(_ player: Int) -> (UInt32, String, UInt8, String) {
        let player = players[player]
        return (player.adp ?? .max, player.name, player.position.rawValue, player.externalID)
    }

    private static func contest(of draft: GatheredDraft) -> ImportedContest {
        let year = draft.year
        let externalID = year.isEmpty ? "bbm" : "bbm-\(year)"
        let title = year.isEmpty ? "Best Ball Mania" : "Best Ball Mania \(year)"
        return ImportedContest(
            externalID: externalID, title: title, poolExternalID: externalID, poolTitle: title, players: [],
            teams: draft.teams, rounds: draft.rounds, outcome: ImportedOutcome(bbm: year, teams: draft.teams))
    }
}
