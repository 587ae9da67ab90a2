import Crypto
import CryptoExtras
import Foundation
import Records
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

    private func send(_ token: String, nonce: String? = nil, to table: BetTable) async throws -> BetTable.Answer {
        let more = nonce.map { ",\"nonce\":\"\($0)\"" } ?? ""
        return try await table.post(
            "/v1/auth/apple", "{\"identityToken\":\"\(token)\",\"authorizationCode\":\"c0de\"\(more)}")
    }

    private func reason(_ answer: BetTable.Answer) throws -> String? {
        try answer.json["error"]?["details"]?["reason"]?.string
    }

    @Test func anIdentityTokenIsTakenOnce() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let token = try apple.token(at: seconds(table))
        // when
        let first = try await send(token, to: table)
        let again = try await send(token, to: table)
        // then
        #expect(first.status == 200 && again.status == 401 && again.code == "AUTH_INVALID")
        #expect(try reason(again) == "tokenReused")
        // and when: the text of the signature is another one, and means the same bytes
        let parts = token.split(separator: ".").map(String.init)
        let padded = try await send("\(parts[0]).\(parts[1]).\(parts[2])=", to: table)
        #expect(padded.status == 401, "\(padded.text)")
        try await table.stop()
    }

    @Test func ofManyRequestsWithOneTokenOneSignsIn() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let token = try apple.token(at: seconds(table))
        // when
        let answers = try await withThrowingTaskGroup(of: BetTable.Answer.self) { group in
            for _ in 0..<8 { group.addTask { try await send(token, to: table) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // then
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(answers.filter { $0.code == "AUTH_INVALID" }.count == 7)
        try await table.stop()
    }

    /// The app makes a random text, and asks Apple for its SHA-256. Who has only the token cannot send the text.
    @Test func aNonceIsCompared() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let digest = Digest256(hashing: Array("a random text".utf8)).hexadecimal
        func token() throws -> String {
            table.advance(1)
            return try apple.token(at: seconds(table), { $0["nonce"] = .of(digest) })
        }
        // then
        for wrong in [nil, "", "another text", digest] {
            let answer = try await send(token(), nonce: wrong, to: table)
            #expect(try answer.status == 401 && reason(answer) == "claim", "\(wrong ?? "none")")
        }
        let unasked = try await send(apple.token(at: seconds(table)), nonce: "a random text", to: table)
        #expect(try unasked.status == 401 && reason(unasked) == "claim")
        #expect(try await send(token(), nonce: "a random text", to: table).status == 200)
        try await table.stop()
    }

    /// A token with a wrong nonce is not used up: the app that has the text can still sign in.
    @Test func aRefusedTokenIsNotUsedUp() async throws {
        // given
        let apple = try Apple()
        let table = try await BetTable { $0.issuers = [apple.issuer] }
        let digest = Digest256(hashing: Array("a random text".utf8)).hexadecimal
        let token = try apple.token(at: seconds(table), { $0["nonce"] = .of(digest) })
        // then
        #expect(try await send(token, to: table).status == 401)
        #expect(try await send(token, nonce: "a random text", to: table).status == 200)
        try await table.stop()
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
