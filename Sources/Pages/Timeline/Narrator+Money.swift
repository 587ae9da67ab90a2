import Draft

extension Narrator {
    func walletWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .depositRecorded(let event):
            "deposit of " + money(event.amount) + StyledText(" by \(event.provider), reference \(event.reference)")
        case .entryFeeHeld(let event):
            "entry fee of " + money(event.amount) + StyledText(" held for seat \(event.seat) of room \(event.room)")
        case .entryFeePosted(let event):
            "entry fee of " + money(event.amount) + StyledText(" paid for entry \(event.entry)")
        case .entryFeeReleased(let event):
            "entry fee of " + money(event.amount) + StyledText(" released, entry \(event.entry)")
        case .entryFeeRefunded(let event):
            "entry fee of " + money(event.amount) + StyledText(" refunded, entry \(event.entry)")
        case .prizeCredited(let event):
            "prize of " + money(event.amount) + StyledText(" for place \(event.place), entry \(event.entry)")
        case .withdrawalHeld(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount)
                + StyledText(" to \(event.provider) held")
        case .withdrawalPosted(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount)
                + StyledText(" paid out by \(event.provider), reference \(event.reference)")
        case .withdrawalReleased(let event):
            StyledText("withdrawal \(event.withdrawal) of ") + money(event.amount) + " released"
                + Self.because(event.reason)
        case .chargebackRecorded(let event):
            "chargeback of " + money(event.amount)
                + StyledText(" by \(event.provider), \(Figures.money(event.covered)) of it covered")
        case .balanceAdjusted(let event):
            "balance adjusted by " + money(event.amount)
                + StyledText(", approved by \(names.user(event.firstApprover)) and \(names.user(event.secondApprover))")
                + Self.because(event.reason)
        default: unexpected(recorded)
        }
    }

    private func money(_ amount: Cents) -> StyledText { StyledText(Figures.money(amount), .bold) }
}
