import Draft
import DraftLedger

/// The drafts of a user's export, sound and in order: by their first pick's time, then by their id.
///
/// Of each draft one team is known; the picks of the others stand in the ledger as what they are: unknown. How many rounds
/// there are, `UnderdogRounds` finds out; an entry with fewer picks is still under way, and grows with a later export.
struct UnderdogBatch: ImportBatch {
    let dialect = "underdog"
    let files: [SourceFile]
    let issues: [ImportIssue]
    private(set) var notes: [String]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private(set) var drafts: [ImportedDraft] = []

    private static let namelessPool = "underdog"

    /// - Parameter rounds: of all drafts, as the user states them; nil to go by their picks.
    init(
        files: [SourceFile], user: String, drafts gathered: [UnderdogDraft], issues: [ImportIssue],
        notes: [String], rounds stated: UInt8?
    ) {
        self.files = files
        self.issues = issues
        self.notes = notes
        let ordered = gathered.sorted { Self.order($0) < Self.order($1) }
        let clock = UnderdogRounds(stated: stated, drafts: ordered)
        let rounds = Dictionary(grouping: ordered, by: Self.contestID).mapValues(clock.rounds)
        let pools = Dictionary(grouping: ordered, by: Self.contestID).mapValues {
            Self.pool(of: $0) ?? Self.namelessPool
        }
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
            guard let rounds = rounds[key] else { continue }
            let contest = contestIndexes[key] ?? contests.count
            if contest == contests.count {
                contestIndexes[key] = contest
                contests.append(
                    Self.contest(of: draft, id: key, pool: pools[key] ?? Self.namelessPool, rounds: rounds.count))
                listed.append([])
            }
            let formerPool = Self.formerPool(of: draft)
            let formerKey = Self.contestID(of: draft, pool: formerPool)
            let former = contestIndexes[formerKey] ?? contests.count
            if former == contests.count {
                contestIndexes[formerKey] = former
                contests.append(
                    Self.contest(
                        of: draft, id: formerKey, pool: formerPool ?? Self.namelessPool, rounds: rounds.count))
                listed.append([])
            }
            for player in players where listed[contest].insert(table.identities[player]).inserted {
                contests[contest].players.append(table.identities[player])
            }
            let picks = zip(draft.picks, players).map { pick, player in
                ImportedPick(player: player, adp: nil, occurredAt: pick.pickedAt, manner: .unknown)
            }
            var imported = Self.imported(draft, contest: contest, rounds: rounds, picks: picks, user: user)
            imported.formerContest = former == contest ? nil : former
            drafts.append(imported)
        }
        let assumed = rounds.values.count { $0.basis == .assumed }
        if assumed > 0 {
            self.notes.append(
                "\(assumed == 1 ? "One contest has" : "\(assumed) contests have") slow drafts under way and no complete "
                    + "one: they are taken for drafts of \(UnderdogRounds.usual) rounds. --rounds states it.")
        }
        if let (kept, other) = table.renamed.first {
            self.notes.append(
                "\(table.renamed.count == 1 ? "One id has" : "\(table.renamed.count) ids have") several names: "
                    + "\(kept.externalID) is \(kept.name) (\(kept.position.abbreviation)) and \(other.name) "
                    + "(\(other.position.abbreviation)). The first one is kept.")
        }
    }

    private static func order(_ draft: UnderdogDraft) -> (Timestamp, String) {
        (draft.startedAt ?? Timestamp(microseconds: .min), draft.id)
    }

    /// A season's players are one pool, and drafts are about the season of their year. In January those of the playoffs
    /// are about the season before, and the first ones of the coming season are held: their contest goes on in later
    /// months, or has rookies, whom no team has before the spring; of the playoffs' players each has one.
    ///
    /// - Parameter drafts: of one contest.
    /// - Returns: nil for drafts without times.
    private static func pool(of drafts: [UnderdogDraft]) -> String? {
        let months = drafts.compactMap(\.startedAt).map { $0.iso8601.prefix(7) }.sorted()
        guard let last = months.last, let year = Int(last.prefix(4)) else { return nil }
        let teams = Set(drafts.flatMap { $0.picks.map(\.player.team.isEmpty) })
        let hasRookies = teams.count == 2
        let isAhead = !last.hasSuffix("-01") || hasRookies
        return "underdog-\(isAhead ? year : year - 1)"
    }

    /// As it was before drafts of January were told apart: all of them the season before's.
    private static func formerPool(of draft: UnderdogDraft) -> String? {
        guard let text = draft.startedAt?.iso8601, let year = Int(text.prefix(4)) else { return nil }
        return "underdog-\(text.dropFirst(5).hasPrefix("01") ? year - 1 : year)"
    }

    /// Drafts that belong to no contest of the site are one for each season, fee and size.
    private static func contestID(of draft: UnderdogDraft) -> String {
        contestID(of: draft, pool: pool(of: [draft]))
    }

    private static func contestID(of draft: UnderdogDraft, pool: String?) -> String {
        let id = draft.contest.externalID
        return draft.contest.isOfOneSlate ? id : "\(id), \(pool ?? namelessPool)"
    }

    private static func contest(
        of draft: UnderdogDraft, id: String, pool: String, rounds: UInt8
    ) -> ImportedContest {
        var contest = ImportedContest(
            externalID: id, title: draft.contest.title, poolExternalID: pool,
            poolTitle: "Underdog players " + pool.split(separator: "-").dropFirst().joined(), players: [],
            teams: draft.teams, rounds: rounds)
        contest.entryFee = draft.contest.entryFee
        contest.maxEntries = draft.contest.size
        contest.statedPrizes = draft.contest.totalPrizes
        return contest
    }

    /// The draft with the picks of others as unknown ones between the user's own: up to the last known pick, and to the
    /// end where the entry is complete.
    private static func imported(
        _ draft: UnderdogDraft, contest: Int, rounds: ImportedRounds, picks: [ImportedPick], user: String
    ) -> ImportedDraft {
        let snake = Snake(teams: draft.teams, rounds: rounds.count)
        let slot = Int(snake.slot(of: draft.picks.first?.number ?? 1))
        var entries = [ImportedEntry?](repeating: nil, count: Int(draft.teams))
        entries[slot] = ImportedEntry(externalID: draft.entry, userID: user, username: user)
        var all = [ImportedPick](repeating: .unknown, count: Int(draft.picks.last?.number ?? 0))
        for (pick, known) in zip(draft.picks, picks) { all[Int(pick.number) - 1] = known }
        let imported = ImportedDraft(
            externalID: draft.id, contest: contest, teams: draft.teams, rounds: rounds.count,
            startedAt: draft.startedAt, entries: entries, picks: all,
            place: draft.picks.first?.place ?? SourcePlace(file: 0, line: 1, column: 1),
            entryFee: draft.contest.entryFee, growing: rounds)
        return imported.with(rounds: rounds.count)
    }
}
