import Draft
import Ledger

/// Somebody's question how a room is, as far as that is durable.
struct Inquiry: Sendable {
    let room: RoomID
    /// How often the answer came to nothing, since what it rested on did.
    var attempts = 0
    let reply: @Sendable (Result<RoomState?, any Error>) -> Void

    init(room: RoomID, reply: @escaping @Sendable (Result<RoomState?, any Error>) -> Void) {
        self.room = room
        self.reply = reply
    }
}

/// Questions to the desk, which are answered out of its memory as far as that goes.
extension CommandDesk {
    private static let patienceOfAsking = 16

    /// Has a question answered, once, on any thread.
    func ask(_ inquiry: Inquiry) {
        do {
            try intake.beginInquiry()
        } catch {
            return inquiry.reply(.failure(error))
        }
        let counted = Inquiry(room: inquiry.room) { [intake] result in
            intake.endInquiry()
            inquiry.reply(result)
        }
        visit { self.answer(counted) }
    }

    /// Has something done at the desk, between two commands.
    func visit(_ body: @escaping @Sendable () -> Void) {
        if intake.take(visit: body) { staff() }
    }

    private func answer(_ inquiry: Inquiry) {
        let (live, stream) = (desk.store.live, StreamKey.room(inquiry.room))
        guard live.residents.use(stream) else { return read(for: inquiry) }
        do {
            if let head = try ledger.head(of: StreamID(stream)), let own = live.residents.head(of: stream),
                head.version > own.version
            {
                // Somebody has appended past the desk, which has not come across it yet.
                inFlight.fail()
                return again(inquiry)
            }
        } catch {
            return inquiry.reply(.failure(DraftLedgerError(error)))
        }
        let room = live.state.room(inquiry.room)
        if live.residents.isDurable(stream, below: inFlight.durableEnd) { return inquiry.reply(.success(room)) }
        inFlight.whenDurable(below: desk.store.nextPosition) { isDurable in
            if isDurable { inquiry.reply(.success(room)) } else { self.again(inquiry) }
        }
    }

    private func again(_ inquiry: Inquiry) {
        var inquiry = inquiry
        inquiry.attempts += 1
        guard inquiry.attempts < Self.patienceOfAsking else {
            return inquiry.reply(
                .failure(
                    DraftLedgerError(
                        .conflict, "Room \(inquiry.room) changes faster than it becomes durable. Ask again.")))
        }
        let next = inquiry
        visit { self.answer(next) }
    }

    private func read(for inquiry: Inquiry) {
        if isGivingUp { return inquiry.reply(.failure(DraftLedgerError.closing)) }
        let need = Need.stream(.room(inquiry.room))
        let isAwaited = parking.awaits(need) || inquiries[need] != nil
        inquiries[need, default: []].append(inquiry)
        if !isAwaited { order(need, for: .scheduler) }
    }

    /// Answers those who have waited for something that has been read, or cannot be.
    func answerInquiries(for need: Need, _ failure: (any Error)? = nil) {
        for inquiry in inquiries.removeValue(forKey: need) ?? [] {
            if let failure { inquiry.reply(.failure(failure)) } else { answer(inquiry) }
        }
    }

    /// Gives up what still waits to be read: whose commands those are is told that the ledger was closed.
    func giveUp() {
        isGivingUp = true
        for envelope in parking.takeOutAll() { giveUp(envelope) }
        let inquiries = inquiries.values.joined().sorted { $0.room < $1.room }
        self.inquiries = [:]
        for inquiry in inquiries { inquiry.reply(.failure(DraftLedgerError.closing)) }
    }

    func giveUp(_ envelope: Envelope) {
        if envelope.take() { envelope.answer(.failure(DraftLedgerError.closing)) }
    }
}

extension DraftLedgerError {
    fileprivate static var closing: DraftLedgerError {
        DraftLedgerError(
            .closed,
            "The ledger was closed before what this needs was read: nothing of it is recorded. Send it again, under the same "
                + "id, when the ledger is open.")
    }
}
