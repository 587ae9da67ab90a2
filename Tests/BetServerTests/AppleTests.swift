import Crypto
import CryptoExtras
import Foundation
import Server
import Testing
import TestSupport
import TextFormats
import Tokens
import Values

@testable import BetServer  // the issuers of a server are options

/// Identity tokens of an issuer like Apple: RS256, by keys in a file, for this app alone.
@Suite struct AppleTests {
    /// An issuer with a key of its own and a file with its public part.
    private struct Apple {
        let directory = TemporaryDirectory()
        let key: _RSA.Signing.PrivateKey

        init() throws {
            key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let parts = try key.publicKey.getKeyPrimitives()
            let set: JSON = [
                "keys": [
                    [
                        "kty": "RSA", "kid": "A1", "use": "sig", "alg": "RS256",
                        "n": .of(Base64URL.encode(parts.modulus)), "e": .of(Base64URL.encode(parts.publicExponent)),
                    ]
                ]
            ]
            try directory.write(set.compact, to: "keys.json")
        }

        var issuer: TokenIssuer {
            TokenIssuer(
                issuer: "https://appleid.apple.com", audiences: ["be.statdiscute.app"], algorithms: [.rs256],
                maximumLifetimeSeconds: 86_400, keys: directory("keys.json"))
        }

        func token(
            at now: Double, _ change: (inout [String: JSON]) -> Void = { _ in }, header: JSON? = nil,
            by other: _RSA.Signing.PrivateKey? = nil
        ) throws -> String {
            var claims: [String: JSON] = [
                "iss": "https://appleid.apple.com", "aud": "be.statdiscute.app", "sub": "001999.a1b2.0815",
                "iat": .number(now), "exp": .number(now + 600),
            ]
            change(&claims)
            let head: JSON = header ?? ["alg": "RS256", "kid": "A1"]
            let body = JSON.object(claims.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) })
            let input = [head, body].map { Base64URL.encode($0.compact.utf8) }.joined(separator: ".")
            let signature = try (other ?? key).signature(for: Data(input.utf8), padding: .insecurePKCS1v1_5)
            return "\(input).\(Base64URL.encode(signature.rawRepresentation))"
        }
    }

    private func send(_ token: String, to table: BetTable) async throws -> BetTable.Answer {
        try await table.post("/v1/auth/apple", "{\"identityToken\":\"\(token)\",\"authorizationCode\":\"c0de\"}")
    }

    private func seconds(_ table: BetTable) -> Double { Double(table.now.microseconds) / 1e6 }

    @Test func aTokenOfTheIssuerSignsIn() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        // when
        let first = try BetTable.signedIn(try await send(apple.token(at: seconds(table)), to: table))
        table.advance(60)
        let second = try BetTable.signedIn(try await send(apple.token(at: seconds(table)), to: table))
        // then
        #expect(first.user == second.user)
        #expect(try await table.get("/v1/bets", as: second.access).status == 200)
        try await table.stop()
    }

    /// Each hostile token, and the code that it is answered with.
    @Test func hostileTokensAreRefused() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let now = seconds(table)
        let good = try apple.token(at: now).split(separator: ".").map(String.init)
        let none = Base64URL.encode("{\"alg\":\"none\"}".utf8)
        let hmac = Base64URL.encode("{\"alg\":\"HS256\",\"kid\":\"A1\"}".utf8)
        let stranger = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let tokens: [(String, String)] = [
            ("\(none).\(good[1]).", "AUTH_INVALID"), ("\(none).\(good[1]).\(good[2])", "AUTH_INVALID"),
            ("\(hmac).\(good[1]).\(good[2])", "AUTH_INVALID"),
            (try apple.token(at: now, { $0["aud"] = "com.example.other" }), "AUTH_INVALID"),
            (try apple.token(at: now, { $0["aud"] = nil }), "AUTH_INVALID"),
            (try apple.token(at: now, { $0["iss"] = "https://example.com" }), "AUTH_INVALID"),
            (try apple.token(at: now, { $0["sub"] = nil }), "AUTH_INVALID"),
            (try apple.token(at: now - 3_600), "AUTH_EXPIRED"),
            (try apple.token(at: now + 3_600), "AUTH_INVALID"),
            (try apple.token(at: now, { $0["exp"] = .number(now + 90_000) }), "AUTH_INVALID"),
            (try apple.token(at: now, by: stranger), "AUTH_INVALID"),
            (try apple.token(at: now, header: ["alg": "RS256", "kid": "B2"]), "AUTH_INVALID"),
            (try apple.token(at: now, header: ["alg": "RS256", "kid": "A1", "crit": ["b64"]]), "AUTH_INVALID"),
        ]
        // then
        for (index, (token, code)) in tokens.enumerated() {
            let answer = try await send(token, to: table)
            #expect(answer.status == 401 && answer.code == code, "token \(index): \(answer.text)")
        }
        try await table.stop()
    }

    @Test func anIdentityTokenIsNotAnAccessToken() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let token = try apple.token(at: seconds(table))
        let anna = try BetTable.signedIn(try await send(token, to: table))
        // then
        #expect(try await table.get("/v1/bets", as: token).code == "AUTH_INVALID")
        #expect(try await send(anna.access, to: table).code == "AUTH_INVALID")
        #expect(
            try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(anna.access)\"}").code == "AUTH_INVALID")
        try await table.stop()
    }

    @Test func withoutKeysNobodySignsIn() async throws {
        // given
        let apple = try Apple()
        var issuer = apple.issuer
        issuer.keys = apple.directory("missing.json")
        let table = try await BetTable { [issuer] in $0.issuers = [issuer] }
        // when
        let answer = try await send(apple.token(at: seconds(table)), to: table)
        // then
        #expect(answer.status == 503 && answer.code == "SERVER_ERROR" && answer.headers["retry-after"] != nil)
        try await table.stop()
    }
}
