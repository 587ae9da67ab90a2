public import Draft

/// A message of a payment provider in the ledger's terms, whatever the form in which the provider sent it.
public enum PaymentMessage: Hashable, Sendable {
    /// A user paid in. The provider's reference is that of the payment, and is recorded once, ever.
    case deposit(UserID, Cents, reference: String)
    /// A part of a deposit was returned to the user at the operator's own wish.
    case refund(ofDeposit: String, refund: String, Cents)
    /// A user disputes a deposit with the bank, and the provider has taken the money back.
    case disputed(deposit: String, dispute: String, Cents)
    /// The dispute was won, and the provider has paid the amount again.
    case disputeWon(dispute: String, Cents)
    /// The dispute was lost: nothing comes back.
    case disputeLost(dispute: String)
    /// A withdrawal has reached its user.
    case paid(WithdrawalID, reference: String)
    /// A withdrawal cannot be paid.
    case failed(WithdrawalID, reason: String)
    /// The provider's totals of a day.
    case statement(ProviderStatement)
    /// Of no interest to the ledger, such as a payment that was only begun.
    case other(kind: String)
}

/// A message whose signature is genuine, with the provider's own ID, under which it is sent again.
public struct SignedPaymentMessage: Hashable, Sendable {
    public var id: String
    public var content: PaymentMessage

    public init(id: String, content: PaymentMessage) {
        self.id = id
        self.content = content
    }
}

/// An HTTP request of a provider as it arrived, of which nothing is known yet.
public struct PaymentDelivery: Sendable {
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(headers: [(name: String, value: String)], body: [UInt8]) {
        self.headers = headers
        self.body = body
    }

    /// The value of a header; nil if the request has none or several, of which only one could be signed.
    func header(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name }
        return found.count == 1 ? found[0].value : nil
    }
}

/// The form in which a provider speaks: how its messages are signed, and what they mean.
///
/// ```swift
/// struct MyBank: PaymentProvider {
///     let name = "mybank"
///     func read(_ delivery: PaymentDelivery, at now: Timestamp) throws(PaymentError) -> SignedPaymentMessage { … }
/// }
/// ```
///
/// A form only reads. ``PaymentDesk`` records what it has read, so that each provider is held to the same rules.
public protocol PaymentProvider: Sendable {
    /// The name in the ledger's account `external/NAME`: 1-32 letters, digits, `-`, `_` and `.`.
    var name: String { get }

    /// Checks the signature of a message and reads it.
    ///
    /// - Parameters:
    ///   - delivery: the request, with its body byte for byte.
    ///   - now: the time of its arrival. A signature that is older or newer by more than five minutes is refused, because
    ///     a third party may be repeating it.
    /// - Throws: `PaymentError` with the code `badSignature`, `outdated` or `badMessage`.
    func read(_ delivery: PaymentDelivery, at now: Timestamp) throws(PaymentError) -> SignedPaymentMessage

    /// Begins a payment by which a user pays in.
    ///
    /// - Parameters:
    ///   - amount: at least 1 cent.
    ///   - user: the user whose balance grows once the provider says that the payment succeeded.
    ///   - key: the same key begins the same payment only once.
    /// - Returns: what the user's app needs to complete the payment at the provider.
    /// - Throws: `PaymentError` with the code `unsupported`, `refused` or `unreachable`.
    func beginDeposit(of amount: Cents, by user: UserID, key: String) async throws(PaymentError) -> PaymentIntent
}

extension PaymentProvider {
    public func beginDeposit(of amount: Cents, by user: UserID, key: String) async throws(PaymentError)
        -> PaymentIntent
    {
        throw PaymentError(.unsupported, "Deposits with \(name) do not begin here. Pay in at the provider.")
    }
}

/// A payment that a user's app completes at the provider.
public struct PaymentIntent: Hashable, Sendable {
    /// The provider's reference of the payment, which the deposit has later.
    public var reference: String
    /// The secret by which the app completes the payment. It belongs to this payment only.
    public var clientSecret: String
    /// The status in the provider's words, such as `requires_payment_method`.
    public var status: String
}

/// The reason for which a message of a provider, or a request to one, is not accepted.
///
/// Compare by `code`; the text is for people.
public struct PaymentError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The message is not signed, or not by a key of the provider.
        case badSignature
        /// The message is genuine, and too old or too new.
        case outdated
        /// The message is genuine, and cannot be understood.
        case badMessage
        /// The message is about a payment of which the ledger does not know yet: the provider sends it again later.
        case tooEarly
        /// The provider does not do that.
        case unsupported
        /// The provider has refused the request.
        case refused
        /// The provider has not answered.
        case unreachable
    }

    public let code: Code
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
