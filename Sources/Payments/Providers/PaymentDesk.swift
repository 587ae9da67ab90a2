public import Draft
public import DraftLedger
public import Records

/// Records what payment providers say.
///
/// A message is recorded once, however often it is sent: its command has an ID that follows from the provider's name and
/// the provider's ID of the message. A refusal is recorded, too, and is final: the money of a refused deposit is at the
/// provider, has to be returned there, and shows in `reconcile`.
public struct PaymentDesk: Sendable {
    private let ledger: DraftLedger
    /// The keys of the providers' accounts in the ledger, by name.
    private let keys: [String: SealingKey]

    /// - Parameters:
    ///   - ledger: open for writing.
    ///   - keys: of the providers that have an account (`staff appoint --service provider:NAME`), by name. From its
    ///     appointment on, the ledger refuses unsigned commands in a provider's name.
    public init(_ ledger: DraftLedger, keys: [String: SealingKey] = [:]) {
        self.ledger = ledger
        self.keys = keys
    }

    /// The outcome of a message.
    public enum Result: Sendable {
        /// Its events are on the disk, now or since an earlier time.
        case recorded([RecordedEvent], isRepeat: Bool)
        /// The rules refuse it. `record` is nil where a flood of refusals was only counted.
        case refused(Refusal, record: RecordedEvent?)
        /// It changes nothing in the ledger.
        case ignored(kind: String)
    }

    /// Records a message.
    ///
    /// - Parameters:
    ///   - message: whose signature was checked.
    ///   - provider: the provider's name.
    ///   - arrival: when it arrived.
    /// - Throws: `PaymentError` with the code `tooEarly` for a message about a deposit or a dispute that is not recorded:
    ///   providers do not keep the order of their messages, and send it again. `DraftLedgerError` where the ledger cannot
    ///   store the outcome; sending again is safe.
    public func record(
        _ message: SignedPaymentMessage, by provider: String, at arrival: Timestamp
    ) async throws -> Result {
        if case .other(let kind) = message.content { return .ignored(kind: kind) }
        var recorded: [RecordedEvent] = []
        var isRepeat = true
        for (number, step) in try steps(message.content, by: provider).enumerated() {
            let id = Self.id(of: message, by: provider, step: number)
            switch try await send(step.command, for: step.user, by: provider, id: id, at: arrival) {
            case .accepted(let events, let wasThere):
                recorded += events
                isRepeat = isRepeat && wasThere
            case .refused(let refusal, let record, _): return .refused(refusal, record: record)
            }
        }
        return .recorded(recorded, isRepeat: isRepeat)
    }

    private struct Step {
        var command: Command
        /// For whom the provider acts; nil for itself.
        var user: UserID?

        init(_ user: UserID, _ command: WalletCommand) { (self.command, self.user) = (.wallet(user, command), user) }
        init(_ command: LedgerCommand) { self.command = .ledger(command) }
    }

    private func steps(_ content: PaymentMessage, by provider: String) throws -> [Step] {
        switch content {
        case .deposit(let user, let amount, let reference):
            return [Step(user, .recordDeposit(amount: amount, provider: provider, reference: reference))]
        case .refund(let deposit, let refund, let amount):
            let user = try user(ofDeposit: deposit, by: provider)
            // A refund takes money back like a chargeback that cannot be won.
            return [
                Step(
                    user,
                    .recordChargeback(amount: amount, provider: provider, reference: deposit, dispute: refund)),
                Step(user, .settleChargeback(provider: provider, dispute: refund, outcome: .lost, amount: .zero)),
            ]
        case .disputed(let deposit, let dispute, let amount):
            return [
                Step(
                    try user(ofDeposit: deposit, by: provider),
                    .recordChargeback(amount: amount, provider: provider, reference: deposit, dispute: dispute))
            ]
        case .disputeWon(let dispute, let amount):
            return [
                Step(
                    try user(ofDispute: dispute, by: provider),
                    .settleChargeback(provider: provider, dispute: dispute, outcome: .won, amount: amount))
            ]
        case .disputeLost(let dispute):
            return [
                Step(
                    try user(ofDispute: dispute, by: provider),
                    .settleChargeback(provider: provider, dispute: dispute, outcome: .lost, amount: .zero))
            ]
        case .paid(let id, let reference):
            return [Step(id.user, .postWithdrawal(withdrawal: id.withdrawal, reference: reference))]
        case .failed(let id, let reason):
            return [Step(id.user, .releaseWithdrawal(withdrawal: id.withdrawal, reason: Wording(reason)))]
        case .statement(let statement): return [Step(.recordStatement(statement))]
        case .other: return []
        }
    }

    private func user(ofDeposit reference: String, by provider: String) throws -> UserID {
        guard let user = try ledger.user(ofDeposit: reference, by: provider) else {
            throw PaymentError(
                .tooEarly,
                "The ledger has no deposit \"\(reference)\" by \(provider) yet. Send the message again later.")
        }
        return user
    }

    private func user(ofDispute dispute: String, by provider: String) throws -> UserID {
        guard let user = try ledger.user(ofDispute: dispute, by: provider) else {
            throw PaymentError(
                .tooEarly, "The ledger has no dispute \"\(dispute)\" by \(provider) yet. Send the message again later.")
        }
        return user
    }

    private func send(
        _ command: Command, for user: UserID?, by provider: String, id: CommandID, at arrival: Timestamp
    ) async throws -> Outcome {
        guard let key = keys[provider], let account = try account(of: provider, with: key) else {
            return try await ledger.send(
                command, as: .provider(onBehalfOf: user), id: id, occurredAt: arrival)
        }
        let sender = Sender(.provider, user: account, onBehalfOf: user)
        let pinned = try ledger.pinningWords(of: command, as: sender, id: id)
        let signable = SignableCommand(pinned, id: id, actor: sender, ledger: try ledger.origin ?? "")
        return try await ledger.send(
            pinned, as: sender, id: id, occurredAt: arrival, seal: try key.seal(signable))
    }

    /// The account of a provider that has a key; nil before its appointment.
    private func account(of provider: String, with key: SealingKey) throws -> UserID? {
        try ledger.staff().members.first { $0.value.service == .provider(provider) && $0.value.key == key.publicKey }?
            .key
    }

    /// The same message always has the same ID. The parts are separated by a byte that names do not have.
    private static func id(of message: SignedPaymentMessage, by provider: String, step: Int) -> CommandID {
        let words = Digest256(hashing: Array("\(provider)\u{0}\(message.id)\u{0}\(step)".utf8)).bytes
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return CommandID(high: word(words[0..<8]), low: word(words[8..<16]))
    }
}
