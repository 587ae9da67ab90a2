import Draft
import Replay

extension Narrator {
    func money(_ amount: Cents) -> StyledText { StyledText(Figures.money(amount), .bold) }
}

extension Narrator {
    /// The skipped players by name: the stream is the seat's own.
    func explained(_ event: AutopickExplained, in room: RoomID) -> StyledText {
        let label = StyledText(names.label(of: event.pick, in: room), .bold)
        guard !event.skipped.isEmpty else { return label + " skipped no player" }
        let shown = event.skipped.prefix(8).map { player($0.player, in: room) + StyledText(" (\($0.cause.words))") }
        let rest = event.skipped.count - shown.count
        return label + " skipped "
            + (shown + (rest > 0 ? [StyledText("\(rest) more")] : [])).joined(by: ", ")
    }

    /// `QB 3, RB 7, WR 9, TE 3`
    static func summary(_ limits: PositionLimits) -> String {
        [PlayerPosition.quarterback, .runningBack, .wideReceiver, .tightEnd]
            .compactMap { position in limits.limit(for: position).map { "\(position.abbreviation) \($0)" } }
            .joined(separator: ", ")
    }
}
