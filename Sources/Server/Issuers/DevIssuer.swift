import Crypto
import Draft
import Foundation
import TextFormats
import Tokens

/// The server's own tokens, for development: by a key that ends with the process and is written nowhere. The nodes of a cluster
/// derive theirs from the secret that they share.
struct DevIssuer: Sendable {
    static let keyName = "dev"
    static let issuerWord = "draftledger"
    private static let issuer = "\(issuerWord) --dev"
    private static let lifetime = 24 * 3_600.0
    private let secret: SymmetricKey

    /// - Parameter shared: the secret of a cluster's nodes; nil for a server that is in no cluster.
    init(shared: String? = nil) {
        secret =
            shared.map { shared in
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: SymmetricKey(data: Array(shared.utf8)),
                    info: Array("draft-ledger development tokens".utf8), outputByteCount: 32)
            } ?? SymmetricKey(size: .bits256)
    }

    func token(for name: String, roles: StaffRoles, at now: Double) -> String {
        let head: JSON = ["alg": "HS256", "kid": .of(Self.keyName), "typ": "JWT"]
        let claims: JSON = [
            "iss": .of(Self.issuer), "sub": .of(name), "aud": .of(Self.issuer), "name": .of(name),
            "iat": .number(now), "exp": .number(now + Self.lifetime),
            // Two tokens of one second are two tokens: a server of bets takes each once.
            "roles": .array(roles.roles) { .of($0.name) }, "jti": .of("\(CommandID.random())"),
        ]
        let input = [head, claims].map { Base64URL.encode($0.compact.utf8) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: secret)
        return "\(input).\(Base64URL.encode(code))"
    }

    func identity(in token: SignedToken, at now: Double) throws(TokenRejection) -> Identity {
        guard token.header.algorithm == "HS256" else {
            throw TokenRejection(.algorithm, "Its algorithm (alg) is not this server's.")
        }
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                token.signature, authenticating: token.signingInput, using: secret)
        else { throw TokenRejection(.signature, "It is of another run of the server, or was changed.") }
        let claims = try TokenClaims(token)
        try claims.checkTimes(at: now, leeway: 60, lifetime: Self.lifetime + 1)
        guard claims.audiences == [Self.issuer], claims.issuer == Self.issuer, let name = claims.texts["sub"] else {
            throw TokenRejection(.claim, "It is not a token of this server.")
        }
        let names = Set(token.payload["roles"]?.elements.compactMap(\.string) ?? [])
        var roles: StaffRoles = []
        for role in StaffRole.allCases where names.contains(role.name) { roles.insert(StaffRoles(role)) }
        return Identity(
            account: Self.account(of: name), name: claims.texts["name"] ?? "",
            proof: TokenProof(ownRoles: roles, issuedAt: claims.issuedAt, expiresAt: claims.expiresAt))
    }

    /// Returns the subject of a name in the profiles.
    static func account(of name: String) -> String { "\(issuer) \(name)" }
}
