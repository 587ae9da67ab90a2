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
    private(set) var notes: [String]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private(set) var drafts: [ImportedDraft] = []

    private static let usualRounds = 18
    private static let namelessPool = "underdog"
    private static let underWay = Interval.seconds(3 * 86_400)

    /// - Parameter now: tells drafts that may still be under way from those that are long over.
    init(
        files: [SourceFile], user: String, drafts gathered: [UnderdogDraft], issues: [ImportIssue],
        notes: [String], now: Timestamp
    ) {
        self.files = files
        self.issues = issues
        self.notes = notes
        let ordered = gathered.sorted { Self.order($0) < Self.order($1) }
        let rounds = Self.rounds(of: ordered, now: now)
        let pools = Dictionary(ordered.map { (Self.contestID(of: $0), Self.pool(of: $0)) }) { first, later in
            // A draft without times says nothing of its contest's season.
            first ?? later
        }.mapValues { $0 ?? Self.namelessPool }
        var table = UnderdogPlayers()
        var contestIndexes: [String: Int] = [:]
        let indexes = ordered.map { draft in
            let key = Self.contestID(of: draft)
            let slate = draft.contest.isOfOneSlate ? key : "draft \(draft.id)"
            return draft.picks.map { table.add($0.player, pool: pools[key] ?? Self.namelessPool, slate: slate) }
        }
        table.match()
        players = table.players
        var listed: [Set<Int>] = []
        for (draft, players) in zip(ordered, indexes) {
            let key = Self.contestID(of: draft)
            let contest = contestIndexes[key] ?? contests.count
            if contest == contests.count {
                contestIndexes[key] = contest
                contests.append(
                    Self.contest(of: draft, pool: pools[key] ?? Self.namelessPool, rounds: rounds[key] ?? 1))
                listed.append([])
            }
            for player in players where listed[contest].insert(table.identities[player]).inserted {
                contests[contest].players.append(table.identities[player])
            }
            let picks = zip(draft.picks, players).map { pick, player in
                ImportedPick(player: player, adp: nil, occurredAt: pick.pickedAt, manner: .byHand)
            }
            drafts.append(Self.imported(draft, contest: contest, rounds: rounds[key] ?? 1, picks: picks, user: user))
        }
        if let (kept, other) = table.renamed.first {
            self.notes.append(
                "\(table.renamed.count == 1 ? "One id has" : "\(table.renamed.count) ids have") several names: "
                    + "\(kept.externalID) is \(kept.name) (\(kept.position.abbreviation)) and \(other.name) "
                    + "(\(other.position.abbreviation)). The first one is kept.")
        }
    }

    /// By contest: as many as its longest draft has, or as the site's drafts usually have where that may be under way.
    private static func rounds(of drafts: [UnderdogDraft], now: Timestamp) -> [String: Int] {
        Dictionary(grouping: drafts, by: contestID).mapValues { drafts in
            let longest = drafts.map(\.picks.count).max() ?? 1
            let last = drafts.flatMap { $0.picks.compactMap(\.pickedAt) }.max()
            let mayBeUnderWay = drafts.count == 1 && last.map { now - $0 < Self.underWay } ?? false
            return mayBeUnderWay ? max(longest, Self.usualRounds) : longest
        }
    }

    private static func order(_ draft: UnderdogDraft) -> (Timestamp, String) {
        (draft.startedAt ?? Timestamp(microseconds: .min), draft.id)
    }

    /// A season's players are one pool. Drafts of January are about the season before.
    ///
    /// - Returns: nil for a draft without times.
    private static func pool(of draft: UnderdogDraft) -> String? {
        guard let text = draft.startedAt?.iso8601, let year = Int(text.prefix(4)) else { return nil }
        return "underdog-\(text.dropFirst(5).hasPrefix("01") ? year - 1 : year)"
    }

    /// Drafts that belong to no contest of the site are one for each season, fee and size.
    private static func contestID(of draft: UnderdogDraft) -> String {
        let id = draft.contest.externalID
        return draft.contest.isOfOneSlate ? id : "\(id), \(pool(of: draft) ?? namelessPool)"
    }

    private static func contest(
        of draft: UnderdogDraft, pool: String, rounds: Int
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
        _ draft: UnderdogDraft, contest: Int, rounds: Int, picks: [ImportedPick], user: String
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
            startedAt: draft.startedAt, entries: entries,
            picks: last == 0 ? [] : (1...last).map { known[$0] ?? unknown },
            place: draft.picks.first?.place ?? SourcePlace(file: 0, line: 1, column: 1),
            entryFee: draft.contest.entryFee, mayGrow: true)
    }
}
