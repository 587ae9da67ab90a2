import Draft

/// Who is who among the players of different pools.
extension Narrator {
    func aliasWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .playersJoined(let event):
            Self.pair(event.first, event.second) + StyledText(" are one", .bold)
                + StyledText(event.acrossPositions ? ", across positions" : "")
                + StyledText(event.withinPool ? ", within a pool" : "")
        case .playersParted(let event): Self.pair(event.first, event.second) + StyledText(" are two", .bold)
        case .aliasWithdrawn(let event):
            StyledText("what was said of ") + Self.pair(event.first, event.second)
                + StyledText(" is taken back", .bold)
        default: unexpected(recorded)
        }
    }

    private static func pair(_ first: PoolPlayer, _ second: PoolPlayer) -> StyledText {
        StyledText("player \(first.player) of pool \(first.pool) and player \(second.player) of pool \(second.pool)")
    }
}
