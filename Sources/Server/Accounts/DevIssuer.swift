import Draft
import Foundation
import JWTKit

/// The server's own tokens, for development: by a key that nobody else has and that is gone with the process.
struct DevIssuer: Sendable {
    static let keyName = "dev"
    private static let issuer = "draftledger --dev"
    private static let lifetime = 24 * 3_600
    private let keys = JWTKeyCollection()
    private let secret = HMACKey(from: DevIssuer.randomBytes())

    func token(for name: String, roles: StaffRoles) async throws -> String {
        let now = Date()
        let claims = Claims(
            iss: IssuerClaim(value: Self.issuer), sub: SubjectClaim(value: name),
            aud: AudienceClaim(value: [Self.issuer]),
            exp: ExpirationClaim(value: now.addingTimeInterval(Double(Self.lifetime))), iat: IssuedAtClaim(value: now),
            nbf: nil, name: name, roles: roles.roles.map(\.name))
        return try await signer().sign(claims, kid: JWKIdentifier(string: Self.keyName))
    }

    /// - Throws: `unauthenticated`.
    func identity(in token: String, signedBy algorithm: String) async throws -> Identity {
        guard algorithm == "HS256" else { throw TokenVerifier.refusal("Its algorithm is not this server's.") }
        let claims: Claims
        do {
            claims = try await signer().verify(token, as: Claims.self)
        } catch {
            throw TokenVerifier.refusal("It has expired, or is of another run of the server.")
        }
        try claims.check(audience: Self.issuer, lifetime: Self.lifetime)
        var roles: StaffRoles = []
        for role in StaffRole.allCases where claims.roles?.contains(role.name) == true {
            roles.insert(StaffRoles(role))
        }
        return Identity(
            account: Self.account(of: claims.sub.value), name: claims.name ?? "", devRoles: roles,
            expiresAt: claims.exp.value)
    }

    /// The subject under which a name stands in the profiles.
    static func account(of name: String) -> String { "\(issuer) \(name)" }

    private static func randomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func signer() async -> JWTKeyCollection {
        await keys.add(hmac: secret, digestAlgorithm: .sha256, kid: JWKIdentifier(string: Self.keyName))
    }
}
