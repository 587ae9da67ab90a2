import Draft
import DraftLedger

extension PickTableParser {
    /// The drafts of the files.
    enum Batch {
        /// One team of each draft.
        case own(OwnBatch)
        /// All teams.
        case dump(DumpBatch)
    }

    /// Checks every draft, now that all rows are there.
    ///
    /// The result does not depend on the order of rows or files, except for which row of a broken draft is blamed.
    consuming func finish() -> Batch {
        let isDump = isDump
        for index in drafts.indices where drafts[index].issue == nil { checkTeams(of: index, isDump) }
        settleCounting()
        let teams = settleTeams(isDump)
        return isDump ? .dump(dump(teams)) : .own(own(teams))
    }

    /// Whether the files tell all teams of their drafts: most drafts show it. Of a draft that is broken not all rows were
    /// read, and which ones depends on their order: it shows nothing.
    private var isDump: Bool {
        guard !table.isOwnOnly else { return false }
        let whole = drafts.filter { $0.issue == nil }
        let several = whole.count(where: \.showsSeveralTeams)
        return several * 2 >= whole.count && several > 0
    }

    /// A number that no round has shows that the column counts over the whole draft, and so does a draft that no number of
    /// teams fits otherwise.
    private mutating func settleCounting() {
        guard table.mayCountOverall else { return }
        let most = PickNumber(Ruleset.allowedTeams.upperBound)
        let isOverall =
            drafts.contains { draft in draft.issue == nil && draft.rows.contains { ($0.inRound ?? 0) > most } }
            || drafts.contains { draft in
                draft.issue == nil && draft.possibleTeams(among: range(of: draft)).isEmpty
                    && !draft.countedOverall.possibleTeams(among: range(of: draft)).isEmpty
            }
        guard isOverall else { return }
        for index in drafts.indices { drafts[index] = drafts[index].countedOverall }
    }

    private func range(of draft: TableDraft) -> ClosedRange<UInt8> {
        (terms.teams ?? draft.statedTeams).map { $0...$0 } ?? Ruleset.allowedTeams
    }

    private mutating func checkTeams(of index: Int, _ isDump: Bool) {
        let severalTeams = drafts[index].showsSeveralTeams
        guard isDump != severalTeams, let row = drafts[index].rows.min(by: { $0.place < $1.place }) else {
            if !isDump { drafts[index].joinRows() }
            return
        }
        drafts[index].issue = sheets.files.issue(
            at: row.place, draft: drafts[index].id,
            found: isDump ? "the picks of one team" : "the picks of several teams",
            expected: isDump
                ? "those of all teams, as of the files' other drafts; one's own picks go in by themselves"
                : "those of one team, as of the files' other drafts; whole drafts go in by themselves")
    }

    /// Finds out how many teams each draft has: as it is stated, as its picks show, or as its contest's other drafts have.
    ///
    /// - Returns: by draft; 0 for one that has an issue.
    private mutating func settleTeams(_ isDump: Bool) -> [UInt8] {
        var teams = [UInt8](repeating: 0, count: drafts.count)
        var open: [(index: Int, possible: [UInt8])] = []
        var ofContests: [String: Set<UInt8>] = [:]
        for index in drafts.indices where drafts[index].issue == nil {
            var draft = drafts[index]
            var possible = draft.possibleTeams(among: range(of: draft))
            if possible.isEmpty {
                draft.order = .thirdRoundReversal
                possible = draft.possibleTeams(among: range(of: draft))
                if possible.isEmpty { draft.order = .snake } else { drafts[index] = draft }
            }
            if !isDump, possible.count > 1 {
                let gapless = possible.filter { draft.picksInEveryRound(of: $0) }
                if !gapless.isEmpty { possible = gapless }
            }
            if possible.count > 1 {
                open.append((index, possible))
            } else if let only = possible.first {
                teams[index] = only
                ofContests[draft.contestKey, default: []].insert(only)
            } else if let misfit = draft.misfit(in: terms.teams ?? draft.statedTeams) {
                var place = misfit.row.place
                place.column = misfit.column
                drafts[index].issue = sheets.files.issue(
                    at: place, draft: draft.id, found: misfit.found, expected: misfit.expected)
            }
        }
        for (index, possible) in open {
            let draft = drafts[index]
            let known = draft.contestKey.isEmpty ? [] : ofContests[draft.contestKey, default: []].intersection(possible)
            if known.count == 1, let only = known.first {
                teams[index] = only
            } else if let row = draft.rows.min(by: { $0.place < $1.place }) {
                drafts[index].issue = sheets.files.issue(
                    at: row.place, draft: draft.id,
                    found: "picks that a draft of \(possible[0]) teams can have as well as one of "
                        + "\(possible[possible.count - 1])",
                    expected: "the number of teams; --teams states it")
            }
        }
        return teams
    }

    // MARK: Batches

    private func own(_ teams: [UInt8]) -> OwnBatch {
        let own = zip(drafts, teams).map { draft, teams in
            var own = OwnDraft(id: draft.id)
            own.issue = draft.issue
            own.teams = max(teams, Ruleset.allowedTeams.lowerBound)
            own.contest = contest(of: draft, teams: teams)
            own.statedStart = draft.startedAt
            if let seat = draft.seats.first { (own.entry, own.user) = (seat.entry, seat.user) }
            own.picks = draft.rows.compactMap { row in
                guard let number = row.number(in: teams, draft.order) else { return nil }
                return OwnDraft.Pick(
                    place: row.place, number: PickNumber(clamping: number), player: players[row.player],
                    pickedAt: row.pickedAt, adp: row.adp)
            }
            return own
        }
        return OwnBatch(
            of: table.site, sheets, own, by: indexes, user: terms.user, rounds: terms.rounds, pickName: pickName)
    }

    private func dump(_ teams: [UInt8]) -> DumpBatch {
        var listed = PlayerTable()
        let numbers = players.map { UInt32(listed.add($0)) }
        let verdict = sheets.broken.verdict(on: indexes) { drafts[$0].issue != nil }
        let wording = DraftWording(slot: table.map.columns[.slot] ?? "slot", pick: pickName) { _, slot in "\(slot + 1)"
        }
        let unchecked = drafts.enumerated().compactMap { index, draft -> (GatheredDraft, ImportIssue?)? in
            guard !verdict.lost.contains(index) else { return nil }
            return (gathered(draft, teams: teams[index], numbers), draft.issue ?? verdict.issues[index])
        }
        let (sound, faults) = DraftShapes.sound(
            unchecked, wording: wording, players: listed, files: sheets.files, usual: nil, site: table.site,
            stated: terms.rounds)
        let issues = (sheets.issues + verdict.shared + faults).sorted {
            ($0.file, $0.line ?? 0, $0.column ?? 0) < ($1.file, $1.line ?? 0, $1.column ?? 0)
        }
        return DumpBatch(
            of: table.site, files: sheets.files, table: listed, drafts: sound, issues: issues,
            notes: sheets.notes + DraftShapes.notes(on: sound, stated: terms.rounds))
    }

    private func gathered(_ draft: TableDraft, teams: UInt8, _ numbers: [UInt32]) -> GatheredDraft {
        var gathered = GatheredDraft(externalID: draft.id)
        guard teams > 0 else { return gathered }
        let snake = Snake(teams: teams, rounds: Ruleset.allowedRounds.upperBound, order: draft.order)
        gathered.played = contest(of: draft, teams: teams)
        gathered.startedAt = draft.startedAt ?? draft.rows.compactMap(\.pickedAt).min()
        gathered.entries = [ImportedEntry?](repeating: nil, count: Int(teams))
        for row in draft.rows {
            guard let number = row.number(in: teams, draft.order).map(PickNumber.init(clamping:)) else { continue }
            let slot = snake.slot(of: number)
            let seat = row.seat.map { draft.seats[$0] } ?? TableDraft.Seat()
            gathered.entries[Int(slot)] = ImportedEntry(
                externalID: seat.entry, userID: seat.user.isEmpty ? "" : table.site.id(ofUser: seat.user),
                username: seat.user)
            gathered.picks.append(
                GatheredDraft.Pick(
                    place: row.place, slotColumn: row.slotColumn, playerColumn: row.playerColumn, number: number,
                    slot: slot, round: row.round, manner: .unknown, player: numbers[row.player], adp: row.adp,
                    byeWeek: row.byeWeek, occurredAt: row.pickedAt))
        }
        return gathered
    }

    private var pickName: String { table.map.columns[.pick] ?? "pick" }

    private func contest(of draft: TableDraft, teams: UInt8) -> SiteContest {
        guard !draft.contestKey.isEmpty else {
            return .drafts(of: teams, fee: draft.fee, prefix: table.site.idPrefix + "drafts:")
        }
        return SiteContest(
            externalID: table.site.idPrefix + draft.contestKey,
            title: draft.title.isEmpty ? draft.contest : draft.title, entryFee: draft.fee)
    }
}

extension TableDraft {
    /// The name of the contest; empty if no row has one.
    fileprivate var contestKey: String { contest.isEmpty ? title : contest }

    /// The draft where the column of picks in the round holds picks of the whole draft.
    fileprivate var countedOverall: TableDraft {
        var draft = self
        for index in draft.rows.indices {
            draft.rows[index].number = draft.rows[index].inRound
            draft.rows[index].inRound = nil
        }
        return draft
    }
}
