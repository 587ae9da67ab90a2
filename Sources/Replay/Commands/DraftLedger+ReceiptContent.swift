public import Draft
public import DraftLedger
import Records
public import Statements

extension DraftLedger {
    /// Looks for the command of a receipt as `verdict(on:now:)` does, and compares what is recorded with the content of the
    /// command.
    ///
    /// A fingerprint has 32 bits, which a liar can find another content for. A receipt has the whole SHA-256 of the
    /// content, and the command is put together again from its events.
    ///
    /// - Parameters:
    ///   - receipt: the receipt, verified.
    ///   - now: the time that the promise is compared with if the command is missing; the machine's clock for nil.
    /// - Returns: `replaced` if no command with that content leads to the recorded events. The content is not compared if
    ///   the events tell only part of it, such as a correction by staff.
    public func judge(_ receipt: Receipt, now: Timestamp? = nil) throws(DraftLedgerError) -> ReceiptVerdict {
        let verdict = try verdict(on: receipt, now: now)
        switch verdict {
        case .kept(let position, _, _), .late(let position, _, _, _), .waited(let position, _, _, _, _):
            return try isOther(than: receipt, at: position) ? .replaced(at: position) : verdict
        case .pending, .replaced, .omitted: return verdict
        }
    }

    /// Whether the command recorded at a position cannot have the content of a receipt.
    private func isOther(than receipt: Receipt, at position: UInt64) throws(DraftLedgerError) -> Bool {
        let group = try CommandGroup(around: position, in: self)
        if let content = group.rejection?.content, content.isDigestOfCommand, receipt.kind != nil {
            return content != "sha256:\(receipt.content.hexadecimal)"
        }
        let commands = group.commandsTold ?? []
        return !commands.isEmpty && !commands.contains(where: receipt.isFor)
    }
}

extension Receipt {
    /// Whether a command has the content that the receipt states.
    fileprivate func isFor(_ command: Command) -> Bool {
        kind == nil ? command.loggedDigest == content : command.kind == kind && command.contentDigest == content
    }
}

extension CommandGroup {
    /// The whole command that an event belongs to.
    fileprivate init(around position: UInt64, in ledger: DraftLedger) throws(DraftLedgerError) {
        func command(at position: UInt64) throws(DraftLedgerError) -> CommandID? {
            var id: CommandID?
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) throws(DraftLedgerError) -> Bool in
                id = event.origin?.commandID
                return true
            }
            return id
        }
        var first = position
        let id = try command(at: position)
        while first > 0, id != nil, try command(at: first - 1) == id { first -= 1 }
        try self.init(at: first, in: ledger)
    }
}
