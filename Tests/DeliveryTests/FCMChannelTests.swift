import Crypto
import CryptoExtras
import Draft
import Foundation
import Notices
import Platform
import TestSupport
import Testing
import TextFormats
import Tokens

@testable import Delivery  // the bounds are made small

/// Push by a local OAuth endpoint and a local FCM.
@Suite(.withinTheRun) struct FCMChannelTests {
    private static let key = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private let folder = TemporaryDirectory()

    /// Writes the file of a service account.
    private func account(
        tokens: String, key: String? = nil, project: String = "topdog-1", email: String = "push@topdog.example"
    ) throws -> String {
        let json: JSON = [
            "type": "service_account", "project_id": .string(project), "private_key_id": "k1",
            "private_key": .string(try key ?? Self.key.get().pkcs8PEMRepresentation), "client_email": .string(email),
            "token_uri": .string(tokens),
        ]
        return try folder.write(json.compact, to: "account.json")
    }

    private func channel(
        at server: String, tokens: String? = nil, _ bounds: BoundedClient.Bounds = BoundedClient.Bounds()
    ) throws -> FCMChannel {
        try FCMChannel(
            FCMChannel.Settings(serviceAccount: try account(tokens: tokens ?? server + "/token"), address: server),
            bounds)
    }

    /// A server of both, whose FCM answers in order; the last answer repeats.
    private func server(_ answers: TestAnswer...) async throws -> TestHTTPServer {
        let sends = Guarded(0)
        let tokens = Guarded(0)
        return try await TestHTTPServer { request, _ in
            if request.path == "/token" {
                let number = tokens.withLock {
                    $0 += 1; return $0
                }
                return .json(200, #"{"access_token":"ya29.\#(number)","expires_in":3600,"token_type":"Bearer"}"#)
            }
            let number = sends.withLock {
                $0 += 1; return $0
            }
            return answers[min(number, answers.count) - 1]
        }
    }

    private static let accepted = TestAnswer.json(200, #"{"name":"projects/topdog-1/messages/0:15"}"#)

    // MARK: What is sent

    @Test func aTurnIsSentAsTheAppReadsIt() async throws {
        let server = try await server(Self.accepted)
        let channel = try channel(at: server.address)
        #expect(
            await channel.send(.sample(), to: "device-token", at: noon) == .accepted("projects/topdog-1/messages/0:15"))
        let request = try #require(server.requests.last)
        #expect(request.path == "/v1/projects/topdog-1/messages:send" && request.method == "POST")
        #expect(request["authorization"] == "Bearer ya29.1")
        let expected: JSON = [
            "message": [
                "token": "device-token",
                "notification": ["title": "Your Turn!", "body": "Pick 2.05 - 30 seconds to draft"],
                "data": ["type": "on_the_clock", "roomId": "12", "pickNumber": "17", "timeRemaining": "30"],
                "apns": [
                    "headers": [
                        "apns-expiration": "1788264030", "apns-priority": "10",
                        "apns-collapse-id": "4711-42-on_the_clock",
                    ],
                    "payload": [
                        "aps": [
                            "sound": "default", "badge": .integer(1), "category": "DRAFT_PICK",
                            "content-available": .integer(1),
                        ],
                        "data": [
                            "type": "on_the_clock", "roomId": "12", "pickNumber": .integer(17),
                            "timeRemaining": .integer(30),
                        ],
                    ],
                ],
                "android": ["priority": "HIGH", "ttl": "30s", "collapse_key": "room-12"],
            ]
        ]
        #expect(request.text == expected.compact)
    }

    @Test(arguments: [NoticesRecorded.Kind.roomFilled, .draftStarting, .picksAway, .tenSeconds])
    func onlyATurnHasABadge(kind: NoticesRecorded.Kind) async throws {
        let server = try await server(Self.accepted)
        let channel = try channel(at: server.address)
        #expect(await channel.send(.sample(kind), to: "t", at: noon).name == "accepted")
        let message = try #require(server.requests.last?.json?["message"])
        #expect(message["apns"]?["payload"]?["aps"]?.members.map(\.name) == ["sound"])
        #expect(message["data"]?["type"]?.string == kind.wireType)
        #expect(message["data"]?.members.allSatisfy { $0.value.kind == .string } == true)
    }

    @Test func theGrantIsSignedByTheServiceAccount() async throws {
        let server = try await server(Self.accepted)
        _ = try await channel(at: server.address).send(.sample(), to: "t", at: noon)
        let request = try #require(server.requests.first)
        #expect(request["content-type"] == "application/x-www-form-urlencoded")
        let parts = request.text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        #expect(parts[0] == ["grant_type", "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"])
        let token = try SignedToken(Array(parts[1][1].utf8))
        let claims = try TokenClaims(token)
        #expect(claims.issuer == "push@topdog.example" && claims.audiences == [server.address + "/token"])
        #expect(claims.issuedAt == 1_788_264_000 && claims.expiresAt == 1_788_267_600)
        #expect(claims.texts["scope"] == "https://www.googleapis.com/auth/firebase.messaging")
        #expect(token.header.algorithm == "RS256" && token.header.keyID == "k1")
        let isValid = try Self.key.get().publicKey.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: token.signature), for: SHA256.hash(data: token.signingInput),
            padding: .insecurePKCS1v1_5)
        #expect(isValid)
    }

    // MARK: Access tokens

    @Test func oneAccessTokenServesManyMessagesUntilShortlyBeforeItsEnd() async throws {
        let server = try await server(Self.accepted)
        let channel = try channel(at: server.address)
        let results = await withTaskGroup(of: DeliveryResult.self) { group in
            for number in 0..<20 { group.addTask { await channel.send(.sample(), to: "t\(number)", at: noon) } }
            return await group.reduce(into: []) { $0.append($1.name) }
        }
        #expect(results == Array(repeating: "accepted", count: 20))
        func tokenRequests() -> Int { server.requests.count { $0.path == "/token" } }
        #expect(tokenRequests() == 1)
        _ = await channel.send(.sample(), to: "t", at: noon + .seconds(3_539))
        #expect(tokenRequests() == 1)
        _ = await channel.send(.sample(), to: "t", at: noon + .seconds(3_540))
        #expect(tokenRequests() == 2)
        #expect(server.requests.last?["authorization"] == "Bearer ya29.2")
    }

    @Test func anUnauthorizedMessageIsSentAgainWithANewToken() async throws {
        let server = try await server(.json(401, "{}"), Self.accepted)
        #expect(try await channel(at: server.address).send(.sample(), to: "t", at: noon).name == "accepted")
        #expect(server.requests.map { $0["authorization"] } == [nil, "Bearer ya29.1", nil, "Bearer ya29.2"])
    }

    @Test func aSecondRefusalOfTheTokenEndsTheAttempt() async throws {
        let server = try await server(.json(401, "{}"))
        #expect(try await channel(at: server.address).send(.sample(), to: "t", at: noon).name == "retry")
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#, "refused"),
        (503, "", "retry"), (200, "{}", "retry"), (200, #"{"access_token":"a\r\nb"}"#, "retry"),
        (200, "<html>", "retry"),
    ])
    func withoutAnAccessTokenNothingIsSent(status: Int, body: String, result: String) async throws {
        let server = try await TestHTTPServer { _, _ in .json(status, body) }
        #expect(try await channel(at: server.address).send(.sample(), to: "t", at: noon).name == result)
        #expect(server.requests.map(\.path) == ["/token"])
    }

    // MARK: Answers

    @Test(arguments: [
        (404, #"{"error":{"status":"NOT_FOUND","details":[{"errorCode":"UNREGISTERED"}]}}"#, "gone"),
        (404, "", "refused"),
        (
            400,
            #"{"error":{"status":"INVALID_ARGUMENT","message":"The registration token is not a valid FCM registration token"}}"#,
            "gone"
        ),
        (
            400,
            #"{"error":{"status":"INVALID_ARGUMENT","details":[{"fieldViolations":[{"field":"message.token"}]}]}}"#,
            "gone"
        ),
        (
            400,
            #"{"error":{"status":"INVALID_ARGUMENT","details":[{"fieldViolations":[{"field":"message.android.ttl"}]}]}}"#,
            "refused"
        ),
        (403, #"{"error":{"status":"PERMISSION_DENIED","details":[{"errorCode":"SENDER_ID_MISMATCH"}]}}"#, "refused"),
        (302, "", "refused"), (429, "", "retry"), (500, "", "retry"), (503, "not JSON", "retry"), (502, "", "unclear"),
        (200, "not JSON", "accepted"),
    ])
    func anAnswerDecidesTheResult(status: Int, body: String, result: String) async throws {
        let server = try await server(.json(status, body, ("Location", "http://127.0.0.1:1/")))
        #expect(try await channel(at: server.address).send(.sample(), to: "t", at: noon).name == result)
    }

    @Test(arguments: [
        ("30", Interval.seconds(30)), ("Tue, 01 Sep 2026 12:02:00 GMT", .seconds(120)),
        ("99999999999999999999", .seconds(86_400)), ("soon", nil),
    ])
    func theServerSaysWhenToTryAgain(header: String, pause: Interval?) async throws {
        let server = try await server(.json(429, "", ("Retry-After", header)))
        let result = try await channel(at: server.address).send(.sample(), to: "t", at: noon)
        #expect(result.name == "retry" && result.pause == pause)
    }

    // MARK: Settings

    @Test func faultsOfTheFileAreNamed() throws {
        func code(_ path: String) -> DeliverySettingsError.Code? {
            do throws(DeliverySettingsError) {
                _ = try FCMChannel(FCMChannel.Settings(serviceAccount: path))
                return nil
            } catch {
                #expect(error.description.hasPrefix(path))
                return error.code
            }
        }
        #expect(code(folder("nothing.json")) == .unreadable)
        #expect(try code(folder.write("{", to: "a.json")) == .badDocument)
        #expect(try code(folder.write("[]", to: "a.json")) == .badDocument)
        #expect(try code(folder.write("{}", to: "a.json")) == .badValue)
        #expect(try code(account(tokens: "http://example.com/token")) == .badValue)
        #expect(try code(account(tokens: "https://oauth2.googleapis.com/token", project: "a/../b")) == .badValue)
        #expect(try code(account(tokens: "https://oauth2.googleapis.com/token", key: "no key")) == .badKey)
        #expect(try code(account(tokens: "https://oauth2.googleapis.com/token")) == nil)
    }
}
