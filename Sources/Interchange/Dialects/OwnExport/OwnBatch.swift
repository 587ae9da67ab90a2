import Draft
import DraftLedger

/// The drafts of a user's export, sound and in order: by their first pick's time, then by their id.
///
/// Of each draft one team is known; the picks of the others stand in the ledger as what they are: unknown. How many rounds
/// there are, `OwnRounds` finds out; an entry with fewer picks is still under way, and grows with a later export.
struct OwnBatch: ImportBatch {
    var dialect: String { site.dialect }
    let site: DraftSite
    let files: [SourceFile]
    let issues: [ImportIssue]
    private(set) var notes: [String]
    private(set) var players: [ImportedPlayer] = []
    private(set) var contests: [ImportedContest] = []
    private(set) var drafts: [ImportedDraft] = []

    /// - Parameters:
    ///   - user: what the owner is called where the files do not say it.
    ///   - rounds: of all drafts, as the user states them; nil to go by their picks.
    init(
        of site: DraftSite, files: [SourceFile], user: String, drafts gathered: [OwnDraft], issues: [ImportIssue],
        notes: [String], rounds stated: UInt8?
    ) {
        self.site = site
        self.files = files
        self.issues = issues
        self.notes = notes
        let ordered = gathered.sorted { Self.order($0) < Self.order($1) }
        let clock = OwnRounds(usual: site.usualRounds, stated: stated, drafts: ordered)
        let alike = Dictionary(grouping: ordered) { Self.contestID(of: $0, site) }
        let rounds = alike.mapValues(clock.rounds)
        let pools = alike.mapValues { Self.pool(of: $0, site) ?? site.dialect }
        var table = OwnPlayers(hasSlates: site.hasSlates)
        var contestIndexes: [String: Int] = [:]
        let indexes = ordered.map { draft in
            let key = Self.contestID(of: draft, site)
            let slate = draft.contest.isOfOneSlate ? key : "draft \(draft.id)"
            return draft.picks.map { table.add($0.player, pool: pools[key] ?? site.dialect, slate: slate) }
        }
        table.match()
        players = table.players
        var listed: [Set<Int>] = []
        for (draft, players) in zip(ordered, indexes) {
            let key = Self.contestID(of: draft, site)
            guard let rounds = rounds[key] else { continue }
            let contest = contestIndexes[key] ?? contests.count
            if contest == contests.count {
                contestIndexes[key] = contest
                contests.append(
                    site.contest(
                        draft.contest, id: key, pool: pools[key] ?? site.dialect, teams: draft.teams,
                        rounds: rounds.count))
                listed.append([])
            }
            let formerPool = Self.formerPool(of: draft, site)
            let formerKey = site.hadFormerPools ? site.id(of: draft.contest, pool: formerPool) : key
            let former = contestIndexes[formerKey] ?? contests.count
            if former == contests.count {
                contestIndexes[formerKey] = former
                contests.append(
                    site.contest(
                        draft.contest, id: formerKey, pool: formerPool ?? site.dialect, teams: draft.teams,
                        rounds: rounds.count))
                listed.append([])
            }
            for player in players where listed[contest].insert(table.identities[player]).inserted {
                contests[contest].players.append(table.identities[player])
            }
            let picks = zip(draft.picks, players).map { pick, player in
                ImportedPick(player: player, adp: pick.adp, occurredAt: pick.pickedAt, manner: .unknown)
            }
            var imported = Self.imported(draft, contest: contest, rounds: rounds, picks: picks, user: user, site)
            imported.formerContest = former == contest ? nil : former
            drafts.append(imported)
        }
        let assumed = rounds.values.count { $0.basis == .assumed }
        if assumed > 0 {
            self.notes.append(
                "\(assumed == 1 ? "One contest has" : "\(assumed) contests have") slow drafts under way and no complete "
                    + "one: they are taken for drafts of \(site.usualRounds) rounds. --rounds states it.")
        }
        self.notes += [table.moved.note(of: table.players)].compactMap(\.self)
        if let (kept, other) = table.renamed.first {
            self.notes.append(
                "\(table.renamed.count == 1 ? "One id has" : "\(table.renamed.count) ids have") several names: "
                    + "\(kept.externalID) is \(kept.name) (\(kept.position.abbreviation)) and \(other.name) "
                    + "(\(other.position.abbreviation)). The first one is kept.")
        }
    }

    private static func order(_ draft: OwnDraft) -> (Timestamp, String) {
        (draft.startedAt ?? Timestamp(microseconds: .min), draft.id)
    }

    /// - Parameter drafts: of one contest.
    /// - Returns: what their players' pool is called; nil for drafts without times.
    private static func pool(of drafts: [OwnDraft], _ site: DraftSite) -> String? {
        let teams = Set(drafts.flatMap { $0.picks.map { !$0.player.team.isEmpty } })
        return site.pool(of: DraftSeason.year(startedAt: drafts.compactMap(\.startedAt), hasTeam: teams))
    }

    /// As it was before drafts of January were told apart: all of them the season before's.
    private static func formerPool(of draft: OwnDraft, _ site: DraftSite) -> String? {
        guard let text = draft.startedAt?.iso8601, let year = Int(text.prefix(4)) else { return nil }
        return site.pool(of: text.dropFirst(5).hasPrefix("01") ? year - 1 : year)
    }

    private static func contestID(of draft: OwnDraft, _ site: DraftSite) -> String {
        site.id(of: draft.contest, pool: pool(of: [draft], site))
    }

    /// The draft with the picks of others as unknown ones between the user's own: up to the last known pick, and to the
    /// end where the entry is complete.
    private static func imported(
        _ draft: OwnDraft, contest: Int, rounds: ImportedRounds, picks: [ImportedPick], user: String, _ site: DraftSite
    ) -> ImportedDraft {
        let snake = Snake(teams: draft.teams, rounds: rounds.count, order: draft.order)
        let slot = Int(snake.slot(of: draft.picks.first?.number ?? 1))
        var entries = [ImportedEntry?](repeating: nil, count: Int(draft.teams))
        let name = draft.user.isEmpty ? user : draft.user
        entries[slot] = ImportedEntry(externalID: draft.entry, userID: site.id(ofUser: name), username: name)
        var all = [ImportedPick](repeating: .unknown, count: Int(draft.picks.last?.number ?? 0))
        for (pick, known) in zip(draft.picks, picks) { all[Int(pick.number) - 1] = known }
        let imported = ImportedDraft(
            externalID: site.idPrefix + draft.id, contest: contest, teams: draft.teams, rounds: rounds.count,
            order: draft.order, startedAt: draft.startedAt, entries: entries, picks: all,
            place: draft.picks.first?.place ?? SourcePlace(file: 0, line: 1, column: 1),
            entryFee: draft.contest.entryFee, growing: rounds)
        return imported.with(rounds: rounds.count)
    }
}

extension OwnBatch {
    /// Checks the drafts, now that all rows of the files are there, and takes those that are sound.
    ///
    /// - Parameters:
    ///   - sheets: the files.
    ///   - drafts: as their rows came in.
    ///   - indexes: of the drafts, by the ids that rows name them by.
    ///   - user: what the owner is called where the files do not say it.
    ///   - rounds: of all drafts, as the user states them; nil to go by their picks.
    ///   - pickName: what the files call the number of a pick.
    init(
        of site: DraftSite, _ sheets: ImportSheets, _ drafts: [OwnDraft], by indexes: [String: Int], user: String,
        rounds: UInt8?, pickName: String
    ) {
        // A draft that misses a row breaks further rules, for no other reason.
        let verdict = sheets.broken.verdict(on: indexes) { drafts[$0].issue != nil }
        var issues = sheets.issues + verdict.shared
        var sound: [OwnDraft] = []
        for (index, var draft) in drafts.enumerated() where !verdict.lost.contains(index) {
            do throws(ImportIssue) {
                if let issue = draft.issue ?? verdict.issues[index] { throw issue }
                try draft.check(files: sheets.files, rounds: rounds, pickName: pickName)
                sound.append(draft)
            } catch {
                issues.append(error)
            }
        }
        issues.sort { ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0) }
        self.init(
            of: site, files: sheets.files, user: user, drafts: sound, issues: issues, notes: sheets.notes,
            rounds: rounds)
    }
}
