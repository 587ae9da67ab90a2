import TextFormats
import DraftLedger
import Draft
import Foundation
import Crypto
import Tokens
import LedgerTesting
import TestSupport
import Testing

@testable import Server  // a table with an issuer is the module's own

/// Tokens of a configured issuer: what is accepted, and what is not.
@Suite struct TokenTests {
    private struct Scene {
        let directory = TemporaryDirectory()
        let key = P256.Signing.PrivateKey()
        let table: Table
        let time = SetClock()

        init() async throws {
            let point = key.publicKey.rawRepresentation
            let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
            let file = try directory.write(
                """
                {"keys":[{"kty":"EC","crv":"P-256","alg":"ES256","kid":"k1",
                "x":"\(x)","y":"\(y)"}]}
                """, to: "keys.json")
            let clock = time.clock
            table = try await Table {
                $0.secondsClock = clock
                $0.issuers = [
                    TokenIssuer(
                        issuer: "https://issuer.example", audiences: ["drafts"], algorithms: [.es256],
                        maximumLifetimeSeconds: 3_600, keys: file)
                ]
            }
        }

        func token(
            issuer: String = "https://issuer.example", audience: String = "drafts", subject: String = "s-1",
            lifetime: Double = 600, age: Double = 0, kid: String = "k1", name: String = "Sue",
            by other: P256.Signing.PrivateKey? = nil
        ) async throws -> String {
            let issued = Date().timeIntervalSince1970 - age
            let claims = """
                {"iss":"\(issuer)","sub":"\(subject)","aud":["\(audience)"],"exp":\(issued + lifetime),"iat":\(issued),\
                "name":\(JSON.of(name).compact),"roles":["officer"]}
                """
            let head = #"{"alg":"ES256","typ":"JWT","kid":"\#(kid)"}"#
            let input = "\(Base64URL.encode(head.utf8)).\(Base64URL.encode(claims.utf8))"
            let signature = try (other ?? key).signature(for: Array(input.utf8)).rawRepresentation
            return "\(input).\(Base64URL.encode(signature))"
        }

        func status(_ token: String) async throws -> UInt {
            try await table.server.get("/v1/rooms", as: token).status
        }
    }

    @Test func aSubjectIsOneUserForEverAndATokenGivesNoRoles() async throws {
        let scene = try await Scene()
        #expect(try await scene.status(try await scene.token()) == 200)
        let (users, size) = (try scene.table.ledger.profiles().count, try scene.table.ledger.size)
        #expect(try await scene.status(try await scene.token()) == 200)
        #expect(try scene.table.ledger.size == size)
        #expect(try await scene.status(try await scene.token(subject: "s-2")) == 200)
        #expect(try scene.table.ledger.profiles().count == users + 1)
        let events = try await scene.table.server.get("/v1/events", as: try await scene.token())
        #expect(events.status == 403)
        try await scene.table.server.stop()
    }

    /// Right after a start nobody's keys have been read yet: who comes while they are being read waits for them.
    @Test func theFirstTokensMayComeAllAtOnce() async throws {
        let scene = try await Scene()
        let (token, server) = (try await scene.token(), scene.table.server)
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for _ in 0..<32 { group.addTask { try await server.get("/v1/rooms", as: token).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [UInt](repeating: 200, count: 32))
        try await scene.table.server.stop()
    }

    @Test func whatIsNotOfTheIssuerIsNotBelieved() async throws {
        let scene = try await Scene()
        let good = try await scene.token()
        let wrong: [(String, String)] = [
            ("another issuer", try await scene.token(issuer: "https://other.example")),
            ("another audience", try await scene.token(audience: "elsewhere")),
            ("expired", try await scene.token(lifetime: 60, age: 120)),
            ("lives too long", try await scene.token(lifetime: 7_200)),
            ("an unknown key", try await scene.token(kid: "k2")),
            ("another key of that name", try await scene.token(by: P256.Signing.PrivateKey())),
            ("no subject", try await scene.token(subject: "")),
            ("cut off", String(good.dropLast(4))), ("no token", "nonsense"), ("empty", ""),
            ("no algorithm", try Self.replacingHead(of: good, by: #"{"alg":"none","kid":"k1"}"#)),
            ("a symmetric one", try Self.replacingHead(of: good, by: #"{"alg":"HS256","kid":"k1"}"#)),
            ("the server's own name", try Self.replacingHead(of: good, by: #"{"alg":"ES256","kid":"dev"}"#)),
        ]
        for (what, token) in wrong {
            #expect(try await scene.status(token) == 401, "\(what)")
        }
        // One request without any signature ended the process of a library that has a precondition there.
        for claims in [#"{"iss":"x","sub":"x","aud":[],"exp":9999999999,"iat":1}"#, "[]", "null", "{\"exp\":1e999}"] {
            for head in [
                #"{"alg":"RS256","kid":"k1"}"#, #"{"alg":"HS256","kid":"dev"}"#, #"{"alg":"ES256","x5c":[]}"#, "[]",
            ] {
                let token = [head, claims, "x"].map { Self.encoded($0) }.joined(separator: ".")
                #expect(try await scene.status(token) == 401, "\(head) \(claims)")
            }
        }
        #expect(try await scene.status(good) == 200)
        try await scene.table.server.stop()
    }

    @Test func aTokenIsBelievedForNoLongerThanItLives() async throws {
        let scene = try await Scene()
        let token = try await scene.token(lifetime: 600, age: 60)
        for _ in 0..<2 { #expect(try await scene.status(token) == 200) }
        #expect(try await scene.status(String(token.dropLast(4))) == 401)
        scene.time.skip(270)
        #expect(try await scene.status(token) == 200)
        scene.time.skip(271)
        #expect(try await scene.status(token) == 401)
        try await scene.table.server.stop()
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
            .replacing("/", with: "_")
    }

    private static func replacingHead(of token: String, by head: String) throws -> String {
        ([encoded(head)[...]] + token.split(separator: ".").dropFirst()).joined(separator: ".")
    }

    @Test(arguments: [
        ("Sue", "Sue"), ("S\u{202E}u\u{7}e\n", "Sue"),
        (String(repeating: "x", count: 5_000), String(repeating: "x", count: 40)),
        (" Sue ", "Sue"), ("\u{200B} ", nil),
    ])
    func aNameIsShownAsFarAsABoardHasRoomForIt(name: String, shown: String?) async throws {
        let scene = try await Scene()
        let token = try await scene.token(name: name)
        #expect(try await scene.status(token) == 200)
        let (user, profile) = try #require(
            try scene.table.ledger.profiles().first { $0.profile.externalID.contains("s-1") })
        #expect(profile.displayName == shown ?? "user \(user)")
        try await scene.table.server.stop()
    }
}
