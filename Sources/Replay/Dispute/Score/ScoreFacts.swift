import Draft
import DraftLedger

/// The facts of the ledger about an entry's points of a week, without judgement.
struct ScoreFacts {
    let entry: EntryID
    let week: UInt8
    let contest: TournamentState
    let rounds: ContestRoundsSet
    let scoring: ScoringSet
    /// The round that the week counts in, from 1.
    let round: Int
    let season: SeasonState
    let pool: PoolState
    /// The entries that are compared with each other, the claimed one among them.
    let pod: [EntryID]
    /// The draws by which it came about, from the second round's on; none in the first round, whose pods are the rooms.
    let draws: [PodDrawing]
    /// Their drafted players, in the order of the picks.
    let rosters: [EntryID: [PlayerIndex]]
    let claimant: UserID?
    /// The records by which the round closed, in order.
    let closings: [RecordedEvent]
    /// The recorded scores of the pod's players in the week, by command, in order.
    private(set) var tellings: [Telling] = []
    /// The statements of staff on the points of the pod's players, in order.
    private(set) var assignments: [Assignment] = []

    /// A statement of staff that points are a player's or not.
    struct Assignment {
        var recorded: RecordedEvent
        var statement: ScoresAssigned
        /// The player of the pool whom the statement takes points from that fit him, or nil.
        var denied: PlayerListing?
        /// Of the season, behind it.
        var version: UInt32 { recorded.version }
    }

    /// The scores of the week that one command recorded.
    struct Telling {
        /// Those that are about a player of the pod, or make the week final.
        var events: [RecordedEvent]
        /// Of the season, behind the last of them.
        var version: UInt32
        var recordedAt: Timestamp
        /// Whether the week was final before.
        var isCorrection: Bool
    }

    var terms: ContestRound { rounds.rounds[round - 1] }

    /// The closing that has the pod's standings; nil before.
    var closing: RecordedEvent? {
        closings.first { recorded in
            guard case .played(let closed) = recorded.event.contest else { return false }
            return closed.standings.contains { $0.entry == entry }
        }
    }

    /// Of the pod's entries as they are on record, by place; none before the round is closed.
    var recorded: [RoundStanding] {
        guard round <= contest.played.count else { return [] }
        let pod = Set(pod)
        return contest.played[round - 1].standings.filter { pod.contains($0.entry) }
    }

    /// As of which version the round closed; nil before.
    var closedVersion: UInt32? { round <= contest.played.count ? contest.played[round - 1].seasonVersion : nil }

    /// Until when corrections of the week count; nil where the contest has no window, or the week is not final.
    var correctionsEnd: Timestamp? {
        rounds.correctionDays.flatMap { season.correctionsEnd(week: week, scoring: scoring.scoring, days: $0) }
    }

    func isLate(_ telling: Telling) -> Bool { correctionsEnd.map { telling.recordedAt > $0 } ?? false }

    /// Whether scores count: by the days for corrections, or, where the rules set none, by the version as of which the
    /// round closed.
    func counts(_ telling: Telling) -> Bool {
        guard rounds.correctionDays == nil else { return !isLate(telling) }
        return closedVersion.map { telling.version <= $0 } ?? true
    }

    func name(_ player: PlayerIndex) -> String { pool.player(player)?.name ?? "player \(player)" }

    /// The points as of a version of the season.
    ///
    /// - Parameter isWindowed: whether what came too late is left out.
    ///   - isAssigned: whether the statements of staff on whose points are whose count.
    func points(asOf version: UInt32, isWindowed: Bool, isAssigned: Bool = true) -> SeasonPoints {
        let season = season.asOf(version: version)
        return SeasonPoints(
            isAssigned ? season : season.withoutAssignments(), of: season.id, scoring: scoring.scoring, for: pool,
            playedIn: rounds.weeks, correctionDays: isWindowed ? rounds.correctionDays : nil)
    }

    /// The points as they count: by the version as of which the round closed, or by all that is on record before it does.
    var counting: SeasonPoints { points(asOf: closedVersion ?? season.version, isWindowed: true) }

    /// How the pod stands in the round by some points, best first.
    func standings(_ points: SeasonPoints) -> [RoundScore] {
        var scorer = RosterScorer(scoring.lineup, points, weeks: Array(terms.weeks))
        return pod.map { scorer.score(rosters[$0] ?? [], of: $0) }.sorted { rounds.ties.prefers($0, to: $1) }
    }

    /// The starters of an entry's roster in the week by slot, then the bench; and the starters' points.
    func lineup(of entry: EntryID, by points: SeasonPoints) -> (players: [ScoreReport.Starter], points: Int64) {
        let roster = rosters[entry] ?? []
        let scored = roster.map { points.counted($0, week: week) }
        let best = BestBall.lineup(
            scoring.lineup, positions: roster.map { pool.player($0)?.position ?? .other }, points: scored)
        let order = roster.indices.sorted { (best.slots[$0].rawValue, $0) < (best.slots[$1].rawValue, $1) }
        let players = order.map {
            ScoreReport.Starter(name: name(roster[$0]), slot: best.slots[$0], points: scored[$0])
        }
        return (players, best.points)
    }

    // MARK: Gathering

    /// Reads the room, its contest, the season and the rooms of the pod; some milliseconds, and as many more for each room
    /// that a later round's pod comes from.
    ///
    /// - Throws: `ScoreDisputeError`, or what keeps the source from being read.
    init(of entry: EntryID, week: UInt8, in source: some ScoreSource) throws {
        guard let room = try source.drafted(entry.room),
            let member = room.members.compactMap(\.self).first(where: { $0.entry == entry })
        else { throw ScoreDisputeError.unknownEntry(entry) }
        guard let id = room.tournament else { throw ScoreDisputeError.noOutcome(entry) }
        let history = try source.history(of: .tournament(id))
        guard let contest = TournamentState.folding(history), let rounds = contest.rounds, let scoring = contest.scoring
        else { throw ScoreDisputeError.noOutcome(entry) }
        guard let round = rounds.rounds.firstIndex(where: { $0.weeks.contains(week) }) else {
            throw ScoreDisputeError.weekDoesNotCount(week, contest: id)
        }
        let told = try source.history(of: .season(rounds.season))
        guard let season = SeasonState.folding(told),
            season.scores.contains(where: { $0.week == week && $0.scoring == scoring.scoring })
        else { throw ScoreDisputeError.noPoints(week, season: rounds.season) }
        let members = room.members.compactMap { $0?.entry }
        guard let pod = round == 0 ? members : contest.drawnPod(of: entry, round: round) else {
            throw ScoreDisputeError.doesNotPlay(entry, round: round + 1)
        }
        self.entry = entry
        self.week = week
        self.contest = contest
        self.rounds = rounds
        self.scoring = scoring
        self.round = round + 1
        self.season = season
        self.pod = pod
        draws = PodDrawing.all(of: contest, history, through: round + 1)
        claimant = member.user
        pool = try source.players(of: contest.details.pool) ?? PoolState(id: contest.details.pool)
        closings = history.filter { recorded in
            guard case .played(let closed) = recorded.event.contest else { return false }
            return Int(closed.round) == round + 1
        }
        let compared = Set(pod)
        var rosters: [EntryID: [PlayerIndex]] = [:]
        for number in Set(pod.map(\.room)) {
            let drafted = number == entry.room ? room : try source.drafted(number)
            for pick in drafted?.picks ?? [] {
                guard let player = pick.player, let owner = drafted?.member(at: pick.seat)?.entry,
                    compared.contains(owner)
                else { continue }
                rosters[owner, default: []].append(player)
            }
        }
        self.rosters = rosters
        tellings = try tellings(in: told, source)
        let drafted = Set(rosters.values.joined())
        for recorded in told {
            guard case .assigned(let statement) = try source.worded(recorded).event.score,
                statement.player.pool == pool.id
            else { continue }
            let denied = statement.denied(in: pool)
            guard drafted.contains(statement.player.player) || denied.map({ drafted.contains($0.index) }) == true
            else { continue }
            assignments.append(Assignment(recorded: recorded, statement: statement, denied: denied))
        }
    }

    /// All scores recorded until the week was final are one entry, which ends then.
    private func tellings(in events: [RecordedEvent], _ source: some ScoreSource) throws -> [Telling] {
        let matched = points(asOf: season.version, isWindowed: false)
        let subjects = Set(rosters.values.joined().flatMap { matched.subjects(of: $0) })
        var tellings: [Telling] = []
        var isFinal = false
        for group in CommandGroup.groups(of: events) {
            var kept: [RecordedEvent] = []
            var endsWeek = false
            for recorded in group.events {
                if case .scored(let scored) = recorded.event.score {
                    guard scored.week == week, scored.scoring == scoring.scoring,
                        subjects.contains(SeasonPlayer(scored))
                    else { continue }
                    kept.append(try source.worded(recorded))
                } else if case .final(let final) = recorded.event.score {
                    endsWeek = !isFinal && final.week == week && final.scoring == scoring.scoring
                    if endsWeek { kept.append(recorded) }
                }
            }
            guard let last = kept.last else { continue }
            if !isFinal { tellings = [] }
            tellings.append(
                Telling(events: kept, version: last.version, recordedAt: last.recordedAt, isCorrection: isFinal))
            isFinal = isFinal || endsWeek
        }
        return tellings
    }
}

extension TournamentState {
    /// The pod of an entry in a round behind the first; nil before it is drawn, and for an entry that does not play there.
    ///
    /// - Parameter round: its place among the contest's rounds.
    fileprivate func drawnPod(of entry: EntryID, round: Int) -> [EntryID]? {
        guard let rounds, played.indices.contains(round) else { return nil }
        let drawn = played[round].drawn
        return played[round].drawnPods(podSize: rounds.rounds[round].podSize).lazy.map { Array(drawn[$0]) }
            .first { $0.contains(entry) }
    }
}
