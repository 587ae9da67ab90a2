/// The parts of an event's subject, under the names by which they are asked for.
extension Event {
    /// The seat of the room that it is about; nil for an event about the room as a whole, and outside rooms.
    package var seat: Seat? { subject.seat }

    /// The pick that it is about; nil for an event about no pick.
    package var pickNumber: PickNumber? { subject.pick }

    /// The reason in the words of the person who did it, or the log's word for them; nil for an event without a reason.
    package var reason: String? {
        if case .evidence = caseStep { return nil }
        return statement?.words.description
    }

    /// The people who agreed to it, as far as it names them.
    package var approvers: [UserID] { subject.approvers }

    /// The case that it follows from.
    package var dispute: CaseID? { subject.dispute }

    /// The money that it moves or announces; nil for an event that is not about money.
    package var amount: Cents? { subject.amount }

    /// The fee or the prize of an entry that a wallet's event moves.
    package var fee: FeeMovement? { subject.fee }

    /// The money that it moves between a provider and the ledger.
    package var transfer: ProviderTransfer? { subject.transfer }

    /// The entry whose fee or prize a wallet's event moves.
    package var paidEntry: EntryID? { subject.fee?.entry }

    /// The contest whose money a wallet's event moves.
    package var feeContest: TournamentID? { subject.fee?.contest }

    /// The number of the pick that the event makes; nil for any other event.
    package var madePick: PickNumber? { traits.contains(.makesPick) ? subject.pick : nil }

    /// The player that a pick takes.
    package var pickedPlayer: PlayerIndex? { subject.player }

    /// The provider's reference of a deposit or a dispute, which can be recorded only once.
    package var uniquePayment: WalletState.PaymentReference? { subject.payment }

    /// The secret of a room's draw that it reveals; nil if it reveals no secret.
    package var revealedSecret: Digest256? { subject.secret }

    /// The free text of the event; nil for events without any.
    package var statement: Statement? { subject.statement }

    /// Whether it only counts the seconds down.
    package var isTick: Bool { if case .ticked = clock { true } else { false } }

    /// Whether it edits a queue, its rankings or its limits.
    package var isQueueEdit: Bool {
        let facts = type.facts
        return facts.home == .queue && facts.actor == .member
    }
}
