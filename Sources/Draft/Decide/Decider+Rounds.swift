/// The rounds of a contest: advancing entries, pods, and the prizes that follow.
///
/// ```
/// entries close ─▶ closeRound × n (round 1) ─▶ drawPods (round 2) ─▶ closeRound × n ─▶ … ─▶ awardPrizes
/// ```
extension Decider where State: HouseStates {
    /// Puts the standings of the next pods on record. A round closes pod by pod, in their order, and all as of one version
    /// of the season.
    func closeRoundEvents(_ id: TournamentID, _ close: CloseRound) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        try checkEnded(tournament)
        guard let rounds = tournament.rounds, let scoring = tournament.scoring else {
            throw Refusal(.wrongStatus, "Contest \(id) has no rounds or no scoring, so no round can be closed.")
        }
        guard tournament.lastPlaceAwarded == 0 else {
            throw Refusal(.wrongStatus, "Contest \(id) has paid prizes: its rounds can no longer be closed.")
        }
        guard let open = tournament.openRound else {
            throw Refusal(.wrongStatus, "All rounds of contest \(id) are closed.")
        }
        guard close.round == open else {
            throw Refusal(.wrongStatus, "The next round of contest \(id) to close is \(open), not \(close.round).")
        }
        let terms = rounds.rounds[Int(open) - 1]
        let round = Int(open) <= tournament.played.count ? tournament.played[Int(open) - 1] : PlayedRound()
        let points = try points(
            of: rounds, scoring, in: tournament, asOf: close.seasonVersion, weeks: terms.weeks,
            isBegun: round.seasonVersion != nil)
        guard round.seasonVersion == nil || round.seasonVersion == close.seasonVersion else {
            throw Refusal(
                .invalidValue,
                "Round \(open) closes as of version \(round.seasonVersion ?? 0) of its season, not "
                    + "\(close.seasonVersion): its first pods did.")
        }
        let (pods, count) =
            try open == 1
            ? drafted(close.rooms, after: round, of: tournament)
            : drawn(close, round, terms, of: tournament)
        var scorer = RosterScorer(scoring.lineup, points, weeks: Array(terms.weeks))
        let rosters = try rosters(of: Set(pods.joined().map(\.room)))
        if state.rules >= SoftwareStarted.rulesOfPlacedScores {
            try checkPlaced(points, rosters, of: tournament, rounds)
        }
        let standings = pods.map { pod in
            pod.map { scorer.score(rosters[$0] ?? [], of: $0) }
                .sorted { rounds.ties.prefers($0, to: $1) }
                .enumerated().map { RoundStanding($1, place: $0 + 1) }
        }
        let lacksCommitment = open == 1 && round.closedPods == 0 && tournament.podCommitment == nil
        return closing(
            close, pods: count, behind: round.closedPods, standings,
            commitment: lacksCommitment ? podCommitment(of: tournament) : nil,
            entropy: entropy(of: close.rooms, in: tournament, round: open)
        ).on(.tournament(id))
    }

    /// Refuses to close while a drafted player has no points, and the season has points of somebody who may be that player.
    private func checkPlaced(
        _ points: SeasonPoints, _ rosters: [EntryID: [PlayerIndex]], of tournament: TournamentState,
        _ rounds: ContestRoundsSet
    ) throws(Refusal) {
        guard let pool = state.pool(tournament.details.pool), !points.withoutPoints.isEmpty else { return }
        let without = Set(points.withoutPoints)
        let drafted = Set(rosters.values.joined().lazy.filter(without.contains)).sorted()
        // A statement that came after the version as of which the round closes lifts the refusal, and counts in later rounds.
        let stated = state.season(rounds.season)?.assignments(in: pool.id)
        let doubts = points.unplaced(fitting: drafted, of: pool).filter {
            stated?.statement($0.player, $0.scored.subject) == nil
        }
        guard let first = doubts.first else { return }
        let others = Set(doubts.map(\.player)).count - 1
        throw Refusal(
            .wrongStatus,
            "\(first.words) \(others == 0 ? "" : "\(others) more drafted \(others == 1 ? "player is" : "players are") like that. ")"
                + "Record with assignScores whether the points are the player's; it needs approval.",
            player: first.player)
    }

    /// The events that say so: of whole pods, as many as a record may hold; of a larger pod a part.
    private func closing(
        _ close: CloseRound, pods: UInt32, behind closed: UInt32, _ standings: [[RoundStanding]],
        commitment: Digest256?, entropy: Digest256?
    ) -> [Event] {
        let most = RecordLimit.standings
        var parts: [(firstPod: UInt32, standings: [RoundStanding])] = []
        for (index, pod) in standings.enumerated() {
            if let last = parts.last, last.standings.count + pod.count <= most {
                parts[parts.count - 1].standings += pod
                continue
            }
            for start in stride(from: 0, to: pod.count, by: most) {
                let part = Array(pod[start..<min(start + most, pod.count)])
                parts.append((firstPod: closed + UInt32(index) + 1, standings: part))
            }
        }
        return parts.enumerated().map { index, part in
            .roundClosed(
                RoundClosed(
                    round: close.round, seasonVersion: close.seasonVersion, pods: pods, firstPod: part.firstPod,
                    podCommitment: index == 0 ? commitment : nil, entropy: index == 0 ? entropy : nil,
                    standings: part.standings))
        }
    }

    /// The season's points as they count, once all weeks of the round are final and no correction of them counts any more.
    private func points(
        of rounds: ContestRoundsSet, _ scoring: ScoringSet, in tournament: TournamentState, asOf version: UInt32,
        weeks: ClosedRange<UInt8>, isBegun: Bool
    ) throws(Refusal) -> SeasonPoints {
        let pool = state.pool(tournament.details.pool)
        guard let season = state.season(rounds.season) else {
            throw Refusal(.wrongStatus, "Season \(rounds.season) has no points yet.")
        }
        guard (1...season.version).contains(version) else {
            throw Refusal(
                .invalidValue, "Season \(season.id) has \(season.version) events, so there is no version \(version).")
        }
        let former = season.asOf(version: version)
        for week in weeks where !former.isFinal(week: week, scoring: scoring.scoring) {
            throw Refusal(
                .wrongStatus,
                "Week \(week) of season \(season.id) is not final by \(scoring.scoring), as of version \(version).")
        }
        let assigned = season.lastAssigned(in: tournament.details.pool)
        guard isBegun || assigned <= version else {
            throw Refusal(
                .invalidValue,
                "Version \(assigned) of season \(season.id) assigns points to a player, but version \(version) does not."
            )
        }
        if let days = rounds.correctionDays {
            try checkCorrected(season, weeks: weeks, of: rounds, scoring.scoring, days: days, asOf: version)
        }
        return SeasonPoints(
            former, of: rounds.season, scoring: scoring.scoring,
            for: pool ?? PoolState(id: tournament.details.pool), playedIn: rounds.weeks,
            correctionDays: rounds.correctionDays)
    }

    /// Refuses to close a round while corrections of its weeks count, and then as of a version that leaves some out: so
    /// the outcome is the same for every time and version at which the operator closes.
    private func checkCorrected(
        _ season: SeasonState, weeks: ClosedRange<UInt8>, of rounds: ContestRoundsSet, _ scoring: String, days: UInt8,
        asOf version: UInt32
    ) throws(Refusal) {
        for week in weeks {
            guard let end = season.correctionsEnd(week: week, scoring: scoring, days: days), now <= end else {
                continue
            }
            throw Refusal(
                .wrongStatus,
                "Corrections of week \(week) of season \(season.id) count until \(end.iso8601): close the round after "
                    + "that.")
        }
        // The identity of a player follows from the contest's earlier weeks, too.
        let told = min(rounds.weeks?.lowerBound ?? weeks.lowerBound, weeks.lowerBound)...weeks.upperBound
        let last = season.lastCounting(weeks: told, scoring: scoring, days: days)
        guard last <= version else {
            throw Refusal(
                .invalidValue,
                "The round counts what version \(last) of season \(season.id) has recorded in time, but version \(version) "
                    + "has not.")
        }
    }

    // MARK: Pods

    /// The next pods of the first round, and how many there are in all: the rooms that have drafted. None can be left out:
    /// each comes once, and the round closes with as many as there are.
    private func drafted(
        _ rooms: [RoomID], after round: PlayedRound, of tournament: TournamentState
    ) throws(Refusal) -> ([[EntryID]], UInt32) {
        guard (1...RecordLimit.roomsOfRound).contains(rooms.count) else {
            throw Refusal(
                .invalidValue,
                "\(rooms.count) rooms were given, expected 1-\(RecordLimit.roomsOfRound) at a time in the first round.")
        }
        // All are asked for before any is looked at: who lacks one lacks others too.
        let known = rooms.map { state.room($0) }
        let closed = Set(round.standings.lazy.map(\.entry.room))
        var last = RoomID(0)
        var pods: [[EntryID]] = []
        for (number, room) in zip(rooms, known) {
            guard number > last else {
                throw Refusal(
                    .invalidValue, "Room \(number) does not follow room \(last): name the rooms in ascending order.")
            }
            last = number
            guard !closed.contains(number) else {
                throw Refusal(.alreadyExists, "The standings of room \(number) are already recorded and cannot change.")
            }
            guard let room, room.tournament == tournament.id, room.status == .complete else {
                throw Refusal(
                    .invalidValue,
                    "Room \(number) is not a complete draft of contest \(tournament.id).")
            }
            guard room.pool == tournament.details.pool else {
                throw Refusal(
                    .invalidValue, "Room \(number) drafted from pool \(room.pool), which is not its contest's.")
            }
            let entries = room.members.compactMap { $0?.entry }
            guard entries.count == room.members.count else {
                throw Refusal(
                    .wrongStatus,
                    "Only \(entries.count) of \(room.members.count) teams of room \(number) are known, so it is unknown "
                        + "which entries advance.")
            }
            pods.append(entries)
        }
        return (pods, state.books(tournament.id).rooms[.complete])
    }

    /// The next pods of a later round, and how many there are in all: as many as one decision takes, or a single larger one.
    private func drawn(
        _ close: CloseRound, _ round: PlayedRound, _ terms: ContestRound, of tournament: TournamentState
    ) throws(Refusal) -> ([[EntryID]], UInt32) {
        guard round.secret != nil else {
            throw Refusal(.wrongStatus, "The pods of round \(close.round) are not drawn yet.")
        }
        guard close.rooms.isEmpty else {
            throw Refusal(.invalidValue, "Rooms were given, but only pods of the first round are rooms.")
        }
        var (pods, count): ([[EntryID]], Int) = ([], 0)
        for pod in round.drawnPods(podSize: terms.podSize).dropFirst(Int(round.closedPods)) {
            guard count < RecordLimit.entriesOfRound else { break }
            pods.append(Array(round.drawn[pod]))
            count += pod.count
        }
        return (pods, round.pods)
    }

    /// The drafted players of some rooms' entries, in the order of the picks.
    private func rosters(of rooms: Set<RoomID>) throws(Refusal) -> [EntryID: [PlayerIndex]] {
        let numbers = rooms.sorted()
        let known = numbers.map { state.room($0) }
        var rosters: [EntryID: [PlayerIndex]] = [:]
        for (number, room) in zip(numbers, known) {
            guard let room else { throw Refusal(.unknownRoom, "There is no room \(number).") }
            for pick in room.picks {
                guard let player = pick.player, let entry = room.member(at: pick.seat)?.entry else { continue }
                rosters[entry, default: []].append(player)
            }
        }
        return rosters
    }

    /// Draws the pods of a round, by the secret that the contest has committed to.
    func drawPodsEvents(_ id: TournamentID, _ round: UInt8) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        let tournament = try knownTournament(id)
        try checkEnded(tournament)
        guard let rounds = tournament.rounds, round >= 2, Int(round) <= rounds.rounds.count else {
            throw Refusal(.invalidValue, "Contest \(id) has no round \(round) whose pods are drawn.")
        }
        guard tournament.played.count < Int(round) else {
            throw Refusal(.alreadyExists, "The pods of round \(round) are already drawn and cannot change.")
        }
        guard tournament.played.count == Int(round) - 1, let before = tournament.played.last, before.isClosed else {
            throw Refusal(
                .wrongStatus,
                "Round \(round - 1) of contest \(id) is not closed, so the entries of the next round are unknown.")
        }
        let secret = cryptography.podSecret(of: id, round: round, of: UInt8(rounds.rounds.count))
        guard cryptography.sha256(secret.bytes) == tournament.commitment(ofRound: round) else {
            throw Refusal(
                .invalidValue,
                "The secret of round \(round) does not match the commitment of contest \(id): `draw.key` differs.")
        }
        let order = PodDraw.order(
            secret: secret, tournament: id, round: round,
            entrants: before.advancing(rounds.rounds[Int(round) - 2]), entropy: tournament.played.first?.entropy,
            cryptography: cryptography)
        let pods = PodDraw.sizes(of: order.count, podSize: rounds.rounds[Int(round) - 1].podSize).count
        return stride(from: 0, to: order.count, by: RecordLimit.drawnEntries).map { start in
            let part = order[start..<min(start + RecordLimit.drawnEntries, order.count)]
            return Event.podsDrawn(
                PodsDrawn(round: round, secret: secret, pods: UInt32(pods), entries: Array(part)))
        }.on(.tournament(id))
    }

    /// The commitment of a contest whose pods will be drawn; nil without draws.
    func podCommitment(of tournament: TournamentState) -> Digest256? {
        guard let count = tournament.rounds?.rounds.count, tournament.scoring != nil else { return nil }
        return podCommitment(of: tournament.id, rounds: count)
    }

    /// The commitment of a contest with a number of rounds; nil without draws.
    func podCommitment(of id: TournamentID, rounds count: Int) -> Digest256? {
        guard count > 1 else { return nil }
        return cryptography.sha256(cryptography.podSecret(of: id, round: 2, of: UInt8(count)).bytes)
    }

    /// The members' bytes of rooms whose standings are put on record; nil where they decide no draw.
    private func entropy(of rooms: [RoomID], in tournament: TournamentState, round: UInt8) -> Digest256? {
        guard round == 1, state.rules >= SoftwareStarted.rulesOfPodEntropy, tournament.rounds?.rounds.count ?? 0 > 1,
            tournament.played.first.map({ $0.closedPods == 0 || $0.entropy != nil }) ?? true
        else { return nil }
        return rooms.compactMap { state.room($0) }.reduce(nil) {
            PodDraw.combined($0, PodDraw.entropy(of: $1, cryptography: cryptography))
        }
    }

    // MARK: Prizes

    /// Refuses standings other than those that result from the contest's rounds.
    func check(_ standings: [Standing], followFrom tournament: TournamentState) throws(Refusal) {
        guard tournament.isDecidedByRounds(rules: state.rules) else { return }
        if let open = tournament.openRound {
            throw Refusal(
                .wrongStatus,
                "Round \(open) of contest \(tournament.id) is not closed: close the rounds before you award prizes.")
        }
        let first = Int(tournament.lastPlaceAwarded)
        let ranking = tournament.ranking(first: first + standings.count)
        let ranked = standings.sorted { ($0.place, $0.entry) < ($1.place, $1.entry) }
        for (index, standing) in ranked.enumerated() {
            let place = first + index
            guard place < ranking.count else {
                throw Refusal(
                    .invalidValue, "Contest \(tournament.id) has \(ranking.count) places, not \(place + 1).")
            }
            guard standing.entry == ranking[place], Int(standing.place) == place + 1 else {
                throw Refusal(
                    .invalidValue,
                    "Entry \(standing.entry) is at place \(standing.place); by the rounds of contest "
                        + "\(tournament.id) place \(place + 1) is entry \(ranking[place])'s.")
            }
        }
    }
}

extension RoundStanding {
    /// A record can hold everything within the rules' limits: 30 starters of 1,000 points in each of 22 weeks.
    fileprivate init(_ score: RoundScore, place: Int) {
        self.init(
            entry: score.entry, points: Int32(clamping: score.points), bestWeek: Int32(clamping: score.bestWeek ?? 0),
            place: UInt32(place))
    }
}
