import Foundation

/// Whose tokens are believed, and how they are checked.
package struct TokenIssuer: Hashable, Sendable, Codable {
    /// The `iss` of its tokens.
    package var issuer: String
    /// The `aud` that they must name.
    package var audience: String
    /// By which they may be signed, such as `RS256` or `ES256`. What a token says of itself chooses among these and
    /// nothing else; a symmetric one is none.
    package var algorithms: [String]
    /// From a token's issue to its expiry, at most.
    package var maximumLifetimeSeconds: Int
    /// A JSON Web Key Set: the path of a file, or an address.
    package var keys: String

    package init(
        issuer: String, audience: String, algorithms: [String], maximumLifetimeSeconds: Int, keys: String
    ) {
        self.issuer = issuer
        self.audience = audience
        self.algorithms = algorithms
        self.maximumLifetimeSeconds = maximumLifetimeSeconds
        self.keys = keys
    }

    static let knownAlgorithms: Set = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"]

    /// Reads an array of issuers from JSON.
    ///
    /// - Throws: `TokenIssuerError` that says what is wrong and what was expected.
    package static func list(_ json: [UInt8]) throws(TokenIssuerError) -> [TokenIssuer] {
        let issuers: [TokenIssuer]
        do {
            issuers = try JSONDecoder().decode([TokenIssuer].self, from: Data(json))
        } catch {
            throw TokenIssuerError(
                """
                expected an array of objects with "issuer", "audience", "algorithms", "maximumLifetimeSeconds" and \
                "keys": \(error)
                """)
        }
        for issuer in issuers {
            let unknown = issuer.algorithms.filter { !knownAlgorithms.contains($0) }
            guard !issuer.algorithms.isEmpty, unknown.isEmpty else {
                throw TokenIssuerError(
                    "\(issuer.issuer): the algorithms are \(issuer.algorithms), expected some of "
                        + knownAlgorithms.sorted().joined(separator: ", "))
            }
            guard issuer.maximumLifetimeSeconds > 0 else {
                throw TokenIssuerError("\(issuer.issuer): the longest lifetime is not above zero")
            }
        }
        return issuers
    }
}

/// What is wrong with a configuration of issuers.
package struct TokenIssuerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
