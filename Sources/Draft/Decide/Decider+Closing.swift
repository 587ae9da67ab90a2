/// The end of a season's ledger.
extension Decider where State: HouseStates {
    /// Closes the ledger if nothing is open: no draft, no contest, no held money, no case, no approval request.
    func closeLedgerEvents(_ reason: Wording) throws(Refusal) -> [StreamEvent] {
        try check(reason, named: "reason", limit: 1_000)
        let closing = state.closing
        guard closing.open.isEmpty else {
            throw Refusal(
                .seasonNotOver, "The season is not over. Open: \(closing.open.joined(separator: "; ")).")
        }
        let closed = LedgerClosed(
            users: closing.users, total: closing.total, closing: closing.digest(by: cryptography), reason: reason)
        return [StreamEvent(.system, .ledgerClosed(closed))]
    }

    /// Refuses all commands to a closed ledger but those that privacy requires: erasures, and the records of who read private
    /// data.
    func checkIsOpen(to command: Command) throws(Refusal) {
        guard state.system.isClosed, !isForPrivacy(command) else { return }
        throw Refusal(
            .ledgerClosed,
            "The season of this ledger is over, and the ledger is closed. Send the command to the ledger of the next season."
        )
    }

    private func isForPrivacy(_ command: Command) -> Bool {
        switch command {
        case .ledger(.eraseText), .user(_, .recordAccess): true
        case .measure(let id, let measure):
            (measure.proposal?.command ?? state.measure(id)?.proposed.command).map(isForPrivacy) ?? false
        case .ledger, .pool, .tournament, .room, .queue, .wallet, .user, .dispute, .staff, .season, .aliases, .notes:
            false
        }
    }
}
