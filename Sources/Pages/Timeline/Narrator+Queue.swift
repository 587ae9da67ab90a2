import Draft

extension Narrator {
    func queueWords(_ event: Event, in room: RoomID) -> StyledText {
        switch event {
        case .queueSet(let event): StyledText("set to \(Figures.plural(event.players.count, "player"))")
        case .queueAdded(let event):
            player(event.player, in: room) + StyledText(event.index.map { " added at \($0)" } ?? " added at the end")
        case .queueRemoved(let event): player(event.player, in: room) + " removed"
        case .queueMoved(let event): player(event.player, in: room) + StyledText(" moved to \(event.index)")
        case .queueMovedToTop(let event): player(event.player, in: room) + " moved to the top"
        case .queueCleared: "cleared"
        case .rankingsSet(let event): StyledText("rankings of \(Figures.plural(event.players.count, "player")) set")
        case .positionLimitsSet(let event): StyledText("limits set: \(Self.summary(event.limits))")
        case .commandRejected(let event): rejection(event, by: nil, in: room)
        default: StyledText("\(event)")
        }
    }

    /// `QB 3, RB 7, WR 9, TE 3`
    static func summary(_ limits: PositionLimits) -> String {
        [PlayerPosition.quarterback, .runningBack, .wideReceiver, .tightEnd]
            .compactMap { position in limits.limit(for: position).map { "\(position.abbreviation) \($0)" } }
            .joined(separator: ", ")
    }
}
