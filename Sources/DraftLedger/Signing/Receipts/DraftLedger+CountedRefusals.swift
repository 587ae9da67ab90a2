import Draft
import Ledger

/// Which counts of refusals a missing command may be among.
///
/// A count carries no ids. But it says what kind of command it counts, of which seat where those are a seat's picks, and
/// when it was written: for a seat before the pick ends, for anybody else with the first command that leaves a mark
/// after the period. A house that refused the command in time has no other count to point to.
extension DraftLedger {
    /// The first count that the command of a receipt may be among; nil when there is none.
    func countThatMayInclude(_ receipt: Receipt) throws -> UInt64? {
        var seat: Seat?
        if case .room(let id) = receipt.stream { seat = try room(id)?.seat(of: receipt) }
        let positions = try Set([receipt.stream, .system]).compactMap { stream in
            try Self.count(in: log.events(of: stream), thatMayInclude: receipt, of: seat)
        }
        return positions.min()
    }

    private static func count(
        in events: [RecordedEvent], thatMayInclude receipt: Receipt, of seat: Seat?
    ) -> UInt64? {
        var (isPickOver, isPeriodOver) = (false, false)
        for recorded in events where recorded.recordedAt >= receipt.receivedAt {
            if case .commandRejected(let rejected) = recorded.event, recorded.origin == nil {
                let isStatedTooLate = rejected.seat == nil ? isPeriodOver : isPickOver
                if !isStatedTooLate, receipt.mayBe(amongst: rejected, of: seat) { return recorded.position }
            } else if recorded.recordedAt > receipt.dueAt {
                isPickOver = isPickOver || recorded.event.endsPick
                isPeriodOver =
                    isPeriodOver
                    || recorded.origin != nil && recorded.recordedAt - SenderRefusals.period > receipt.dueAt
            }
        }
        return nil
    }
}

extension Receipt {
    /// - Parameter seat: of whom the receipt is for, in its room.
    fileprivate func mayBe(amongst rejected: CommandRejected, of seat: Seat?) -> Bool {
        guard kind == nil || kind == rejected.command else { return false }
        if let counted = rejected.seat { return counted == seat || mayNameAnySeat }
        // A seat's picks are counted under the seat, unless their id was used before.
        return seat == nil || rejected.command != .makePick || rejected.code == .duplicateCommand
    }

    private var mayNameAnySeat: Bool {
        [.admin, .importer].contains(actor.role) && actor.onBehalfOf == nil
    }
}

extension RoomState {
    /// The seat of whom a receipt is for; nil for who has none.
    fileprivate func seat(of receipt: Receipt) -> Seat? {
        (receipt.actor.role == .user ? receipt.actor.user : receipt.actor.onBehalfOf).flatMap { seat(of: $0) }
    }
}
