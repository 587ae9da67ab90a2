import Draft
public import DraftLedger
import Platform
import Projections

extension Analysis {
    /// Plays a contest through simulated seasons and says what its entries may expect.
    ///
    /// In a season each player has one that really was: of a player of his position next to his rank by ADP in a reference
    /// contest, or, of whom something is projected, next to his rank by that and scaled to it. Players are drawn apart, so
    /// that team mates have no good weeks in common, and two entries with the same players differ in nothing. The first round
    /// compares the entries of a draft. In a later one an entry meets others of those who got there in the same season, each
    /// as likely, in pods of the contest's size: its chances are computed, not drawn.
    ///
    /// The same ledger, filter and terms give the same figures to the last digit on any number of cores.
    ///
    /// - Parameters:
    ///   - filter: which entries are asked about. Its position changes nothing.
    ///   - contest: whose entries; points of its season are not looked at, but for the calibration.
    ///   - reference: where the seasons come from; it may be the same contest, once its season is over.
    ///   - projections: by player and week; of a player of whom there are any, a week without one is projected 0.00.
    ///   - terms: how it is simulated.
    ///   - limits: what it may take, and whether somebody still wants it.
    ///   - progress: told how many seasons are played.
    /// - Throws: `OutcomeError` where the contest has no draft that is known whole, and where of a week in which it is played
    ///   the reference has no points, or nothing is projected; `ReportLimit`; what the check of the limits throws.
    /// - Complexity: O(seasons · entries · weeks · starters · roster), on all cores.
    public func expect(
        _ filter: ReportFilter = ReportFilter(), contest: ContestOutcome, like reference: ContestOutcome,
        projections: [WeekProjection] = [], terms: ExpectTerms = ExpectTerms(), within limits: ExpectLimits = .none,
        progress: ProgressHandler? = nil
    ) throws -> ExpectReport {
        let weeks = contest.rounds.rounds.flatMap(\.weeks)
        guard !reference.points.weeks.isEmpty else {
            throw OutcomeError.noPoints(reference.rounds.season, scoring: reference.scoring.scoring)
        }
        try require(weeks, in: reference.points.weeks, "points of season \(reference.rounds.season)")
        if !projections.isEmpty { try require(weeks, in: projections.map(\.week), "projections") }

        var entries = filter.entries
        entries.tournament = contest.tournament
        var ranks = ranks(of: contest)
        let (projected, findings) = projected(projections)
        if !projections.isEmpty { ranks.rank(by: projected, weeks: weeks) }
        let pool = contest.points.pool
        let players = players.shown(in: { [pool] })
        let facts = players.facts(of: pool)
        let model = SeasonModel(
            DonorSeasons(reference, self.ranks(of: reference), weeks: weeks), ranks, weeks: weeks,
            players: facts.numbers.count)
        let field = SimulatedField(rosters, of: contest, entries, drafts: terms.drafts, numbers: model.numbers)
        try limits.check(entries: field.entries.count, seasons: terms.seasons)
        let known = rosters.count(
            RosterFilter(tournament: contest.tournament), of: players, with: ScopeTally()
        ).entries
        let contestEntries = min(
            ExpectTerms.mostEntries, max(known, terms.entries ?? ContestShape.fullField(contest.rounds.rounds)))
        let shape = ContestShape(
            contest.rounds.rounds, entries: contestEntries,
            prizes: terms.prizes.isEmpty ? nil : PrizeTable(terms.prizes))
        let sums = try play(field, of: contest, model, shape, terms, limits, progress)

        // In the order of the field, in which those stay of whom the same is expected.
        var rows: [ExpectReport.Row] = []
        for (entry, isListed) in field.isListed.enumerated() where isListed {
            rows.append(row(sums[entry], of: field.entries[entry], by: field.users[entry], terms))
        }
        let calibration = try calibration(of: rows, in: contest)
        rows = rows.enumerated().sorted { one, other in
            let means = [one, other].map { $0.element.won?.mean ?? $0.element.advance?.mean ?? 0 }
            return means[0] != means[1] ? means[0] > means[1] : one.offset < other.offset
        }.map(\.element)
        let asked = Set(rows.map(\.room)).count
        return ExpectReport(
            scope: scope(filter, entries: rows.count, drafts: asked), terms: terms, contest: contest.title,
            reference: reference.title, contestEntries: contestEntries, drafts: field.rooms.count,
            leftOut: field.leftOut,
            withoutSeason: model.withoutSeason.map { players.players[Int(facts.numbers[Int($0)])] },
            projected: projections.isEmpty ? nil : ranks.projected, sideFindings: findings, rows: rows,
            calibration: calibration)
    }

    private func require(_ weeks: [UInt8], in known: [UInt8], _ what: String) throws(OutcomeError) {
        let missing = weeks.filter { !known.contains($0) }
        guard missing.isEmpty else { throw .weeksWithout(what, weeks: missing) }
    }

    private func ranks(of contest: ContestOutcome) -> PlayerRanks {
        PlayerRanks(
            draftPositions(ReportFilter(RosterFilter(tournament: contest.tournament))),
            players.facts(of: contest.points.pool))
    }

    /// By number in the catalogue, then by week from week 0.
    private func projected(_ projections: [WeekProjection]) -> ([Int: [Int32]], [SideFinding]) {
        let matching = NoteMatching(players.players)
        var projected: [Int: [Int32]] = [:]
        var findings: [SideFinding] = []
        var seen: Set<SideFinding> = []
        for projection in projections where SeasonState.weeks.contains(projection.week) {
            let (player, doubt) = matching.match(projection.player)
            if let doubt {
                let finding = matching.finding(doubt, projection.player)
                if seen.insert(finding).inserted { findings.append(finding) }
            }
            guard let player else { continue }
            projected[player, default: Array(repeating: 0, count: SeasonModel.width)][Int(projection.week)] =
                projection.points
        }
        return (projected, findings)
    }

    /// Plays all seasons, in parts that are the same on any number of cores, and adds those up in their order.
    private func play(
        _ field: SimulatedField, of contest: ContestOutcome, _ model: SeasonModel, _ shape: ContestShape,
        _ terms: ExpectTerms, _ limits: ExpectLimits, _ progress: ProgressHandler?
    ) throws -> [SeasonPlay.Sums] {
        let start = SeasonPlay(field, of: contest, model, shape)
        guard !field.rooms.isEmpty, !shape.rounds.isEmpty, terms.seasons > 0 else { return start.sums }
        let parts = min(64, terms.seasons)
        let done = Guarded(0)
        let threads = min(limits.threads ?? .max, rosters.sharing.threads)
        let played = try Cores.map(Array(0..<parts), threads: threads) { part throws in
            let seasons = terms.seasons * part / parts..<terms.seasons * (part + 1) / parts
            var play = start
            for season in seasons {
                try limits.check?()
                play.play(season, seed: terms.seed)
            }
            let count = done.withLock { done in
                done += seasons.count
                return done
            }
            progress?(UInt64(count), UInt64(terms.seasons))
            return play.sums
        }
        return played.reduce(into: start.sums) { sums, part in
            for entry in sums.indices { sums[entry].add(part[entry]) }
        }
    }

    private func row(
        _ sums: SeasonPlay.Sums, of entry: EntryID, by user: UInt32, _ terms: ExpectTerms
    ) -> ExpectReport.Row {
        let reached = sums.reached.enumerated().map { round, moments in
            // Whether it is among the best of its draft is certain in every season; what follows is a chance.
            round == 0
                ? ExpectReport.Estimate(Int(moments.sum), of: terms.seasons)
                : ExpectReport.Estimate(moments, of: terms.seasons, most: 1)
        }
        return ExpectReport.Row(
            entry: entry, user: user == 0 ? nil : UserID(UInt64(user)),
            points: Double(sums.points) / Double(terms.seasons), reached: reached,
            won: terms.prizes.isEmpty ? nil : ExpectReport.Estimate(sums.won, of: terms.seasons, most: nil))
    }

    /// Nil before all weeks of the first round are final.
    private func calibration(
        of rows: [ExpectReport.Row], in contest: ContestOutcome
    ) throws(OutcomeError) -> ExpectReport.Calibration? {
        guard !contest.points.weeks.isEmpty else { return nil }
        let standings = try standings(contest)
        guard standings.isFinal else { return nil }
        var advanced: [EntryID: Bool] = [:]
        for entry in standings.entries { advanced[entry.entry] = entry.advances }
        return ExpectReport.Calibration(rows, advanced: advanced)
    }
}
