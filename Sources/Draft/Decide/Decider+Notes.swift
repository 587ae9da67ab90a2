/// Reference data: used by reports only.
extension Decider where State: HouseStates {
    func noteEvents(_ id: SeasonID, _ command: NoteCommand) throws(Refusal) -> [StreamEvent] {
        try checkRole()
        try checkSeason(id)
        switch command {
        case .recordNotes(let command): return try recordNotesEvents(id, command)
        case .recordGames(let command): return try recordGamesEvents(id, command)
        }
    }

    /// The highest average position, in hundredths of a pick: no draft has more picks.
    private static var latestPosition: UInt32 { 1_000_000 }

    private static var microsecondsOfDay: Int64 { 86_400_000_000 }

    private func recordNotesEvents(_ id: SeasonID, _ command: RecordNotes) throws(Refusal) -> [StreamEvent] {
        try checkNotes(command.notes.count, command.source, command.reason)
        if let day = command.day { try check(day, of: id) }
        let state = state.notes(id)
        var told: Set<NotesState.Subject> = []
        var events: [Event] = []
        for player in command.notes {
            try check(player, on: command.day)
            let note = PlayerNoted(
                position: player.position, day: command.day, adp: player.adp, byeWeek: player.byeWeek,
                reason: command.reason, source: command.source, externalID: player.externalID, name: player.name,
                team: player.team)
            guard told.insert(NotesState.Subject(note)).inserted else {
                throw Refusal(.invalidValue, "\(player.name) is listed twice.")
            }
            if state?.says(note) == true {
                throw Refusal(.invalidValue, "The note on \(player.name) is already recorded.")
            }
            if command.reason.isEmpty, state?.contradicts(note) == true {
                throw Refusal(
                    .invalidValue, "A correction needs a reason: \(player.name) is recorded with other values.")
            }
            events.append(.playerNoted(note))
        }
        return events.on(.notes(id))
    }

    private func recordGamesEvents(_ id: SeasonID, _ command: RecordGames) throws(Refusal) -> [StreamEvent] {
        try checkNotes(command.games.count, command.source, command.reason)
        let state = state.notes(id)
        var weeks: [NotesState.Pairing: GameNoted] = [:]
        for game in state?.games ?? [] { weeks[NotesState.Pairing(game)] = game }
        var told: Set<NotesState.Pairing> = []
        var events: [Event] = []
        for game in command.games {
            try check(game.home, named: "home team")
            try check(game.away, named: "away team")
            if let week = game.week, !SeasonState.weeks.contains(week) {
                throw Refusal(
                    .invalidValue,
                    "The week is \(week), expected \(SeasonState.weeks.dashed).")
            }
            let noted = GameNoted(
                week: game.week, reason: command.reason, source: command.source, home: game.home, away: game.away)
            let pairing = NotesState.Pairing(noted)
            guard !pairing.home.isEmpty, !pairing.away.isEmpty, pairing.home != pairing.away else {
                throw Refusal(.invalidValue, "\(game.home) against \(game.away) is not a game of two teams.")
            }
            guard told.insert(pairing).inserted else {
                throw Refusal(.invalidValue, "\(game.home) against \(game.away) is listed twice.")
            }
            if state?.says(noted) == true || game.week == nil && state?.known(noted) == nil {
                throw Refusal(.invalidValue, "The note on \(game.home) against \(game.away) is already recorded.")
            }
            if command.reason.isEmpty, state?.contradicts(noted) == true {
                throw Refusal(
                    .invalidValue,
                    "A correction needs a reason: \(game.home) against \(game.away) is recorded with other values.")
            }
            weeks[pairing] = game.week == nil ? nil : noted
            events.append(.gameNoted(noted))
        }
        try checkTeamsPlayOnce(weeks)
        return events.on(.notes(id))
    }

    private func checkTeamsPlayOnce(_ games: [NotesState.Pairing: GameNoted]) throws(Refusal) {
        var playing: [UInt8: Set<String>] = [:]
        for (pairing, game) in games.sorted(by: { $0.key < $1.key }) {
            guard let week = game.week else { continue }
            for team in [pairing.home, pairing.away] where !playing[week, default: []].insert(team).inserted {
                throw Refusal(.invalidValue, "\(team) would play twice in week \(week).")
            }
        }
    }

    private func checkNotes(_ count: Int, _ source: String, _ reason: Wording) throws(Refusal) {
        try check(source, named: "source")
        try check(reason, named: "reason", isRequired: false, limit: 1_000)
        guard (1...RecordLimit.scores).contains(count) else {
            throw Refusal(.invalidValue, "\(count) notes were given, expected 1-\(RecordLimit.scores) at a time.")
        }
    }

    private func check(_ player: NotedPlayer, on day: Timestamp?) throws(Refusal) {
        try check(player.name, named: "player's name")
        try check(player.externalID, named: "external id of \(player.name)", isRequired: false)
        try check(player.team, named: "team of \(player.name)", isRequired: false)
        if let week = player.byeWeek, !(1...18).contains(week) {
            throw Refusal(.invalidValue, "The bye week of \(player.name) is \(week); weeks go from 1 to 18.")
        }
        guard day != nil else {
            guard player.adp == nil, player.byeWeek != nil || !TeamName.canonical(player.team).isEmpty else {
                throw Refusal(
                    .invalidValue, "\(player.name) needs a team or a bye week; an ADP needs a day.")
            }
            return
        }
        guard let adp = player.adp, (1...Self.latestPosition).contains(adp), player.byeWeek == nil else {
            throw Refusal(
                .invalidValue,
                "\(player.name) needs an ADP of 1-\(Self.latestPosition) hundredths of a pick and no bye week.")
        }
    }

    /// A day is one of the season's, or of the year before it, in which its first drafts can be, or of the one behind it.
    private func check(_ day: Timestamp, of season: SeasonID) throws(Refusal) {
        let year = UInt64(day.iso8601.prefix(4)) ?? 0
        guard day.microseconds % Self.microsecondsOfDay == 0 else {
            throw Refusal(.invalidValue, "The day is \(day.iso8601), expected the midnight (UTC) that begins it.")
        }
        guard (year...year + 2).contains(season.number.addingReportingOverflow(1).partialValue) else {
            throw Refusal(.invalidValue, "The day is \(day.iso8601), and the season \(season): expected a day near it.")
        }
    }
}
