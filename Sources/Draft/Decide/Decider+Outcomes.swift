/// The rules after the drafts: the points of a season, and their use in a contest.
extension Decider where State: HouseStates {
    func seasonEvents(_ id: SeasonID, _ command: SeasonCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkSeason(id)
        switch command {
        case .recordScores(let command): return try recordScoresEvents(id, command)
        case .closeWeek(let week, let scoring): return try closeWeekEvents(id, week, scoring)
        case .assignScores(let assigned): return try assignScoresEvents(id, assigned)
        }
    }

    /// Refuses a number that no season has.
    func checkSeason(_ id: SeasonID) throws(Refusal) {
        guard Self.seasons.contains(id) else {
            throw Refusal(
                .invalidValue,
                "The season is \(id), expected the year in which it begins, \(Self.seasons.lowerBound)-"
                    + "\(Self.seasons.upperBound).")
        }
    }

    private static var seasons: ClosedRange<SeasonID> { 1920...9999 }

    /// The most points that a player can have in a week, either way, in hundredths.
    private static var mostPoints: Int32 { 100_000 }

    /// A contest that waits longer for corrections does not pay in that season.
    private static var mostCorrectionDays: UInt8 { 60 }

    private func recordScoresEvents(_ id: SeasonID, _ command: RecordScores) throws(Refusal) -> [StreamEvent] {
        let (week, scoring) = (command.week, command.scoring)
        try checkWeek(week, scoring)
        try check(command.source, named: "source")
        try check(command.reason, named: "reason", isRequired: false, limit: 1_000)
        guard (1...RecordLimit.scores).contains(command.scores.count) else {
            throw Refusal(
                .invalidValue,
                "\(command.scores.count) scores were given, expected 1-\(RecordLimit.scores) at a time.")
        }
        let season = state.season(id)
        let isFinal = season?.isFinal(week: week, scoring: scoring) ?? false
        var seen: Set<SeasonPlayer> = []
        var events: [Event] = []
        for score in command.scores {
            try check(score.name, named: "player's name")
            try check(score.externalID, named: "external id of \(score.name)", isRequired: false)
            try check(score.team, named: "team of \(score.name)", isRequired: false)
            guard score.points.magnitude <= Self.mostPoints.magnitude else {
                throw Refusal(
                    .invalidValue,
                    "\(score.name) has \(score.points) hundredths of a point, expected at most \(Self.mostPoints).")
            }
            let player = SeasonPlayer(score)
            guard seen.insert(player).inserted else {
                throw Refusal(.invalidValue, "\(score.name) is listed twice.")
            }
            let known = season?.score(of: player, week: week, scoring: scoring)
            if let known, known.points == score.points {
                throw Refusal(
                    .invalidValue,
                    "\(score.name) already has \(score.points) hundredths of a point in week \(week).")
            }
            if isFinal || known != nil, command.reason.isEmpty {
                let why = known == nil ? "week \(week) is final" : "\(score.name) had \(known?.points ?? 0) hundredths"
                throw Refusal(.invalidValue, "A correction needs a reason: \(why).")
            }
            events.append(
                .playerScored(
                    PlayerScored(
                        week: week, position: score.position, points: score.points, replaces: known?.points,
                        reason: command.reason, scoring: scoring, source: command.source,
                        externalID: score.externalID, name: score.name, team: score.team)))
        }
        return events.on(.season(id))
    }

    private func closeWeekEvents(_ id: SeasonID, _ week: UInt8, _ scoring: String) throws(Refusal) -> [StreamEvent] {
        try checkWeek(week, scoring)
        let season = state.season(id)
        guard season?.isFinal(week: week, scoring: scoring) != true else {
            throw Refusal(.wrongStatus, "Week \(week) of season \(id) is already final.")
        }
        let players = season?.scores.count { $0.week == week && $0.scoring == scoring } ?? 0
        guard players > 0 else {
            throw Refusal(.wrongStatus, "Season \(id) has no \(scoring) points of week \(week) yet.")
        }
        let final = WeekFinal(week: week, players: UInt16(clamping: players), scoring: scoring)
        return [StreamEvent(.season(id), .weekFinal(final))]
    }

    /// Records whose points a season's scores are. Neither the sender nor the person who asked for it approves it.
    private func assignScoresEvents(_ id: SeasonID, _ assigned: ScoresAssigned) throws(Refusal) -> [StreamEvent] {
        try check(assigned.reason, named: "reason", limit: 1_000)
        try check(assigned.name, named: "player's name")
        try check(assigned.externalID, named: "external id of \(assigned.name)", isRequired: false)
        let approver = assigned.approvedBy
        guard approver.number > 0 else {
            throw Refusal(.approverRequired, "An assignment of points needs the user number of its approver.")
        }
        guard approver != assigned.requestedBy ?? origin.actor.user, isApproved || approver != origin.actor.user else {
            throw Refusal(
                .conflictOfInterest,
                "User \(approver) requested the assignment of points and cannot approve it. Another person has to.")
        }
        let listed = try listing(of: assigned.player)
        guard let season = state.season(id),
            season.scores.contains(where: { SeasonPlayer($0) == assigned.scored && $0.name == assigned.name })
        else {
            throw Refusal(
                .invalidValue,
                "Season \(id) records no points of \(assigned.name) (\(assigned.position.abbreviation)). Record the scores "
                    + "first, and use the same player name.")
        }
        let known = season.assignments(in: assigned.player.pool)
        guard known.statement(assigned.player.player, assigned.scored) != assigned.belongs else {
            throw Refusal(
                .alreadyExists,
                "It is already recorded that the points of \(assigned.name) are \(assigned.belongs ? "" : "not ")those of "
                    + "\(listed.name) (\(assigned.player)).")
        }
        if assigned.belongs, let other = known.owner(of: assigned.scored) {
            throw Refusal(
                .aliasContradiction,
                "The points of \(assigned.name) are those of player \(PoolPlayer(assigned.player.pool, other)) as "
                    + "recorded earlier. First record that they do not belong to that player.")
        }
        return [StreamEvent(.season(id), .scoresAssigned(assigned))]
    }

    private func checkWeek(_ week: UInt8, _ scoring: String) throws(Refusal) {
        guard SeasonState.weeks.contains(week) else {
            throw Refusal(
                .invalidValue,
                "The week is \(week), expected \(SeasonState.weeks.dashed).")
        }
        try checkScoring(scoring)
    }

    private func checkScoring(_ scoring: String) throws(Refusal) {
        try check(scoring, named: "name of the scoring", limit: 32)
    }

    // MARK: Contests

    func setContestRoundsEvents(_ id: TournamentID, _ set: ContestRoundsSet) throws(Refusal) -> [StreamEvent] {
        let tournament = try settable(id, known: \.rounds, "rounds")
        guard Self.seasons.contains(set.season) else {
            throw Refusal(.invalidValue, "The season is \(set.season), expected the year in which it begins.")
        }
        if let fault = set.rounds.fault(teams: tournament.details.ruleset.teams) {
            throw Refusal(.invalidValue, "Rounds: \(fault).")
        }
        if let days = set.correctionDays, days > Self.mostCorrectionDays {
            throw Refusal(
                .invalidValue, "Corrections count for \(days) days, expected 0-\(Self.mostCorrectionDays).")
        }
        guard set.ties.last == .earlierEntry, Set(set.ties).count == set.ties.count else {
            throw Refusal(
                .invalidValue, "The tie-breakers must be different, and the last must be earlierEntry.")
        }
        var set = set
        // Committed to before anybody has entered, and before the season has begun.
        set.podCommitment =
            state.rules >= SoftwareStarted.rulesOfPodEntropy ? podCommitment(of: id, rounds: set.rounds.count) : nil
        return [StreamEvent(.tournament(id), .contestRoundsSet(set))]
    }

    func setScoringEvents(_ id: TournamentID, _ set: ScoringSet) throws(Refusal) -> [StreamEvent] {
        let tournament = try settable(id, known: \.scoring, "scoring")
        try checkScoring(set.scoring)
        let (lineup, rounds) = (set.lineup, tournament.details.ruleset.rounds)
        guard (1...Int(rounds)).contains(lineup.starters) else {
            throw Refusal(
                .invalidValue, "\(lineup.starters) players start, expected 1-\(rounds), the number of rounds.")
        }
        guard lineup.flexPositions.isSubset(of: .all), lineup.flexPositions.isEmpty == (lineup.flex == 0) else {
            throw Refusal(
                .invalidValue, "A flex needs positions of QB, RB, WR and TE; without a flex, leave the positions out.")
        }
        return [StreamEvent(.tournament(id), .scoringSet(set))]
    }

    /// A contest whose outcome can still be defined: once, and before anybody has entered. One that was drafted elsewhere
    /// has no entries that were paid for here, and is told of whenever it is.
    private func settable<Value>(
        _ id: TournamentID, known: KeyPath<TournamentState, Value?>, _ what: String
    ) throws(Refusal) -> TournamentState {
        try checkRole()
        let tournament = try knownTournament(id)
        guard tournament[keyPath: known] == nil else {
            throw Refusal(.alreadyExists, "The \(what) of contest \(id) are already set and cannot change.")
        }
        let entries = state.books(id).entries
        guard entries == 0, tournament.stage == .open || !tournament.details.ruleset.isTimed else {
            throw Refusal(
                .wrongStatus,
                "Contest \(id) is \(tournament.stage.name) with \(entries) entries; its \(what) must be set before the first entry."
            )
        }
        return tournament
    }
}
