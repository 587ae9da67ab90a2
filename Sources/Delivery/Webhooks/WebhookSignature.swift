import Crypto
import Draft
import Foundation

/// A symmetric key of Standard Webhooks.
package struct WebhookKey: Sendable {
    private let key: SymmetricKey

    /// Reads `whsec_` and base64 of 24 to 64 bytes, as the standard has it.
    package init?(_ text: String) {
        guard text.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(text.dropFirst(6))),
            (24...64).contains(bytes.count)
        else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Whether the key has made a signature of the form `v1,` and base64. In constant time for each length.
    package func verifies(_ signature: some StringProtocol, of signed: [UInt8]) -> Bool {
        guard signature.hasPrefix("v1,"), let code = Data(base64Encoded: String(signature.dropFirst(3))) else {
            return false
        }
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
    }

    /// Returns the signature of a message in its form in the header: `v1,` and base64.
    package func signature(of signed: [UInt8]) -> String {
        "v1," + Data(HMAC<SHA256>.authenticationCode(for: signed, using: key)).base64EncodedString()
    }
}

/// A message of Standard Webhooks: its headers and body.
struct WebhookMessage: Hashable, Sendable {
    /// The same at each attempt, so that a receiver recognizes a repeat.
    let id: String
    let body: [UInt8]

    /// The headers of one attempt.
    ///
    /// - Parameters:
    ///   - now: the time of the attempt: receivers refuse old ones, which a third party may be repeating.
    ///   - keys: each adds a signature.
    func headers(at now: Timestamp, signedBy keys: [WebhookKey]) -> [(name: String, value: String)] {
        let seconds = now.microseconds / 1_000_000
        let signed = SignedWebhook.content(id, "\(seconds)", body)
        return [
            ("Content-Type", "application/json"), ("User-Agent", "draft-ledger-webhooks"),
            (SignedWebhook.idHeader, id), (SignedWebhook.timeHeader, "\(seconds)"),
            (SignedWebhook.signatureHeader, keys.map { $0.signature(of: signed) }.joined(separator: " ")),
        ]
    }
}
