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
    /// - Throws: what the cryptography library reports when it cannot sign.
    public func receipt(
        for command: Command, from actor: Sender, id: CommandID, receivedAt: Timestamp
    ) throws -> Receipt {
        try Receipt(
            origin: origin, command: command, actor: actor, id: id, receivedAt: receivedAt,
            dueAt: receivedAt + promise, signedBy: key)
    }
}

extension DraftLedger {
    /// What signs receipts for this ledger's commands, by a key of its own (`receipt.key`), which is made when it is
    /// first asked for.
    ///
    /// - Parameter promise: how long after its arrival a command is in the log at the latest.
    /// - Throws: `badOrigin` for an empty ledger, `signingKeyMissing`, `readOnly` where no key can be made.
    public func receiptSigner(within promise: Interval = .seconds(10)) throws(DraftLedgerError) -> ReceiptSigner {
        try rethrowing {
            guard let origin = try origin else {
                throw DraftLedgerError(
                    .badOrigin, "\(path) is empty: receipts are signed under the name in its first event.")
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
        let receipt = try rethrowing {
            try signer.receipt(for: command, from: actor, id: id, receivedAt: arrival)
        }
        handOut(receipt)
        return try await send(command, as: actor, id: id, occurredAt: arrival)
    }
}
