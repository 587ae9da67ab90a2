import AsyncHTTPClient
import Draft
import Foundation
import JWTKit
import NIOCore
import Platform

/// Who a token says that its bearer is.
struct Identity: Hashable, Sendable {
    /// The issuer and its subject, by which the account is found.
    var account: String
    var name: String
    /// What a token of the server's own, for development, says beside.
    var devRoles: StaffRoles = []
    /// Until when the token holds.
    var expiresAt: Date?
}

/// Checks tokens: issuer, audience, algorithm, lifetime, signature, in this order.
///
/// Keys are kept and read anew when a token names one that is unknown, at most once a minute for each issuer.
actor TokenVerifier {
    private struct KeySet: Sendable {
        var keys: JWTKeyCollection
        var names: Set<String>
        var readAt = ContinuousClock.now
    }

    private static let patience = Duration.seconds(60)
    private let issuers: [TokenIssuer]
    private var keySets: [String: KeySet] = [:]
    /// Keys that are being read: whoever needs them meanwhile waits for the same.
    private var readings: [String: Task<KeySet, any Error>] = [:]
    private let dev: DevIssuer?
    /// Tokens that were believed, until they expire or their issuer's keys are read anew: a member sends the same one for
    /// an hour, and to verify a signature takes longer than most answers.
    private let believed = Guarded<[String: (identity: Identity, until: Date)]>([:])

    /// So many are remembered; with one more all are forgotten.
    private static let mostBelieved = 10_000

    init(_ options: ServerOptions) {
        issuers = options.issuers
        dev = options.isDev ? DevIssuer() : nil
    }

    /// - Throws: `unauthenticated` for a token that is not believed, whatever the reason.
    nonisolated func identity(in token: String) async throws -> Identity {
        if let known = believed.withLock({ $0[token] }), Date() < known.until { return known.identity }
        return try await verified(token)
    }

    private func verified(_ token: String) async throws -> Identity {
        let head = try Self.head(of: token)
        if let dev, head.kid == DevIssuer.keyName { return try await dev.identity(in: token, signedBy: head.alg) }
        let claims: Claims
        do {
            claims = try await JWTKeyCollection().unverified(token, as: Claims.self)
        } catch {
            throw Self.refusal("It cannot be read.")
        }
        guard let issuer = issuers.first(where: { $0.issuer == claims.iss.value }) else {
            throw Self.refusal("Its issuer is not one that is believed here.")
        }
        guard issuer.algorithms.contains(head.alg) else {
            throw Self.refusal("Its algorithm is not one of its issuer's.")
        }
        guard let kid = head.kid else { throw Self.refusal("It names no key.") }
        let keys = try await keys(of: issuer, named: kid)
        let verified: Claims
        do {
            verified = try await keys.verify(token, as: Claims.self)
        } catch {
            throw Self.refusal("It has expired, is not valid yet, or its signature is not its issuer's.")
        }
        try verified.check(audience: issuer.audience, lifetime: issuer.maximumLifetimeSeconds)
        let identity = Identity(
            account: "\(issuer.issuer) \(verified.sub.value)", name: verified.name ?? "", expiresAt: verified.exp.value)
        // Not by keys that have been read anew since.
        if keySets[issuer.issuer]?.keys === keys {
            believed.withLock { believed in
                if believed.count >= Self.mostBelieved { believed = [:] }
                believed[token] = (identity, verified.exp.value)
            }
        }
        return identity
    }

    /// A token for development.
    func devToken(for name: String, roles: StaffRoles) async throws -> String {
        guard let dev else { throw Problem(.notFound, "Only a server for development gives tokens.") }
        return try await dev.token(for: name, roles: roles)
    }

    static func refusal(_ why: String) -> Problem { Problem(.unauthenticated, "The token is not accepted. \(why)") }

    // MARK: Keys

    private func keys(of issuer: TokenIssuer, named kid: String) async throws -> JWTKeyCollection {
        let known = keySets[issuer.issuer]
        if let known, known.names.contains(kid) { return known.keys }
        if readings[issuer.issuer] == nil, let known, ContinuousClock.now - known.readAt < Self.patience {
            throw Self.refusal("It names a key that its issuer does not have.")
        }
        let reading = readings[issuer.issuer] ?? Task { try await Self.keySet(of: issuer) }
        readings[issuer.issuer] = reading
        let fresh: KeySet
        do {
            fresh = try await reading.value
        } catch {
            if readings[issuer.issuer] == reading { readings[issuer.issuer] = nil }
            throw Problem(.unavailable, "The keys of \(issuer.issuer) cannot be read now.")
        }
        if readings[issuer.issuer] == reading {
            (readings[issuer.issuer], keySets[issuer.issuer]) = (nil, fresh)
            believed.withLock { $0 = [:] }
        }
        guard fresh.names.contains(kid) else { throw Self.refusal("It names a key that its issuer does not have.") }
        return fresh.keys
    }

    private static func keySet(of issuer: TokenIssuer) async throws -> KeySet {
        let set = try JSONDecoder().decode(JWKS.self, from: try await read(issuer.keys))
        let keys = JWTKeyCollection()
        try await keys.add(jwks: set)
        return KeySet(keys: keys, names: Set(set.keys.compactMap { $0.keyIdentifier?.string }))
    }

    private static func read(_ place: String) async throws -> Data {
        guard place.hasPrefix("https://") || place.hasPrefix("http://") else {
            return try Data(contentsOf: URL(fileURLWithPath: place))
        }
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: place), timeout: .seconds(5))
        return Data(Array(try await response.body.collect(upTo: 1 << 20).readableBytesView))
    }

    // MARK: Reading

    private struct Head: Decodable {
        var alg: String
        var kid: String?
    }

    private static func head(of token: String) throws -> Head {
        guard token.utf8.count <= 8_192, let part = token.split(separator: ".").first else {
            throw refusal("It is too long, or none.")
        }
        var text = part.replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        // A head that is not one is told like any other token that cannot be read.
        guard let data = Data(base64Encoded: String(text)), let head = try? JSONDecoder().decode(Head.self, from: data)
        else { throw refusal("It cannot be read.") }
        return head
    }
}

/// What a token states.
struct Claims: JWTPayload {
    var iss: IssuerClaim
    var sub: SubjectClaim
    var aud: AudienceClaim
    var exp: ExpirationClaim
    var iat: IssuedAtClaim
    var nbf: NotBeforeClaim?
    var name: String?
    var roles: [String]?

    func verify(using algorithm: some JWTAlgorithm) throws {
        try exp.verifyNotExpired()
        try nbf?.verifyNotBefore()
    }

    /// - Throws: `unauthenticated`.
    func check(audience: String, lifetime: Int) throws {
        guard aud.value.contains(audience) else { throw TokenVerifier.refusal("It is for another audience.") }
        guard !sub.value.isEmpty else { throw TokenVerifier.refusal("It names no subject.") }
        let now = Date()
        guard exp.value.timeIntervalSince(iat.value) <= Double(lifetime), iat.value <= now.addingTimeInterval(60) else {
            throw TokenVerifier.refusal("It lives longer than its issuer's tokens may.")
        }
    }
}
