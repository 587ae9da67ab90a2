/// The one cause for which a token is refused.
package struct TokenRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of cause, under the name that figures and logs use.
    package enum Cause: String, CaseIterable, Sendable {
        case tooLong = "too_long"
        case malformed
        case criticalExtension = "critical_extension"
        case type
        case issuer
        case algorithm
        case unknownKey = "unknown_key"
        case signature
        case claim
        case expired
        case notYetValid = "not_yet_valid"
        case issuedInFuture = "issued_in_future"
        case lifetime
        case audience
        case authorizedParty = "authorized_party"
        case subject
        case signedOut = "signed_out"
        case revoked
        /// The header is not `Bearer` and a token.
        case scheme
    }

    package let cause: Cause
    /// A sentence of printable ASCII about the token, made of our own words and of configured values.
    package let detail: String

    package init(_ cause: Cause, _ detail: String) {
        self.cause = cause
        self.detail = detail
    }

    package var description: String { detail }
}
