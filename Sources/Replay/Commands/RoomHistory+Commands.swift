import Draft

extension RoomHistory {
    /// The commands of the draft, in the order in which they were decided. What cannot be put together again is left
    /// out; see `RecordedCommand`.
    public var commands: [RecordedCommand] {
        let view = view()
        var commands: [RecordedCommand] = []
        for group in CommandGroup.groups(of: events) {
            view.position = group.first.position
            if let command = CommandRebuilder(view)?.command(of: group) { commands.append(command) }
            for event in group.events { view.fold(event) }
        }
        return commands
    }
}
