import Draft
import DraftLedger
import Pages
import Records
import Replay
import ToolSupport

extension DraftLedger {
    /// Sends a command under a new id and waits for its outcome.
    ///
    /// - Throws: `ToolError` with the refusal, which is on record then.
    @discardableResult
    func settle(_ command: Command, as actor: Sender) throws -> [RecordedEvent] {
        var random = SystemRandomNumberGenerator()
        let id = CommandID(high: random.next(), low: random.next())
        switch try sendBlocking(command, as: actor, id: id) {
        case .accepted(let events, _): return events
        case .refused(let refusal, _, _):
            throw ToolError(.refused, "Refused (\(refusal.code.name)): \(refusal.message)")
        }
    }

    func knownCase(_ number: UInt64) throws -> CaseID {
        guard (1...StreamKey.maximumNumber).contains(number), try !stream(.dispute(CaseID(number))).isEmpty else {
            throw ToolError(.noInput, "There is no case \(number). `case list` lists the cases.")
        }
        return CaseID(number)
    }

    /// A case that was upheld, from which something may follow.
    func upheldCase(_ number: UInt64) throws -> (id: CaseID, opened: DisputeOpened, resolution: DisputeResolved) {
        let id = try knownCase(number)
        let state = CaseState.folding(try stream(.dispute(id)))
        guard let state, let resolution = state.resolution, resolution.verdict == .upheld else {
            throw ToolError.notUpheld(id, verdict: state?.resolution?.verdict.name)
        }
        return (id, state.opened, resolution)
    }

    /// A claim about a pick, as its room is now.
    ///
    /// - Throws: `ToolError` if the room does not have the pick, or its source does not know the seat.
    func claim(_ claim: String, about pick: PickNumber, of id: RoomID) throws -> DisputeOpened {
        guard let room = try room(id), pick >= 1, pick <= room.ruleset.snake.pickCount, !room.seatOfSlot.isEmpty
        else {
            throw ToolError(
                .noInput,
                "Room \(id) has no pick \(pick) that could be disputed. `draftledger board \(id)` shows its picks.")
        }
        try checkKnown(seat: nil, pick: pick, of: id)
        let seat = room.seatOfSlot[Int(room.ruleset.snake.slot(of: pick))]
        return DisputeOpened(
            room: id, pick: pick, seat: seat, roomVersion: room.version, claimant: room.member(at: seat)?.user,
            claim: claim)
    }

    /// Returns the pick that a claim is about, and the seat of its claimant.
    ///
    /// - Parameters:
    ///   - room: its number or external ID.
    ///   - claimant: the seat; the one whose pick it is if no seat is named.
    /// - Throws: `ToolError` if the room has no such pick or seat, or if its source does not tell of the seat.
    func disputedPick(
        _ pick: PickArgument?, of room: String, by claimant: SeatOptions
    ) throws -> (room: RoomID, pick: PickNumber, seat: Seat?) {
        let id = try resolveRoom(room)
        let number = try pick?.number(in: id, of: self) ?? 0
        let seat = claimant.isGiven ? try self.room(id).flatMap { try claimant.seat(in: $0, of: self) } : nil
        try checkKnown(seat: seat, pick: number, of: id)
        return (id, number, seat)
    }

    /// Refuses a claim for a seat of which the room's source tells nothing, as of the other teams in a user's own export.
    ///
    /// - Parameter seat: the claimant's; nil for the one whose pick it is.
    func checkKnown(seat: Seat?, pick: PickNumber, of id: RoomID) throws {
        if let fault = try claimFault(seat: seat, pick: pick, of: id) { throw ToolError(.noInput, fault) }
    }
}
