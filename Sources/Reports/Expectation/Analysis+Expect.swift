import Draft
public import DraftLedger
import Platform
import Projections

extension Analysis {
    /// Plays a contest through simulated seasons and reports what its entries may expect.
    ///
    /// Players are ranked by closing ADP. In each season a player gets one that really was, of a player with about the same
    /// rank in a reference contest, at a level that is drawn too: see `SeasonModel`. The first round compares the entries of
    /// a draft. In a later one an entry meets others of those who got there in the same season, each as likely, in pods of
    /// the contest's size: its chances are computed, not drawn.
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
    /// - Complexity: O(seasons · entries · weeks · roster), on all cores: a thousand seasons of a thousand entries, of 14
    ///   weeks each, take one to two seconds of a core.
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
        let isSameSeason = reference.rounds.season == contest.rounds.season
        var terms = terms
        let levelError = terms.levelError ?? ExpectTerms.levelError(isSameSeason: isSameSeason)
        terms.levelError = levelError
        let donors = DonorSeasons(
            reference, self.ranks(of: reference), weeks: weeks, isSameSeason: isSameSeason)
        let model = SeasonModel(
            donors, ranks, weeks: weeks, players: facts.numbers.count, levelError: levelError)
        let field = SimulatedField(rosters, of: contest, entries, drafts: terms.drafts, numbers: model.numbers)
        let seasons = terms.seasons ?? ExpectTerms.seasons(of: field.entries.count)
        terms.seasons = seasons
        try limits.check(entries: field.entries.count, seasons: seasons)
        let known = rosters.count(
            RosterFilter(tournament: contest.tournament), of: players, with: ScopeTally()
        ).entries
        let contestEntries = min(
            ExpectTerms.mostEntries, max(known, terms.entries ?? ContestShape.fullField(contest.rounds.rounds)))
        let shape = ContestShape(
            contest.rounds.rounds, entries: contestEntries,
            prizes: terms.prizes.isEmpty ? nil : PrizeTable(terms.prizes))
        let sums = try play(
            field, of: contest, by: model, in: shape, seasons: seasons, seed: terms.seed, limits, progress)

        // In the order of the field, in which those stay of whom the same is expected.
        var rows: [ExpectReport.Row] = []
        for (entry, isListed) in field.isListed.enumerated() where isListed {
            rows.append(row(sums[entry], of: field.entries[entry], by: field.users[entry], seasons, terms))
        }
        let calibration = try calibration(of: rows, in: contest, seasons: seasons)
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
            projected: projections.isEmpty ? nil : ranks.projected, withTeam: model.withTeam, sideFindings: findings,
            rows: rows, calibration: calibration)
    }

    private func require(_ weeks: [UInt8], in known: [UInt8], _ what: String) throws(OutcomeError) {
        let missing = weeks.filter { !known.contains($0) }
        guard missing.isEmpty else { throw .weeksWithout(what, weeks: missing) }
    }

    /// Ranks the players of a contest by their closing ADP, undrafted players last: who is out for the season when the
    /// contest closes is worth nothing any more, whenever somebody took them.
    ///
    /// The last two weeks of drafts count, or the last ``ExpectTerms/closingDrafts`` where those are more. Players whom none
    /// of them took follow in the order of their ADP over all drafts.
    private func ranks(of contest: ContestOutcome) -> PlayerRanks {
        var filter = RosterFilter(tournament: contest.tournament)
        let all = draftPositions(ReportFilter(filter), undrafted: .last).rows
        filter.startedFrom = closingStart(of: filter)
        let closing = draftPositions(ReportFilter(filter), undrafted: .last).rows
        let drafted = Set(closing.map(\.player.number))
        return PlayerRanks(
            closing + all.filter { !drafted.contains($0.player.number) }, players.facts(of: contest.points.pool),
            teams: players.teams)
    }

    /// Returns from when on drafts of a contest make its closing ADP; nil where no draft says when it started.
    private func closingStart(of filter: RosterFilter) -> Timestamp? {
        let starts = rosters.parts.lazy.flatMap(\.drafts).filter { filter.matches($0) }.compactMap(\.startedAt).sorted()
        guard let last = starts.last else { return nil }
        let closed = filter.tournament.flatMap { closings[$0] }.map { min($0, last) } ?? last
        return min(closed - ValueReport.Reference.window, starts[max(0, starts.count - ExpectTerms.closingDrafts)])
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
        _ field: SimulatedField, of contest: ContestOutcome, by model: SeasonModel, in shape: ContestShape,
        seasons: Int, seed: UInt64, _ limits: ExpectLimits, _ progress: ProgressHandler?
    ) throws -> [SeasonPlay.Sums] {
        let start = SeasonPlay(field, of: contest, model, shape)
        guard !field.rooms.isEmpty, !shape.rounds.isEmpty, seasons > 0 else { return start.sums }
        let parts = min(64, seasons)
        let done = Guarded(0)
        let threads = min(limits.threads ?? .max, rosters.sharing.threads)
        let played = try Cores.map(Array(0..<parts), threads: threads) { part throws in
            var play = start
            for season in seasons * part / parts..<seasons * (part + 1) / parts {
                try limits.check?()
                play.play(season, seed: seed)
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                progress?(UInt64(count), UInt64(seasons))
            }
            return play.sums
        }
        return played.reduce(into: start.sums) { sums, part in
            for entry in sums.indices { sums[entry].add(part[entry]) }
        }
    }

    private func row(
        _ sums: SeasonPlay.Sums, of entry: EntryID, by user: UInt32, _ seasons: Int, _ terms: ExpectTerms
    ) -> ExpectReport.Row {
        let reached = sums.reached.enumerated().map { round, moments in
            // Whether it is among the best of its draft is certain in every season; what follows is a chance.
            round == 0
                ? ExpectReport.Estimate(Int(moments.sum), of: seasons)
                : ExpectReport.Estimate(moments, of: seasons, most: 1)
        }
        return ExpectReport.Row(
            entry: entry, user: user == 0 ? nil : UserID(UInt64(user)),
            points: Double(sums.points) / Double(seasons), reached: reached,
            won: terms.prizes.isEmpty ? nil : ExpectReport.Estimate(sums.won, of: seasons, most: nil))
    }

    /// Nil before all weeks of the first round are final.
    private func calibration(
        of rows: [ExpectReport.Row], in contest: ContestOutcome, seasons: Int
    ) throws(OutcomeError) -> ExpectReport.Calibration? {
        guard !contest.points.weeks.isEmpty else { return nil }
        let standings = try standings(contest)
        guard standings.isFinal else { return nil }
        var advanced: [EntryID: Bool] = [:]
        for entry in standings.entries { advanced[entry.entry] = entry.advances }
        return ExpectReport.Calibration(rows, advanced: advanced, seasons: seasons)
    }
}
