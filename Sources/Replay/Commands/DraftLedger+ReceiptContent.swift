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
    /// - Returns: `replaced` if no command with that content leads to the recorded events. The content is not compared for a
    ///   payout of prizes, whose events tell only part of it, and for an older refusal that did not keep its command.
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
        if let rejected = group.rejection {
            if let kind = receipt.kind, kind != rejected.command { return true }
            if let content = rejected.content, content.isDigestOfCommand, receipt.kind != nil {
                return content != "sha256:\(receipt.content.hexadecimal)"
            }
            return rejected.refusedCommand.map { !receipt.isFor($0) } ?? false
        }
        let commands = if let told = group.commandsTold { told } else { try candidates(for: group) }
        return !commands.contains { $0.isToldInPart && receipt.kind ?? $0.kind == $0.kind || receipt.isFor($0) }
    }

    /// The commands that can have led to the events, if the state of their room is needed to tell.
    private func candidates(for group: CommandGroup) throws(DraftLedgerError) -> [Command] {
        guard let room = group.first.stream.room else { return [] }
        let history = try RoomHistory(of: room, in: self)
        let view = history.view()
        for event in history.events.prefix(while: { $0.position < group.first.position }) { view.fold(event) }
        view.position = group.first.position
        return CommandRebuilder(view)?.acceptedCandidates(group).map(\.command) ?? []
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
        func event(at position: UInt64) throws(DraftLedgerError) -> RecordedEvent? {
            var found: RecordedEvent?
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) throws(DraftLedgerError) -> Bool in
                found = event
                return true
            }
            return found
        }
        var first = position
        // Events of another sender, or a refusal, under the same id are another command.
        if let own = try event(at: position), own.event.refusal == nil, let origin = own.origin?.withoutSignature {
            while first > 0, let before = try event(at: first - 1), before.event.refusal == nil,
                before.origin?.withoutSignature == origin
            {
                first -= 1
            }
        }
        try self.init(at: first, in: ledger)
    }
}
