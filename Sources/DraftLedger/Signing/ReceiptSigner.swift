public import Draft
public import Merkle
public import Statements

/// Signs receipts for commands as they arrive: some tens of microseconds each, from any thread, nothing is stored.
///
/// ```swift
/// let receipts = try ledger.receiptSigner(within: .seconds(5))
/// let receipt = try receipts.receipt(for: command, from: actor, id: id, receivedAt: arrival)
/// reply(receipt.description)
/// let outcome = try await ledger.send(command, as: actor, id: id, occurredAt: arrival)
/// ```
public struct ReceiptSigner: Sendable {
    private let origin: String
    private let key: SignerKey

    /// From a command's arrival to when it is in the log at the latest.
    public let promise: Interval

    init(origin: String, key: SignerKey, promise: Interval) {
        self.origin = origin
        self.key = key
        self.promise = promise
    }

    /// The key that verifies the receipts, to be published.
    public var verifierKey: VerifierKey { key.verifierKey }

    /// A receipt for a command, to be handed out before it is decided.
    ///
    /// - Parameters:
    ///   - command: what arrived.
    ///   - actor: who sent it.
    ///   - id: under which it was sent.
    ///   - receivedAt: when it arrived; the time that goes with it to `send` as `occurredAt`.
    /// - Throws: `inputOutput` with what the cryptography library reports when it cannot sign.
    public func receipt(
        for command: Command, from actor: Sender, id: CommandID, receivedAt: Timestamp
    ) throws(DraftLedgerError) -> Receipt {
        try rethrowing {
            try Receipt(
                origin: origin, command: command, actor: actor, id: id, receivedAt: receivedAt,
                dueAt: receivedAt + promise, signedBy: key)
        }
    }

    /// A receipt for a bet that is in the log.
    ///
    /// - Parameters:
    ///   - position: the number of the bet.
    ///   - record: its stored bytes.
    ///   - size: the number of records in the log.
    ///   - root: the root of the tree over exactly these.
    /// - Throws: `inputOutput` with what the cryptography library reports when it cannot sign.
    package func receipt(
        ofBetAt position: UInt64, record: [UInt8], size: UInt64, root: TreeHash
    ) throws(DraftLedgerError) -> BetReceipt {
        try rethrowing {
            try BetReceipt(origin: origin, position: position, record: record, size: size, root: root, signedBy: key)
        }
    }
}
