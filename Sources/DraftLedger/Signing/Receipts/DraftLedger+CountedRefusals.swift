import Draft
import Ledger
import Statements

/// Which counts of refusals a missing command may be among.
///
/// A count carries no ids. But it says what kind of command it counts, of which seat where those are a seat's picks, and
/// when it was written: for a seat before the pick ends, for anybody else with the first command that leaves a mark
/// after the period. A house that refused the command in time has no other count to point to.
extension DraftLedger {
    /// The first count that the command of a receipt may be among; nil when there is none.
    func countThatMayInclude(_ receipt: Receipt) throws -> UInt64? {
        var room: RoomState?
        if case .room(let id) = receipt.stream { room = try self.room(id) }
        let positions = try Set([receipt.stream, .system]).compactMap { stream in
            try Self.count(in: log.events(of: stream), thatMayInclude: receipt, in: room)
        }
        return positions.min()
    }

    /// Whether the command of a receipt may be among refusals that are being counted: its seat has been refused as many
    /// picks as become events of their own, during a pick that is still to be made.
    func mayBeStatedLater(_ receipt: Receipt) throws -> Bool {
        guard receipt.kind == nil || receipt.kind == .makePick, case .room(let id) = receipt.stream,
            let room = try room(id), !room.status.isTerminal, let seat = room.seat(of: receipt),
            room.refusals[Int(seat)] >= RefusalRecorder.limit
        else { return false }
        // What was counted before the pick on the clock was stated when the last one ended.
        return room.picks.last.map { $0.recordedAt <= receipt.dueAt } ?? true
    }

    private static func count(
        in events: [RecordedEvent], thatMayInclude receipt: Receipt, in room: RoomState?
    ) -> UInt64? {
        // What had been counted by the promised time was stated by then, in that request at the latest.
        var (pickEnd, periodEnd) = (nil as Timestamp?, nil as Timestamp?)
        for recorded in events where recorded.recordedAt >= receipt.receivedAt {
            if case .commandRejected(let rejected) = recorded.event, recorded.origin == nil {
                let end = rejected.seat == nil ? periodEnd : pickEnd
                if end.map({ recorded.recordedAt <= $0 }) ?? true, receipt.mayBe(amongst: rejected, in: room) {
                    return recorded.position
                }
            } else if recorded.recordedAt > receipt.dueAt {
                if pickEnd == nil, recorded.event.endsPick { pickEnd = recorded.recordedAt }
                if periodEnd == nil, recorded.origin != nil,
                    recorded.recordedAt - SenderRefusals.period > receipt.dueAt
                {
                    periodEnd = recorded.recordedAt
                }
            }
        }
        return nil
    }
}

extension Receipt {
    /// - Parameter room: the one that its command was for.
    fileprivate func mayBe(amongst rejected: CommandRejected, in room: RoomState?) -> Bool {
        guard kind == nil || kind == rejected.command else { return false }
        let seat = room?.seat(of: self)
        if let counted = rejected.seat { return counted == seat || mayNameAnySeat }
        // A seat's picks are counted under the seat, unless their id was used before or the room is over.
        return seat == nil || rejected.command != .makePick || rejected.code == .duplicateCommand
            || room?.status.isTerminal == true
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
