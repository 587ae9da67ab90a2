import Draft

extension Narrator {
    func tournamentWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .tournamentCreated(let event):
            StyledText("contest ") + StyledText(event.title, .bold)
                + StyledText(
                    ": \(Self.summary(event.ruleset))\(event.entryFee.map { ", fee \(Figures.money($0))" } ?? "")")
        case .entriesClosed(let event):
            StyledText(
                "entries closed at \(Figures.grouped(event.entries)), "
                    + "\(Figures.plural(event.cancelledRooms, "room")) cancelled")
        case .tournamentCancelled(let event): StyledText("contest cancelled", .alarm) + Self.because(event.reason)
        case .prizesAwarded(let event):
            StyledText(
                "places \(event.firstPlace)-\(event.lastPlace): \(Figures.money(event.amount)) awarded to "
                    + "\(event.entries) \(event.entries == 1 ? "entry" : "entries")")
        case .overlayAdded(let event): StyledText("overlay of \(Figures.money(event.amount)) added by the house")
        case .rakeTaken(let event): StyledText("rake of \(Figures.money(event.amount)) taken")
        case .tournamentFinalized(let event):
            StyledText("contest finalized", .bold)
                + StyledText(
                    ": fees \(Figures.money(event.fees)) + overlay \(Figures.money(event.overlay)) = prizes "
                        + "\(Figures.money(event.prizes)) + rake \(Figures.money(event.rake)) + refunds "
                        + "\(Figures.money(event.refunds))")
        default: unexpected(recorded)
        }
    }
}
