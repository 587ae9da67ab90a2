import Foundation
package import TextFormats

/// The registered claims of a token (RFC 7519, section 4.1), and what large issuers write in their place.
///
/// A claim that is there has the right type and a possible value, or the token is refused.
package struct TokenClaims: Hashable, Sendable {
    package var issuer: String
    /// Nil if the token has no audience, like access tokens of AWS Cognito.
    package var audiences: [String]?
    /// Seconds since 1970.
    package var expiresAt: Double
    package var issuedAt: Double
    package var notBefore: Double?
    /// The claims whose value is a text, by name.
    package var texts: [String: String]
    /// Whether the issuer states that it has verified the address of e-mail: as a boolean, or as some issuers write it, as a
    /// text.
    package var isEmailVerified: Bool

    /// The longest subject that is taken, as OpenID Connect Core, section 2, has it.
    package static let maximumSubjectBytes = 255
    private static let maximumAudiences = 64
    /// From 1970 to the year 9999.
    private static let times = 0.0...253_402_300_799

    /// - Throws: `TokenRejection` for a claim that is missing or is not what it has to be.
    package init(_ token: SignedToken) throws(TokenRejection) { try self.init(token.payload) }

    package init(_ payload: JSONValue) throws(TokenRejection) {
        guard let issuer = payload["iss"]?.string, !issuer.isEmpty else {
            throw TokenRejection(.claim, "It has no issuer (iss).")
        }
        self.issuer = issuer
        audiences = try payload["aud"].map(Self.audiences)
        guard let expiry = try Self.time(payload, "exp") else {
            throw TokenRejection(.claim, "It has no expiry (exp).")
        }
        guard let issue = try Self.time(payload, "iat") else {
            throw TokenRejection(.claim, "It has no time of issue (iat).")
        }
        (expiresAt, issuedAt, notBefore) = (expiry, issue, try Self.time(payload, "nbf"))
        isEmailVerified = payload["email_verified"].map { $0.boolean == true || $0.string == "true" } ?? false
        texts = payload.members.reduce(into: [:]) { texts, member in
            if let text = member.value.string { texts[member.name] = text }
        }
    }

    /// The address of e-mail that the issuer has verified; nil if it states none that could be written to.
    package var verifiedEmail: String? {
        guard isEmailVerified, let email = texts["email"], email.utf8.count <= 254,
            email.wholeMatch(of: /[!-?A-~]+@[0-9A-Za-z.-]+/) != nil
        else { return nil }
        return email
    }

    private static func audiences(_ value: JSONValue) throws(TokenRejection) -> [String] {
        if let one = value.string { return [one] }
        let all = value.elements.compactMap(\.string)
        guard value.kind == .array, all.count == value.elements.count, all.count <= maximumAudiences else {
            throw TokenRejection(
                .audience, "Its audience (aud) is not a text or an array of up to \(maximumAudiences).")
        }
        guard !all.isEmpty else { throw TokenRejection(.audience, "Its audience (aud) is an empty array.") }
        return all
    }

    private static func time(_ payload: JSONValue, _ name: StaticString) throws(TokenRejection) -> Double? {
        guard let value = payload[name] else { return nil }
        guard let seconds = value.number, seconds.isFinite, times.contains(seconds) else {
            throw TokenRejection(.claim, "Its '\(name)' is not a number of seconds since 1970.")
        }
        return seconds
    }

    /// The subject in a claim, checked so that no two accepted subjects look or compare alike.
    ///
    /// - Parameter claim: `sub`, or what an issuer writes in its place.
    /// - Throws: `TokenRejection` for one that is missing, empty, too long or has characters that cannot be shown.
    package func subject(in claim: String) throws(TokenRejection) -> String {
        guard let subject = texts[claim], !subject.isEmpty else {
            throw TokenRejection(.subject, "It has no subject (\(claim)).")
        }
        guard subject.utf8.count <= Self.maximumSubjectBytes else {
            throw TokenRejection(.subject, "Its subject (\(claim)) is longer than \(Self.maximumSubjectBytes) bytes.")
        }
        guard subject.isPrintable, subject.utf8.elementsEqual(subject.precomposedStringWithCanonicalMapping.utf8) else {
            throw TokenRejection(
                .subject, "Its subject (\(claim)) has characters that cannot be shown or are not normalized.")
        }
        guard subject.first?.isWhitespace == false, subject.last?.isWhitespace == false else {
            throw TokenRejection(.subject, "Its subject (\(claim)) begins or ends with a space.")
        }
        return subject
    }

    /// Checks the times of a token.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - leeway: by how many seconds the issuer's clock may be ahead of ours. An expiry has none: rights end at its second.
    ///   - lifetime: from issue to expiry, at most.
    package func checkTimes(at now: Double, leeway: Double, lifetime: Double) throws(TokenRejection) {
        guard expiresAt > now else {
            throw TokenRejection(.expired, "It expired at \(Self.text(expiresAt)); it is \(Self.text(now)).")
        }
        if let notBefore, notBefore > now + leeway {
            throw TokenRejection(.notYetValid, "It is valid from \(Self.text(notBefore)) on; it is \(Self.text(now)).")
        }
        guard issuedAt <= now + leeway else {
            throw TokenRejection(.issuedInFuture, "It was issued at \(Self.text(issuedAt)); it is \(Self.text(now)).")
        }
        guard expiresAt > issuedAt else { throw TokenRejection(.lifetime, "It expires before it was issued.") }
        guard expiresAt - issuedAt <= lifetime else {
            throw TokenRejection(
                .lifetime, "It lives longer than the \(Int(lifetime)) seconds that its issuer's tokens may.")
        }
    }

    private static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    }
}
