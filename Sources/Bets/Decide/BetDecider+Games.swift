import Values

/// The rules of seasons and schedules, and of games until their end.
extension BetDecider {
    func listTeamEvents(_ season: LeagueSeason, _ listed: TeamListed) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(listed.feed)
        try check(listed.team.number > 0, "0 is not a number of a team.")
        try checkText(listed.abbreviation, named: "abbreviation", 1...BetRules.feedBytes)
        try checkText(listed.fullName, named: "full name", 1...BetRules.nameBytes)
        try checkText(listed.city, named: "city", 0...BetRules.nameBytes)
        try checkText(listed.nickname, named: "nickname", 0...BetRules.nameBytes)
        try check(listed.yearFounded != .max, "\(UInt16.max) is not a year.")
        var known = state.seasons[season]?.teams[listed.team]
        known?.feed = listed.feed
        return known == listed ? [] : [BetStreamEvent(.league(season), .teamListed(listed))]
    }

    func listAthleteEvents(_ season: LeagueSeason, _ listed: AthleteListed) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(listed.feed)
        try check(listed.athlete.number > 0, "0 is not a number of an athlete.")
        try checkText(listed.name, named: "name", 1...BetRules.nameBytes)
        try checkText(listed.position, named: "position", 0...BetRules.feedBytes)
        if let team = listed.team { try checkTeam(team, in: season) }
        var known = state.seasons[season]?.athletes[listed.athlete]
        known?.feed = listed.feed
        return known == listed ? [] : [BetStreamEvent(.league(season), .athleteListed(listed))]
    }

    private func checkTeam(_ team: TeamID, in season: LeagueSeason) throws(BetRefusal) {
        guard state.seasons[season]?.teams[team] != nil else {
            throw BetRefusal(.unknownTeam, "Team \(team) is not listed in season \(season.label). Send listTeam first.")
        }
    }

    func scheduleGameEvents(_ id: GameID, _ scheduled: GameScheduled) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(scheduled.feed)
        if let game = state.games[id] { return try scheduleAgainEvents(game, scheduled) }
        try check(
            (1...BetStream.maximumNumber).contains(scheduled.season.number),
            "\(scheduled.season) is not a season: expected the year in which it begins.")
        try check(scheduled.home != scheduled.away, "Team \(scheduled.home) cannot play against itself.")
        try checkTeam(scheduled.home, in: scheduled.season)
        try checkTeam(scheduled.away, in: scheduled.season)
        try checkAppointment(scheduled.date, scheduled.tipOff)
        return [BetStreamEvent(.game(id), .gameScheduled(scheduled))]
    }

    /// A game that is on the schedule: the same report says nothing new, another one is no longer possible.
    private func scheduleAgainEvents(
        _ game: BetState.Game, _ scheduled: GameScheduled
    ) throws(BetRefusal) -> [BetStreamEvent] {
        guard
            (game.season, game.home, game.away, game.isNeutral)
                == (scheduled.season, scheduled.home, scheduled.away, scheduled.isNeutral)
        else {
            throw BetRefusal(
                .conflict, "Game \(game.id) is on the schedule with other teams, season or arena, which cannot change.")
        }
        // The first appointment too: a feed that is late repeats what was true before a move.
        let isKnown = [game.schedule[0], game.appointment].contains {
            $0.date == scheduled.date && $0.tipOff == scheduled.tipOff
        }
        guard isKnown else {
            throw BetRefusal(
                .conflict, "Game \(game.id) is on the schedule with another date or time. Send moveGame to change it.")
        }
        return []
    }

    func moveGameEvents(_ id: GameID, _ moved: GameMoved) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(moved.feed)
        let game = try game(id)
        try checkAppointment(moved.date, moved.tipOff)
        guard (game.appointment.date, game.appointment.tipOff) != (moved.date, moved.tipOff) else { return [] }
        guard game.starts.isEmpty, game.finals.isEmpty else {
            throw BetRefusal(.wrongStatus, "Game \(id) has tipped off and cannot be moved.")
        }
        return withSettlements(.gameMoved(moved), of: game)
    }

    func startGameEvents(_ id: GameID, _ started: GameStarted) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(started.feed)
        let game = try game(id)
        if let known = game.starts.first(where: { $0.feed == started.feed }) {
            guard known.tippedOffAt == started.tippedOffAt else {
                throw BetRefusal(
                    .conflict,
                    "\(started.feed) has reported the tip-off of game \(id) at \(known.tippedOffAt.iso8601) and cannot "
                        + "change it.")
            }
            return []
        }
        try checkIsOn(game)
        guard game.finals.isEmpty else {
            throw BetRefusal(.wrongStatus, "Game \(id) is over. A tip-off has to be reported before the final.")
        }
        try check(
            started.tippedOffAt <= moment, "The tip-off \(started.tippedOffAt.iso8601) is in the future.")
        try checkStart(started.tippedOffAt, of: game)
        return withSettlements(.gameStarted(started), of: game)
    }

    /// Refuses a tip-off long before the scheduled one: it would void bets that were made in good time.
    private func checkStart(_ tippedOffAt: Timestamp, of game: BetState.Game) throws(BetRefusal) {
        if let tipOff = game.appointment.tipOff {
            try check(
                tippedOffAt >= tipOff - BetRules.earliestStart,
                "The tip-off \(tippedOffAt.iso8601) is more than an hour before the scheduled one, \(tipOff.iso8601). "
                    + "Send moveGame first.")
        } else if let date = game.appointment.date {
            try check(date.contains(tippedOffAt), "The tip-off \(tippedOffAt.iso8601) is not on the US date \(date).")
        }
    }

    private func checkIsOn(_ game: BetState.Game) throws(BetRefusal) {
        guard game.appointment.date != nil else {
            throw BetRefusal(
                .wrongStatus, "Game \(game.id) is cancelled, or has no date. Send moveGame with its date first.")
        }
    }

    func updateScoreEvents(_ id: GameID, _ update: ScoreUpdated) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(update.feed)
        let game = try game(id)
        let period = Int(update.period)
        try check(
            (1...GameClock.mostPeriods).contains(period),
            "\(period) is not a period: expected 1-\(GameClock.mostPeriods).")
        try check(
            Int(update.secondsLeft) <= GameClock.length(ofPeriod: period),
            "Period \(period) cannot have \(update.secondsLeft) s left: it has \(GameClock.length(ofPeriod: period)) s."
        )
        try check(
            max(update.home, update.away) <= BetRules.mostPoints,
            "\(update.home)-\(update.away) is not a score: expected at most \(BetRules.mostPoints) points.")
        try check(
            update.phase != .periodBreak || update.secondsLeft == 0,
            "A period break has 0 s left, not \(update.secondsLeft).")
        let last = game.scores.first { $0.update.feed == update.feed }?.update
        guard last != update else { return [] }
        guard !game.starts.isEmpty, game.finals.isEmpty else {
            let status = game.finals.isEmpty ? "has not tipped off. Send startGame first." : "is over."
            throw BetRefusal(.wrongStatus, "Game \(id) \(status)")
        }
        if let last, update.secondsPlayed < last.secondsPlayed {
            throw BetRefusal(
                .stale,
                "\(update.feed) has reported the score after \(last.secondsPlayed) s of play; this one is of "
                    + "\(update.secondsPlayed) s.")
        }
        return [BetStreamEvent(.game(id), .scoreUpdated(update))]
    }

    func recordBoxScoreEvents(_ id: GameID, _ box: BoxScoreRecorded) throws(BetRefusal) -> [BetStreamEvent] {
        try checkFeed(box.feed)
        let game = try game(id)
        try check(
            box.team == game.home || box.team == game.away,
            "Team \(box.team) does not play in game \(id): expected \(game.home) or \(game.away).")
        guard !game.finals.isEmpty else {
            throw BetRefusal(.wrongStatus, "Game \(id) is not over. Send finishGame first.")
        }
        try check(
            box.athletes.count <= BetRules.mostAthletes,
            "A box score of \(box.athletes.count) athletes is too long: expected at most \(BetRules.mostAthletes).")
        try check(
            Set(box.athletes.map(\.athlete)).count == box.athletes.count, "The box score names an athlete twice.")
        try check(box.athletes.count { $0.isStarter == true } <= 5, "More than five athletes cannot start.")
        try check(box.line.addsUp, "The team's points are not those of its shots and free throws.")
        for athlete in box.athletes {
            try check(athlete.line.addsUp, "The points of athlete \(athlete.athlete) are not those of the shots made.")
        }
        var known = game.boxScores[box.team]
        known?.feed = box.feed
        return known == box ? [] : [BetStreamEvent(.game(id), .boxScoreRecorded(box))]
    }
}

extension BoxLine {
    /// Whether the points are those of the shots made, and no more shots were made than tried.
    var addsUp: Bool {
        let made = 2 * Int(fieldGoals) + Int(threePointers) + Int(freeThrows)
        return Int(points) == made && threePointers <= fieldGoals && fieldGoals <= fieldGoalAttempts
            && threePointers <= threePointAttempts && threePointAttempts <= fieldGoalAttempts
            && freeThrows <= freeThrowAttempts
    }
}
