public import Draft
import Ledger
import Records
public import Statements

/// What became of a command that somebody holds a receipt for.
public enum ReceiptVerdict: Hashable, Sendable {
    /// It is in the log, at this position, by the time promised.
    case kept(at: UInt64, recordedAt: Timestamp, refusal: RefusalCode?)
    /// It is in the log, at this position, but too late.
    case late(at: UInt64, recordedAt: Timestamp, refusal: RefusalCode?, by: Interval)
    /// It is not in the log, and the promise has not run out yet; or so many picks of the seat were refused during the
    /// pick on the clock that further refusals are counted, which will be stated when the pick ends.
    case pending
    /// The log has that id for other content or another actor only.
    case replaced(at: UInt64)
    /// It is not in the log. Where a position is given, an event there counts refusals of such commands without their
    /// ids, and it may be among those.
    case omitted(mayBeCountedAt: UInt64?)
}

extension DraftLedger {
    /// Looks for the command of a receipt.
    ///
    /// In the stream that the receipt names, which costs as much as folding that; nobody is accused of an omission before
    /// the whole log was looked through, some ten million events a second.
    ///
    /// - Parameters:
    ///   - receipt: the receipt, verified.
    ///   - now: what the promise is held against where the command is missing; the machine's clock for nil.
    public func verdict(on receipt: Receipt, now: Timestamp? = nil) throws(DraftLedgerError) -> ReceiptVerdict {
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
            if case .commandRejected(let rejected) = mark.event { refusal = rejected.code }
            guard mark.recordedAt > receipt.dueAt else {
                return .kept(at: mark.position, recordedAt: mark.recordedAt, refusal: refusal)
            }
            return .late(
                at: mark.position, recordedAt: mark.recordedAt, refusal: refusal, by: mark.recordedAt - receipt.dueAt)
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
