import Crypto
import Delivery
import Draft
import Foundation
import TextFormats

/// The checks that all forms of signed webhooks share.
enum SignedBody {
    /// A signature is accepted for as long before and after its own time.
    static let tolerance = SignedWebhook.tolerance

    /// Whether a text is a number of seconds since 1970 that is near enough.
    ///
    /// - Throws: `badSignature` for a text other than a number, `outdated` for another time.
    static func checkTime(_ seconds: some StringProtocol, at now: Timestamp) throws(PaymentError) {
        guard let difference = SignedWebhook.age(of: seconds, at: now) else {
            throw PaymentError(.badSignature, "The time of the signature is not a number of seconds.")
        }
        guard abs(difference.microseconds) <= tolerance.microseconds else {
            throw PaymentError(
                .outdated,
                "The message was signed \(abs(difference.microseconds) / 1_000_000) seconds "
                    + "\(difference < .zero ? "after" : "before") the server's time. At most "
                    + "\(tolerance.microseconds / 1_000_000) are allowed: compare the clocks.")
        }
    }

    /// Reads the body as a JSON object.
    static func object(_ body: [UInt8]) throws(PaymentError) -> JSONValue {
        // The error of the parser names a place; the provider's engineers see the code and the body.
        guard let root = try? JSONDocument(body).root, root.kind == .object else {
            throw PaymentError(.badMessage, "The body is not a JSON object.")
        }
        return root
    }
}

extension JSONValue {
    /// Returns a text of 1 to `limit` bytes without control characters.
    ///
    /// - Throws: `badMessage` with the name of the member.
    func paymentText(_ name: StaticString, limit: Int = 128) throws(PaymentError) -> String {
        guard let text = self[name]?.string, (1...limit).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else {
            throw PaymentError(.badMessage, "It needs a member \"\(name)\" with a text of 1 to \(limit) bytes.")
        }
        return text
    }

    /// Returns a whole number of cents from 1 to the largest amount of the ledger.
    ///
    /// - Throws: `badMessage` with the name of the member.
    func paymentAmount(_ name: StaticString) throws(PaymentError) -> Cents {
        guard let number = self[name]?.integer(as: Int64.self), number >= 1, number <= Cents.largestAmount.value else {
            throw PaymentError(
                .badMessage, "It needs a member \"\(name)\" with 1 to \(Cents.largestAmount.value) cents.")
        }
        return Cents(number)
    }

    /// Returns a user number, as a number or as text, because forms keep metadata as text.
    ///
    /// - Throws: `badMessage` with the name of the member.
    func paymentUser(_ name: StaticString) throws(PaymentError) -> UserID {
        let number = self[name]?.integer(as: UInt64.self) ?? self[name]?.string.flatMap { UInt64($0) }
        guard let number, number >= 1, number <= UserID.maximum.number else {
            throw PaymentError(.badMessage, "It needs a member \"\(name)\" with the number of a user.")
        }
        return UserID(number)
    }

    /// Returns a withdrawal: the members `user` and `withdrawal`.
    func paymentWithdrawal() throws(PaymentError) -> WithdrawalID {
        let number = self["withdrawal"]?.integer(as: UInt32.self) ?? self["withdrawal"]?.string.flatMap { UInt32($0) }
        guard let number, number >= 1 else {
            throw PaymentError(.badMessage, "It needs a member \"withdrawal\" with the number of a withdrawal.")
        }
        return WithdrawalID(user: try paymentUser("user"), withdrawal: number)
    }
}
