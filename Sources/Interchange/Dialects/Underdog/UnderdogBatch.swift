import Draft
import DraftLedger

/// The drafts of a user's export, sound and in order: by their first pick's time, then by their id.
///
/// Of each draft one team is known; the picks of the others stand in the ledger as what they are: unknown. The file does
/// not tell the rounds: a contest has as many as its longest entry here, and a shorter entry is still under way; it grows
/// with a later export. Where a contest has one entry only, and somebody picked for it in the last three days, it is taken
/// for one of the site's usual 18 rounds.
struct UnderdogBatch: ImportBatch {
    let dialect = "underdog"
    let files: [SourceFile]
    let issues: [ImportIssue]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private(set) var drafts: [ImportedDraft] = []

    private static let usualRounds = 18
    private static let underWay = Interval.seconds(3 * 86_400)

    /// - Parameter now: tells drafts that may still be under way from those that are long over.
    init(
        files: [SourceFile], user: String, drafts gathered: [UnderdogParser.Gathered], issues: [ImportIssue],
        now: Timestamp
    ) {
        self.files = files
        self.issues = issues
        let ordered = gathered.sorted { (Self.startedAt($0), $0.id) < (Self.startedAt($1), $1.id) }
        let rounds = Dictionary(grouping: ordered, by: Self.contestID).mapValues { drafts in
            let longest = drafts.map(\.picks.count).max() ?? 1
            let last = drafts.flatMap { $0.picks.compactMap(\.pickedAt) }.max()
            let mayBeUnderWay = drafts.count == 1 && last.map { now - $0 < Self.underWay } ?? false
            return mayBeUnderWay ? max(longest, Self.usualRounds) : longest
        }
        var contestIndexes: [String: Int] = [:]
        var playerIndexes: [String: Int] = [:]
        for draft in ordered {
            let pool = Self.pool(of: draft)
            let key = Self.contestID(of: draft)
            let contest = contestIndexes[key] ?? contests.count
            if contest == contests.count {
                contestIndexes[key] = contest
                contests.append(Self.contest(of: draft, pool: pool, rounds: rounds[key] ?? 1))
            }
            let picks = draft.picks.map { pick in
                let player = "\(pool) \(pick.player.position.rawValue) \(pick.player.name)"
                let index = playerIndexes[player] ?? players.count
                if index == players.count {
                    playerIndexes[player] = index
                    players.append(pick.player)
                }
                return ImportedPick(player: index, adp: nil, occurredAt: pick.pickedAt, manner: .byHand)
            }
            contests[contest].players += picks.compactMap(\.player).filter { !contests[contest].players.contains($0) }
            drafts.append(Self.imported(draft, contest: contest, rounds: rounds[key] ?? 1, picks: picks, user: user))
        }
    }

    private static func startedAt(_ draft: UnderdogParser.Gathered) -> Timestamp {
        draft.picks.compactMap(\.pickedAt).min() ?? Timestamp(microseconds: .min)
    }

    /// A season's players are one pool. Drafts of January are about the season before.
    private static func pool(of draft: UnderdogParser.Gathered) -> String {
        guard let time = draft.picks.compactMap(\.pickedAt).min() else { return "underdog" }
        let text = time.iso8601
        guard let year = Int(text.prefix(4)) else { return "underdog" }
        return "underdog-\(text.dropFirst(5).hasPrefix("01") ? year - 1 : year)"
    }

    /// Drafts that belong to no contest of the site are one for each season, fee and size.
    private static func contestID(of draft: UnderdogParser.Gathered) -> String {
        let id = draft.contest.externalID
        return id.hasPrefix(UnderdogContest.draftPrefix) ? "\(id), \(pool(of: draft))" : id
    }

    private static func contest(
        of draft: UnderdogParser.Gathered, pool: String, rounds: Int
    ) -> ImportedContest {
        var contest = ImportedContest(
            externalID: contestID(of: draft), title: draft.contest.title, poolExternalID: pool,
            poolTitle: "Underdog players " + pool.split(separator: "-").dropFirst().joined(), players: [],
            teams: draft.teams,
            rounds: UInt8(clamping: rounds))
        contest.entryFee = draft.contest.entryFee
        contest.maxEntries = draft.contest.size
        contest.statedPrizes = draft.contest.totalPrizes
        return contest
    }

    /// The draft with the picks of others as unknown ones between the user's own: up to the last known pick, and to the
    /// end where the entry is complete.
    private static func imported(
        _ draft: UnderdogParser.Gathered, contest: Int, rounds: Int, picks: [ImportedPick], user: String
    ) -> ImportedDraft {
        let snake = Snake(teams: draft.teams, rounds: UInt8(clamping: rounds))
        let first = draft.picks.first?.number ?? 1
        let slot = Int(snake.slot(of: first))
        var entries = [ImportedEntry?](repeating: nil, count: Int(draft.teams))
        entries[slot] = ImportedEntry(externalID: draft.entry, userID: user, username: user)
        let known = Dictionary(zip(draft.picks.map(\.number), picks)) { first, _ in first }
        let last = picks.count == rounds ? snake.pickCount : draft.picks.last?.number ?? 0
        let unknown = ImportedPick(
            player: nil, adp: nil, occurredAt: nil, manner: .automated(.unknown, .unknown))
        return ImportedDraft(
            externalID: draft.id, contest: contest, teams: draft.teams, rounds: UInt8(clamping: rounds),
            startedAt: draft.picks.compactMap(\.pickedAt).min(), entries: entries,
            picks: last == 0 ? [] : (1...last).map { known[$0] ?? unknown },
            place: draft.picks.first?.place ?? SourcePlace(file: 0, line: 1, column: 1),
            entryFee: draft.contest.entryFee, mayGrow: true)
    }
}
