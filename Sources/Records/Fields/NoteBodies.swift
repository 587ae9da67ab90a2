import Draft

// The reference data of a season.

extension PlayerNoted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("position", &position)
        coder.optional("day", &day)
        coder.optional("adp", &adp)
        coder.optional("byeWeek", &byeWeek)
        coder.reason(&reason)
        coder.text("source", &source)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
        coder.text("team", &team)
    }
}

extension GameNoted: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("week", &week)
        coder.reason(&reason)
        coder.text("source", &source)
        coder.text("home", &home)
        coder.text("away", &away)
    }
}

// MARK: Commands

extension NoteCommand: CommandBody {
    mutating func fields(_ coder: inout some CommandCoder) {
        switch self {
        case .recordNotes(var command):
            coder.optional("day", &command.day)
            coder.text("source", &command.source)
            coder.group("notes", &command.notes)
            coder.reason(&command.reason)
            self = .recordNotes(command)
        case .recordGames(var command):
            coder.text("source", &command.source)
            coder.group("games", &command.games)
            coder.reason(&command.reason)
            self = .recordGames(command)
        }
    }
}

extension NotedPlayer: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("position", &position)
        coder.optional("adp", &adp)
        coder.optional("byeWeek", &byeWeek)
        coder.text("externalID", &externalID)
        coder.text("name", &name)
        coder.text("team", &team)
    }
}

extension NotedGame: GroupElement {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optional("week", &week)
        coder.text("home", &home)
        coder.text("away", &away)
    }
}
