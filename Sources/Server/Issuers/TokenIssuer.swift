import Foundation
package import Tokens

/// An issuer whose tokens are accepted, and how they are checked: one element of `issuers.json`.
package struct TokenIssuer: Hashable, Sendable {
    /// The `iss` of its tokens.
    package var issuer: String
    /// The audiences of which a token names at least one.
    package var audiences: [String]
    /// The claim with the audience: `aud`, or `client_id` where an issuer writes that instead.
    package var audienceClaim = "aud"
    /// The clients that a token may have been issued to (`azp`, `client_id` or `appid`); empty for all.
    package var authorizedParties: [String] = []
    /// The algorithms by which its tokens may be signed. The token's own header chooses among these and nothing else.
    package var algorithms: [SignatureAlgorithm]
    /// The maximum time from a token's issue to its expiry.
    package var maximumLifetimeSeconds: Int
    /// The maximum by which the issuer's clock may be ahead of ours (`iat`, `nbf`).
    package var clockSkewSeconds = Self.defaultClockSkewSeconds
    /// A JSON Web Key Set, or certificates by name: the path of a file, or an address.
    package var keys: String
    /// The maximum time for which a key set is trusted, whatever its answer says.
    package var maximumKeyAgeSeconds = Self.defaultMaximumKeyAgeSeconds
    /// The claim with the subject, by which an account is found.
    package var subjectClaim = "sub"
    /// The claim with the name that is shown.
    package var nameClaim = "name"
    /// Further claims that a token must have with exactly these values.
    package var requiredClaims: [String: String] = [:]
    /// The sign-in of browsers at the issuer; nil if browsers do not sign in there.
    package var signIn: BrowserSignIn?

    package static let defaultClockSkewSeconds = 60
    package static let defaultMaximumKeyAgeSeconds = 3_600
    /// No token of any issuer lives longer: what is remembered about older ones may be forgotten then.
    package static let longestLifetimeSeconds = 31 * 86_400

    package init(
        issuer: String, audiences: [String], algorithms: [SignatureAlgorithm], maximumLifetimeSeconds: Int,
        keys: String
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.algorithms = algorithms
        self.maximumLifetimeSeconds = maximumLifetimeSeconds
        self.keys = keys
    }

    /// Whether a token of this issuer is for us, as far as its audience tells.
    func accepts(audienceOf claims: TokenClaims) -> Bool {
        audiences(of: claims).map { !Set($0).isDisjoint(with: audiences) } ?? false
    }

    private func audiences(of claims: TokenClaims) -> [String]? {
        audienceClaim == "aud" ? claims.audiences : claims.texts[audienceClaim].map { [$0] }
    }

    /// Checks everything about a token that is not its signature.
    ///
    /// - Returns: the subject.
    func check(_ claims: TokenClaims, at now: Double) throws(TokenRejection) -> String {
        try claims.checkTimes(
            at: now, leeway: Double(clockSkewSeconds), lifetime: Double(maximumLifetimeSeconds))
        guard audiences(of: claims) != nil else {
            throw TokenRejection(.audience, "It has no audience (\(audienceClaim)).")
        }
        guard accepts(audienceOf: claims) else {
            throw TokenRejection(.audience, "Its audience (\(audienceClaim)) is not one that is configured here.")
        }
        if !authorizedParties.isEmpty {
            guard let party = claims.texts["azp"] ?? claims.texts["client_id"] ?? claims.texts["appid"] else {
                throw TokenRejection(.authorizedParty, "It does not name the client that it was issued to (azp).")
            }
            guard authorizedParties.contains(party) else {
                throw TokenRejection(.authorizedParty, "It was issued to a client (azp) that is not configured here.")
            }
        }
        for (name, value) in requiredClaims.sorted(by: { $0.key < $1.key }) where claims.texts[name] != value {
            throw TokenRejection(.claim, "Its claim '\(name)' is not '\(value)'.")
        }
        return try claims.subject(in: subjectClaim)
    }
}

/// The sign-in of browsers at an issuer (OpenID Connect Core, section 3.1, by code with PKCE): the member `signIn`.
package struct BrowserSignIn: Hashable, Sendable {
    /// Names the issuer in addresses here.
    package var name: String
    /// Names the issuer on the page.
    package var title: String
    /// This server's identifier there (`client_id`).
    package var client: String
    /// A file with the client's secret; nil for a public client.
    package var secretFile: String?
    package var scope = "openid profile"
    /// The addresses to which browsers go, and where codes are redeemed; nil to look in the issuer's document.
    package var authorization: String?
    package var token: String?
    /// The lifetime of a session, whatever the lifetime of the ID token.
    package var sessionSeconds = 12 * 3_600

    package init(name: String, title: String, client: String) {
        (self.name, self.title, self.client) = (name, title, client)
    }
}

/// A fault of a configuration of issuers: the issuer, the member, its value, and a way out.
package struct TokenIssuerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
