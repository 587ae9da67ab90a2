public import Draft
public import DraftLedger
import Projections

/// How a contest would have come out: by another scoring, by another lineup, or with one pick changed.
///
/// The same standings, closings and draws, with changed points, lineups or rosters. Recorded rounds count the
/// season as of the version at which they closed, so that nothing but the change makes a difference. Later pods
/// follow from the advancing entries and the secret that the contest committed to before: if other entries would advance,
/// the draw can be recomputed for them once the secret is revealed. Before that nothing is
/// told of the round.
public struct ContestWhatIf: Sendable {
    let analysis: Analysis
    /// As it is.
    let contest: TournamentState
    /// As it was before its rounds were played.
    private let unplayed: TournamentState
    package let rounds: ContestRoundsSet
    package let scoring: ScoringSet
    package let pool: PoolState
    let season: SeasonState?

    /// The room of the changed pick is read from it.
    let ledger: DraftLedger

    /// - Parameters:
    ///   - tournament: the contest.
    ///   - analysis: the rosters, and the moment as of which all is told.
    ///   - ledger: the ledger that they are of.
    /// - Throws: `OutcomeError` for a contest of which not all is known, and `DraftLedgerError`.
    public init(of tournament: TournamentID, _ analysis: Analysis, in ledger: DraftLedger) throws {
        let position = analysis.rosters.position
        let events = try ledger.stream(.tournament(tournament), upTo: position)
        guard let contest = TournamentState.folding(events),
            let unplayed = TournamentState.folding(events.lazy.filter { !$0.event.traits.contains(.playedRound) })
        else { throw OutcomeError.unknownContest(tournament) }
        guard let rounds = contest.rounds, !rounds.rounds.isEmpty else { throw OutcomeError.noRounds(tournament) }
        guard let scoring = contest.scoring else { throw OutcomeError.noScoring(tournament) }
        let pool = PoolState.folding(try ledger.stream(.pool(contest.details.pool), upTo: position))
        (self.analysis, self.ledger, self.contest, self.unplayed) = (analysis, ledger, contest, unplayed)
        (self.rounds, self.scoring) = (rounds, scoring)
        self.pool = pool ?? PoolState(id: contest.details.pool)
        season = SeasonState.folding(try ledger.stream(.season(rounds.season), upTo: position))
    }

    /// The names of the scorings by which the season has points.
    package var recordedScorings: Set<String> { Set((season?.scores ?? []).map(\.scoring)) }

    /// The players of the contest's pool whom a name can mean: those of that id at the source, else those of that name,
    /// compared as names of different sites are.
    package func players(named name: String) -> [PlayerListing] {
        let byID = pool.players.filter { !name.isEmpty && $0.externalID == name }
        if !byID.isEmpty { return byID }
        let normalized = PlayerName.normalized(name)
        let byName = pool.players.filter { !normalized.isEmpty && PlayerName.normalized($0.name) == normalized }
        return byName.isEmpty ? pool.players.filter { $0.externalID.isEmpty && "\($0.index)" == name } : byName
    }

    /// Plays the contest under a change.
    ///
    /// - Returns: the first round always, and later ones as far as they can be told.
    /// - Throws: `ContestWhatIfError` for a change that cannot be made, or whose points are unknown; `OutcomeError` for a
    ///   season without points, and `DraftLedgerError`.
    /// - Complexity: of each round as that of its standings, twice.
    public func run(_ change: ContestChange) throws -> ContestWhatIfReport {
        if let lineup = change.lineup { try check(lineup) }
        let exchange = try change.pick.map(exchange)
        var report = ContestWhatIfReport(
            tournament: contest.id, title: contest.details.title, season: rounds.season, scoring: scoring,
            change: change, ledgerPosition: analysis.rosters.position, exchange: exchange, rounds: [],
            findings: [])
        let points = try ChangedPoints(change.scoring, of: self, with: exchange?.becomes.index)
        var would = unplayed
        for index in rounds.rounds.indices {
            guard try play(round: index + 1, change, with: points, exchange, into: &would, &report) else { break }
        }
        let users = report.rounds.first?.entries.compactMap { entry in entry.user.map { (entry.entry, $0) } } ?? []
        report.prizes = prizes(would, users: Dictionary(users) { first, _ in first })
        return report
    }

    /// - Returns: false where the next round cannot be told.
    private func play(
        round number: Int, _ change: ContestChange, with points: ChangedPoints,
        _ exchange: ContestWhatIfReport.Exchange?,
        into would: inout TournamentState, _ report: inout ContestWhatIfReport
    ) throws -> Bool {
        let terms = rounds.rounds[number - 1]
        let record = contest.played.indices.contains(number - 1) ? contest.played[number - 1] : nil
        if number > 1, record?.drawn.isEmpty ?? true {
            report.end = .notDrawn(round: number)
            return false
        }
        let isRedrawn = draw(number, as: record, into: &would)
        let own = outcome(points.own(asOf: record?.seasonVersion), scoring.lineup, played: contest.played)
        let weeks = own.weeks(of: terms, through: nil)
        if number > 1, weeks.isEmpty {
            report.end = .notPlayed(round: number)
            return false
        }
        if let lack = points.lack(in: weeks, asOf: record?.seasonVersion) {
            guard number > 1 else { throw ContestWhatIfError.pointsMissing(lack) }
            report.end = .pointsMissing(round: number, lack)
            return false
        }
        let other = outcome(
            points.changed(asOf: record?.seasonVersion), change.lineup ?? scoring.lineup, played: would.played)
        let was = try analysis.standings(own, round: number)
        let becomes = try analysis.standings(other, round: number, exchanging: exchange.map { RosterExchange($0) })
        if number == 1 { report.findings = other.points.findings }
        report.rounds.append(
            ContestWhatIfReport.Round(
                number: number, terms: terms, throughWeek: becomes.throughWeek, isFinal: was.isFinal,
                isClosed: record?.isClosed == true, isRedrawn: isRedrawn, entries: Self.compared(was, becomes)))
        guard record?.isClosed == true, close(becomes, into: &would) else {
            if number < rounds.rounds.count { report.end = .notClosed(round: number) }
            return false
        }
        return true
    }

    private func outcome(_ points: SeasonPoints, _ lineup: Lineup, played: [PlayedRound]) -> ContestOutcome {
        ContestOutcome(
            tournament: contest.id, title: contest.details.title, rounds: rounds,
            scoring: ScoringSet(lineup: lineup, scoring: scoring.scoring), points: points, played: played)
    }

    /// Draws the pods of a round among those who would play it.
    ///
    /// - Returns: whether they are others than those on record.
    private func draw(_ number: Int, as record: PlayedRound?, into would: inout TournamentState) -> Bool {
        guard number > 1, let record, let secret = record.secret, let before = would.played.last else { return false }
        let entrants = before.advancing(rounds.rounds[number - 2])
        let isRedrawn = entrants != record.drawn.sorted()
        let order =
            isRedrawn
            ? PodDraw.order(
                secret: secret, tournament: contest.id, round: UInt8(number), entrants: entrants,
                entropy: contest.played.first?.entropy,
                // The draw's secret is on record: no other is asked for.
                cryptography: LedgerCryptography(drawMaster: []))
            : record.drawn
        let pods = PodDraw.sizes(of: order.count, podSize: rounds.rounds[number - 1].podSize).count
        evolve(
            &would,
            .podsDrawn(PodsDrawn(round: UInt8(number), secret: secret, pods: UInt32(pods), entries: order)))
        return isRedrawn
    }

    /// Closes a round with the standings that it would have.
    ///
    /// - Returns: false where not all of them are known.
    private func close(_ standings: Standings, into would: inout TournamentState) -> Bool {
        var closed: [RoundStanding] = []
        for entry in standings.entries {
            guard let place = entry.place else { return false }
            closed.append(
                RoundStanding(
                    entry: entry.entry, points: Int32(clamping: entry.points),
                    bestWeek: Int32(clamping: entry.bestWeek ?? 0), place: UInt32(place)))
        }
        evolve(
            &would,
            .roundClosed(
                RoundClosed(
                    round: UInt8(standings.round), seasonVersion: standings.closedAsOf ?? 0,
                    pods: UInt32(closed.count { $0.place == 1 }), firstPod: 1, standings: closed)))
        return true
    }

    /// By the fold of the contest's own events: what would have been is told by those that would have been.
    private func evolve(_ would: inout TournamentState, _ event: Event) {
        would.evolve(
            event,
            at: EventPlace(
                stream: .tournament(contest.id), position: analysis.rosters.position,
                recordedAt: Timestamp(microseconds: 0), origin: nil))
    }

    private static func compared(_ was: Standings, _ becomes: Standings) -> [ContestWhatIfReport.Entry] {
        var left = Dictionary(was.entries.map { ($0.entry, $0) }) { first, _ in first }
        var entries = becomes.entries.map { entry in
            ContestWhatIfReport.Entry(
                entry: entry.entry, user: entry.user,
                was: left.removeValue(forKey: entry.entry).map(ContestWhatIfReport.Side.init),
                becomes: ContestWhatIfReport.Side(entry))
        }
        for entry in left.values.sorted(by: { $0.entry < $1.entry }) {
            entries.append(
                ContestWhatIfReport.Entry(
                    entry: entry.entry, user: entry.user, was: ContestWhatIfReport.Side(entry), becomes: nil))
        }
        return entries
    }
}

extension ContestWhatIfReport.Side {
    /// As it is on record, where the round is closed.
    fileprivate init(_ entry: Standings.Entry) {
        self.init(
            points: entry.recorded.map { Int64($0.points) } ?? entry.points,
            bestWeek: entry.recorded.map { Int64($0.bestWeek) } ?? entry.bestWeek,
            place: entry.recorded.map { Int($0.place) } ?? entry.place, advances: entry.advances, pod: entry.pod)
    }
}
