/// What an event says about people: on whose seat, why, and who agreed.
extension Event {
    /// The seat of the room that it is about; nil for what is about the room as a whole, and outside rooms.
    package var seat: Seat? {
        switch self {
        case .seatTaken(let event): event.seat
        case .seatLeft(let event): event.seat
        case .entropyRevealed(let event): event.seat
        case .pickMade(let event): event.seat
        case .pickAutomated(let event): event.seat
        case .pickCorrected(let event): event.seat
        case .commandRejected(let event): event.seat
        case .autodraftSet(let event): event.seat
        case .connectionChanged(let event): event.seat
        default: nil
        }
    }

    /// The pick that it is about; nil for what is about none.
    package var pickNumber: PickNumber? {
        switch self {
        case .clockStarted(let event): event.pick
        case .clockTicked(let event): event.pick
        case .clockExtended(let event): event.pick
        case .pickMade(let event): event.pick
        case .pickAutomated(let event): event.pick
        case .autopickExplained(let event): event.pick
        case .pickCorrected(let event): event.pick
        case .commandRejected(let event): event.pick
        case .roomPaused(let event): event.pick
        case .roomResumed(let event): event.pick
        case .disputeOpened(let event): event.pick
        default: nil
        }
    }

    /// Why it was done, in the words of whoever did it, or what the log says of them; nil for what takes no reason.
    package var reason: String? {
        if case .evidenceAttached = self { return nil }
        return statement?.words.description
    }

    /// Who agreed to it, as far as it names them.
    package var approvers: [UserID] {
        switch self {
        case .pickCorrected(let event): [event.approvedBy]
        case .roomVoided(let event): [event.approvedBy].compactMap(\.self)
        case .balanceAdjusted(let event): [event.firstApprover, event.secondApprover]
        case .scoresAssigned(let event): [event.approvedBy]
        default: []
        }
    }

    /// The case that it follows from.
    package var dispute: CaseID? {
        switch self {
        case .pickCorrected(let event): event.dispute
        case .balanceAdjusted(let event): event.dispute
        case .measureProposed(let event): event.dispute
        case .privateDataRead(let event): event.dispute
        default: nil
        }
    }

    /// The money that it moves or announces; nil for what is not about money.
    package var amount: Cents? {
        switch self {
        case .depositRecorded(let event): event.amount
        case .entryFeeHeld(let event): event.amount
        case .entryFeePosted(let event): event.amount
        case .entryFeeReleased(let event): event.amount
        case .entryFeeRefunded(let event): event.amount
        case .prizeCredited(let event): event.amount
        case .withdrawalHeld(let event): event.amount
        case .withdrawalPosted(let event): event.amount
        case .withdrawalReleased(let event): event.amount
        case .chargebackRecorded(let event): event.amount
        case .chargebackSettled(let event): event.amount
        case .balanceAdjusted(let event): event.amount
        case .prizesAwarded(let event): event.amount
        case .overlayAdded(let event): event.amount
        case .rakeTaken(let event): event.amount
        default: nil
        }
    }

    /// The entry whose fee or prize a wallet's event moves.
    package var paidEntry: EntryID? {
        switch self {
        case .entryFeeHeld(let event): event.entry
        case .entryFeePosted(let event): event.entry
        case .entryFeeReleased(let event): event.entry
        case .entryFeeRefunded(let event): event.entry
        case .prizeCredited(let event): event.entry
        default: nil
        }
    }

    /// The number of the pick that the event makes; nil for any other event.
    package var pickMade: PickNumber? {
        switch self {
        case .pickMade(let made): made.pick
        case .pickAutomated(let made): made.pick
        default: nil
        }
    }

    /// The player that a pick takes.
    package var pickedPlayer: PlayerIndex? {
        switch self {
        case .pickMade(let made): made.player
        case .pickAutomated(let made): made.player
        default: nil
        }
    }

    /// Whether it edits a queue, its rankings or its limits.
    package var isQueueEdit: Bool {
        let facts = type.facts
        return facts.home == .queue && facts.actor == .member
    }

    /// The contest whose money a wallet's event moves.
    package var feeContest: TournamentID? {
        switch self {
        case .entryFeeHeld(let event): event.tournament
        case .entryFeePosted(let event): event.tournament
        case .entryFeeReleased(let event): event.tournament
        case .entryFeeRefunded(let event): event.tournament
        case .prizeCredited(let event): event.tournament
        default: nil
        }
    }
}
