public import Draft
import Ledger
import Records
public import Statements

/// The outcome of a command with a receipt.
public enum ReceiptVerdict: Hashable, Sendable {
    /// It is in the log, at this position, by the time promised.
    case kept(at: UInt64, recordedAt: Timestamp, refusal: RefusalCode?)
    /// It is in the log, at this position, but too late.
    case late(at: UInt64, recordedAt: Timestamp, refusal: RefusalCode?, by: Interval)
    /// It is in the log, at this position, but dated later than the receipt: the service received it and kept it waiting.
    case waited(at: UInt64, recordedAt: Timestamp, refusal: RefusalCode?, arrival: Timestamp, by: Interval)
    /// It is not in the log, and the promise has not run out yet; or too many picks of the seat were refused during the
    /// pick on the clock and further refusals are only counted, which is recorded when the pick ends.
    case pending
    /// The log has that id for other content or another actor only.
    case replaced(at: UInt64)
    /// It is not in the log. Where a position is given, an event there counts refusals of such commands without their
    /// ids, and it may be among those.
    case omitted(mayBeCountedAt: UInt64?)
}

extension DraftLedger {
    /// The signer of receipts for this ledger's commands, with a key of its own (`receipt.key`), which is created at first
    /// use.
    ///
    /// - Parameter promise: how long after its arrival a command is in the log at the latest.
    /// - Throws: `badOrigin` for an empty ledger, `signingKeyMissing`, `readOnly` where no key can be made.
    public func receiptSigner(within promise: Interval = .seconds(10)) throws(DraftLedgerError) -> ReceiptSigner {
        try rethrowing {
            guard let origin = try origin else {
                throw DraftLedgerError(
                    .badOrigin,
                    "\(path) is empty: receipts are signed under the name in the ledger's first event. Append events first."
                )
            }
            let key = try KeyFile.receipts(of: path).readOrCreate(
                named: try SigningKey.name(Receipt.keyName(of: origin)))
            return ReceiptSigner(origin: origin, key: key, promise: promise)
        }
    }

    /// Hands out a receipt for a command, and then sends it as `send(_:as:id:occurredAt:)` does.
    ///
    /// - Parameters:
    ///   - command: what is wanted.
    ///   - actor: who wants it.
    ///   - id: the same for every retry.
    ///   - occurredAt: when it arrived; now by default.
    ///   - signer: what signs the receipt.
    ///   - handOut: called at once, before the command is decided; the outcome comes when it is durable.
    public func send(
        _ command: Command, as actor: Sender, id: CommandID, occurredAt: Timestamp? = nil,
        receiptBy signer: ReceiptSigner, _ handOut: (Receipt) -> Void
    ) async throws(DraftLedgerError) -> Outcome {
        let arrival = occurredAt ?? now
        let command = try pinningWords(of: command, as: actor, id: id)
        handOut(try signer.receipt(for: command, from: actor, id: id, receivedAt: arrival))
        return try await send(command, as: actor, id: id, occurredAt: arrival)
    }
}

extension DraftLedger {
    /// Looks for the command of a receipt.
    ///
    /// It compares the command's id, sender and fingerprint. A fingerprint has 32 bits, so `judge(_:now:)` of the module `Replay`
    /// also compares the content, and is what clients of the library call.
    ///
    /// In the stream that the receipt names, which costs as much as folding that; an omission is reported only
    /// after a search of the whole log, some ten million events a second.
    ///
    /// - Parameters:
    ///   - receipt: the receipt, verified.
    ///   - now: what the promise is held against where the command is missing; the machine's clock for nil.
    package func verdict(on receipt: Receipt, now: Timestamp? = nil) throws(DraftLedgerError) -> ReceiptVerdict {
        let now = now ?? self.now
        return try rethrowing {
            var found = try [receipt.stream, .system].flatMap { try log.events(of: $0) }
                .filter { $0.origin?.commandID == receipt.command }
            if found.isEmpty { found = try everywhere(receipt.command) }
            guard let mark = found.filter(receipt.matches).min(by: { $0.position < $1.position }) else {
                if let other = found.first { return .replaced(at: other.position) }
                if try now <= receipt.dueAt || mayBeStatedLater(receipt) { return .pending }
                return .omitted(mayBeCountedAt: try countThatMayInclude(receipt))
            }
            var refusal: RefusalCode?
            if let rejected = mark.event.refusal { refusal = rejected.code }
            guard mark.recordedAt <= receipt.dueAt else {
                return .late(
                    at: mark.position, recordedAt: mark.recordedAt, refusal: refusal,
                    by: mark.recordedAt - receipt.dueAt)
            }
            // Both are one reading of one clock, or the receipt was made after the record and is dated no earlier. A retry of an
            // earlier command has a later receipt, and an earlier record.
            let arrival = mark.origin?.occurredAt ?? mark.recordedAt
            guard arrival <= receipt.receivedAt else {
                return .waited(
                    at: mark.position, recordedAt: mark.recordedAt, refusal: refusal, arrival: arrival,
                    by: arrival - receipt.receivedAt)
            }
            return .kept(at: mark.position, recordedAt: mark.recordedAt, refusal: refusal)
        }
    }

    /// The events of a command, whatever their streams.
    private func everywhere(_ id: CommandID) throws -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        try ledger.scan(0...) { position, record in
            try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                if view.commandID == id { found.append(try view.decoded()) }
                return true
            }
        }
        return found
    }
}

extension Receipt {
    /// Whether an event was caused by the command of this receipt.
    fileprivate func matches(_ recorded: RecordedEvent) -> Bool {
        guard let origin = recorded.origin else { return false }
        return origin.commandID == command && origin.fingerprint == fingerprint && origin.actor == actor
    }
}

/// Which counts of refusals a missing command may be among.
///
/// A count carries no ids. But it says what kind of command it counts, of which seat where those are a seat's picks, and
/// when it was written: for a seat before the pick ends, for anybody else with the first command that leaves a mark
/// after the period. A house that refused the command in time has no other count to point to.
extension DraftLedger {
    /// The first count of refusals that may include the command of a receipt, or nil.
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
        // Earlier counts were recorded when the previous pick ended.
        return room.picks.last.map { $0.recordedAt <= receipt.dueAt } ?? true
    }

    private static func count(
        in events: [RecordedEvent], thatMayInclude receipt: Receipt, in room: RoomState?
    ) -> UInt64? {
        // Refusals counted by the promised time were recorded by then, in that request at the latest.
        var (pickEnd, periodEnd) = (nil as Timestamp?, nil as Timestamp?)
        for recorded in events where recorded.recordedAt >= receipt.receivedAt {
            if let rejected = recorded.event.refusal, recorded.origin == nil {
                let end = rejected.seat == nil ? periodEnd : pickEnd
                if end.map({ recorded.recordedAt <= $0 }) ?? true, receipt.mayBe(amongst: rejected, in: room) {
                    return recorded.position
                }
            } else if recorded.recordedAt > receipt.dueAt {
                if pickEnd == nil, recorded.event.traits.contains(.endsPick) { pickEnd = recorded.recordedAt }
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
