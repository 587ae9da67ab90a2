package import Draft
import Foundation
package import Logging
import Platform
import Tokens

/// Somebody as a token names them.
package struct Identity: Hashable, Sendable {
    /// The issuer and its subject, by which the account is found.
    package var account: String
    package var name: String
    /// The address of e-mail that the issuer has verified; nil if it states none.
    var email: String?
    var proof: TokenProof
}

/// The part of an accepted token that is compared with the present again later.
struct TokenProof: Hashable, Sendable {
    /// The roles that the token itself has: those of the server's own tokens, for development.
    var ownRoles: StaffRoles = []
    /// Seconds since 1970.
    var issuedAt: Double
    var expiresAt: Double
    /// The key that has signed it; nil for the server's own.
    var key: SigningKey?

    struct SigningKey: Hashable, Sendable {
        var place: String
        var thumbprint: String
    }

    var expiry: Date { Date(timeIntervalSince1970: expiresAt) }
}

/// Checks tokens: form, issuer, algorithm, key, signature, times, audience and subject, in this order.
///
/// The first fault is the one that is told. No library sees a byte of a token before the signature is checked, and then the
/// signed bytes alone.
package final class TokenVerifier: Sendable {
    private struct Accepted {
        var identity: Identity
        var generation: UInt64
    }

    private let issuers: [TokenIssuer]
    private let caches: [String: KeyCache]
    private let dev: DevIssuer?
    private let clock: SecondsClock
    private let onChange: Guarded<@Sendable () -> Void>
    /// Tokens that were accepted: a member sends the same one for an hour, and a signature takes longer to check than most
    /// answers to make.
    private let accepted = Guarded<[String: Accepted]>([:])

    /// The maximum number of remembered tokens; one more clears the cache.
    private static let mostAccepted = 10_000

    init(
        issuers: [TokenIssuer], isDev: Bool, sharedSecret: String? = nil, clock: SecondsClock, logger: Logger,
        read: @escaping @Sendable (String) async throws(KeyFault) -> KeyDocument = KeyPlace.read,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        self.issuers = issuers
        self.clock = clock
        dev = isDev ? DevIssuer(shared: sharedSecret) : nil
        let onChange = Guarded<@Sendable () -> Void>({})
        self.onChange = onChange
        caches = Dictionary(grouping: issuers, by: \.keys).mapValues { issuers in
            KeyCache(
                issuers[0].keys, maximumAge: Double(issuers.map(\.maximumKeyAgeSeconds).min() ?? 0), clock: clock,
                logger: logger, read: read, sleep: sleep,
                changed: {
                    let notify = onChange.withLock { $0 }
                    notify()
                })
        }
    }

    /// A verifier that reads keys from their files and addresses.
    ///
    /// - Parameter isDev: whether it is also an issuer of tokens, by a key that ends with the process.
    package convenience init(issuers: [TokenIssuer], isDev: Bool, clock: SecondsClock, logger: Logger) {
        self.init(issuers: issuers, isDev: isDev, sharedSecret: nil, clock: clock, logger: logger)
    }

    /// Sets what is called when a key set decides differently, or is not trusted any more.
    func whenKeysChange(_ notify: @escaping @Sendable () -> Void) { onChange.withLock { $0 = notify } }

    /// Rereads key sets before their time ends, until the task is cancelled.
    package func run() async throws {
        while true {
            await keepFresh()
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Rereads the key sets that are due.
    func keepFresh() async {
        await withTaskGroup(of: Void.self) { group in
            for cache in caches.values { group.addTask { await cache.keepFresh() } }
        }
    }

    /// - Throws: `TokenRejection` with the one cause; `KeysUnavailable` while that cannot be known.
    package func identity(in text: String) async throws -> Identity {
        let now = clock.now()
        if let known = accepted.withLock({ $0[text] }), now < known.identity.proof.expiresAt,
            let key = known.identity.proof.key, caches[key.place]?.trusted?.generation == known.generation
        {
            return known.identity
        }
        let token = try SignedToken(Array(text.utf8))
        if let dev, token.header.keyID == DevIssuer.keyName { return try dev.identity(in: token, at: now) }
        let claims = try TokenClaims(token)
        let ours = issuers.filter { $0.issuer == claims.issuer }
        guard let issuer = ours.first(where: { $0.accepts(audienceOf: claims) }) ?? ours.first else {
            throw TokenRejection(.issuer, "Its issuer (iss) is not one that is configured here.")
        }
        guard let algorithm = issuer.algorithms.first(where: { $0.rawValue == token.header.algorithm }) else {
            throw TokenRejection(.algorithm, "Its algorithm (alg) is not one that is configured for its issuer.")
        }
        guard let cache = caches[issuer.keys] else { throw KeysUnavailable(place: issuer.keys, seconds: 1) }
        let (key, generation) = try await key(of: token, by: algorithm, in: cache)
        // After the keys, for which this may have waited.
        let subject = try issuer.check(claims, at: clock.now())
        let identity = Identity(
            account: "\(issuer.issuer) \(subject)", name: claims.texts[issuer.nameClaim] ?? "",
            email: claims.verifiedEmail,
            proof: TokenProof(
                issuedAt: claims.issuedAt, expiresAt: claims.expiresAt,
                key: .init(place: issuer.keys, thumbprint: key.thumbprint)))
        accepted.withLock { accepted in
            if accepted.count >= Self.mostAccepted { accepted = [:] }
            accepted[text] = Accepted(identity: identity, generation: generation)
        }
        return identity
    }

    private func key(
        of token: SignedToken, by algorithm: SignatureAlgorithm, in cache: KeyCache
    ) async throws -> (key: VerificationKey, generation: UInt64) {
        for attempt in 0..<2 {
            let candidates = try await cache.candidates(for: token.header, by: algorithm)
            if let key = candidates.first(where: { $0.verifies(token, by: algorithm) }) {
                // A set that has changed meanwhile is looked at again with the next request.
                return (
                    key, cache.trusted.map { $0.keys.thumbprints.contains(key.thumbprint) ? $0.generation : 0 } ?? 0
                )
            }
            guard attempt == 0, await cache.rereadAtOnce() else { break }
        }
        throw TokenRejection(.signature, "Its signature is not by a key of its issuer.")
    }

    /// Seconds since 1970, as tokens are compared with them.
    package var now: Double { clock.now() }

    /// Whether an accepted token would still be accepted, as far as its times and its key tell.
    ///
    /// - Throws: `KeysUnavailable` while that cannot be known.
    func stillAccepts(_ proof: TokenProof) throws(KeysUnavailable) -> Bool {
        guard clock.now() < proof.expiresAt else { return false }
        guard let key = proof.key else { return true }
        return try stillTrusts(key)
    }

    /// Whether an issuer still publishes a key.
    ///
    /// - Throws: `KeysUnavailable` while that cannot be known.
    func stillTrusts(_ key: TokenProof.SigningKey) throws(KeysUnavailable) -> Bool {
        guard let trusted = caches[key.place]?.trusted else { throw KeysUnavailable(place: key.place, seconds: 1) }
        return trusted.keys.thumbprints.contains(key.thumbprint)
    }

    /// A token for development.
    package func devToken(for name: String, roles: StaffRoles) throws -> String {
        guard let dev else { throw Problem(.notFound, "Only a server for development gives tokens.") }
        return dev.token(for: name, roles: roles, at: clock.now())
    }
}
