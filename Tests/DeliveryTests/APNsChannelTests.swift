import Crypto
import Draft
import Notices
import Platform
import TestSupport
import Testing
import TextFormats
import Tokens

@testable import Delivery  // the token and the ID are its own

/// Live Activities by a local server of HTTP/2 that checks the token.
@Suite(.withinTheRun) struct APNsChannelTests {
    private let key = P256.Signing.PrivateKey()
    private let folder = TemporaryDirectory()
    private static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    private func settings(
        _ address: String, key: String? = nil, keyID: String = "ABC123DEFG", bundle: String = "dog.topdog.app"
    ) throws -> APNsChannel.Settings {
        APNsChannel.Settings(
            keyFile: try folder.write(key ?? self.key.pemRepresentation, to: "AuthKey.p8"), keyID: keyID,
            team: "DEF123GHIJ", bundle: bundle, address: address,
            trustedCertificates: try folder.write(TestCertificates.authority, to: "authority.pem"))
    }

    private func server(_ answers: TestAnswer...) async throws -> HTTP2Server {
        try await HTTP2Server { _, number in .answer(answers[min(number, answers.count - 1)]) }
    }

    private func change(
        _ step: ActivityChange.Step, isMyTurn: Bool = true, name: String? = "Ja'Marr Chase", position: String? = "WR"
    ) -> ActivityChange {
        ActivityChange(
            step: step, room: 12, title: "THE TOPDOG INTERNATIONAL", user: 42,
            state: ActivityState(
                timeRemaining: 30, pickNumber: 17, round: 2, pickInRound: 5, isMyTurn: isMyTurn,
                currentPlayerName: name, currentPlayerPosition: position),
            at: noon, goodUntil: noon + .seconds(30))
    }

    private static let accepted = TestAnswer(
        headers: [("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B")])

    // MARK: What is sent

    @Test func theRequestIsAsAPNsWantsIt() async throws {
        let server = try await server(Self.accepted)
        let channel = try APNsChannel(settings(server.address))
        let result = await channel.send(change(.update), to: Self.token, at: noon)
        #expect(result == .accepted("EABEAE54-14A8-11E5-B60B-1697F925EC7B"))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.path == "/3/device/\(Self.token)")
        #expect(request["apns-topic"] == "dog.topdog.app.push-type.liveactivity")
        #expect(request["apns-push-type"] == "liveactivity" && request["apns-priority"] == "10")
        #expect(request["apns-expiration"] == "1788264030")
        let id = try #require(request["apns-id"])
        #expect(id.wholeMatch(of: #/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#) != nil)

        let text = try #require(request["authorization"])
        #expect(text.hasPrefix("bearer "))
        let token = try SignedToken(Array(text.dropFirst(7).utf8))
        #expect(token.header.algorithm == "ES256" && token.header.keyID == "ABC123DEFG")
        #expect(token.payload["iss"]?.string == "DEF123GHIJ" && token.payload["iat"]?.integer() == 1_788_264_000)
        let point = Array(key.publicKey.rawRepresentation)
        #expect(try VerificationKey.elliptic("P-256", point: point).verifies(token, by: .es256))
    }

    private static let state = """
        {"timeRemaining":30,"pickNumber":17,"round":2,"pickInRound":5,"isMyTurn":true,\
        "currentPlayerName":"Ja'Marr Chase","currentPlayerPosition":"WR"}
        """

    @Test(arguments: [
        (
            ActivityChange.Step.start,
            """
            {"aps":{"timestamp":1788264000,"event":"start","content-state":\(state),\
            "attributes-type":"DraftTimerAttributes",\
            "attributes":{"tournamentName":"THE TOPDOG INTERNATIONAL","roomId":"12"},\
            "alert":{"title":"Draft Starting","body":"THE TOPDOG INTERNATIONAL is starting now!"}}}
            """
        ),
        (.update, #"{"aps":{"timestamp":1788264000,"event":"update","content-state":\#(state)}}"#),
        (
            .end,
            #"{"aps":{"timestamp":1788264000,"event":"end","content-state":\#(state),"dismissal-date":1788264000}}"#
        ),
    ])
    func thePayloadIsThatOfTheApp(step: ActivityChange.Step, json: String) async throws {
        let server = try await server(Self.accepted)
        _ = try await APNsChannel(settings(server.address)).send(change(step), to: Self.token, at: noon)
        #expect(server.requests.first?.text == json)
    }

    @Test func aNameThatIsNotKnownIsLeftOut() async throws {
        let server = try await server(Self.accepted)
        let change = change(.update, isMyTurn: false, name: nil, position: nil)
        _ = try await APNsChannel(settings(server.address)).send(change, to: Self.token, at: noon)
        let request = try #require(server.requests.first)
        #expect(request["apns-priority"] == "5")
        let state = request.json?["aps"]?["content-state"]
        #expect(state?.members.map(\.name) == ["timeRemaining", "pickNumber", "round", "pickInRound", "isMyTurn"])
    }

    @Test func theIDIsTheSameForARepeatOnly() {
        let id = ActivityPayload.id(of: change(.update), on: "aa")
        #expect(id == ActivityPayload.id(of: change(.update), on: "aa"))
        #expect(id != ActivityPayload.id(of: change(.update), on: "ab"))
        #expect(id != ActivityPayload.id(of: change(.end), on: "aa"))
    }

    // MARK: The token of the provider

    @Test func aTokenServesFortyMinutes() throws {
        let token = try ProviderToken(
            keyFile: settings("https://localhost").keyFile, keyID: "ABC123DEFG", team: "DEF123GHIJ")
        let first = try token.token(at: noon)
        #expect(try token.token(at: noon + .seconds(2_399)) == first)
        #expect(try token.token(at: noon + .seconds(1_199), replacing: first) == first)
        let second = try token.token(at: noon + .seconds(1_200), replacing: first)
        #expect(second != first)
        // Many that were refused the first one replace it once.
        #expect(try token.token(at: noon + .seconds(1_201), replacing: first) == second)
        #expect(try token.token(at: noon + .seconds(3_600)) != second)
    }

    @Test func anExpiredTokenIsReplacedOnce() async throws {
        let expired = TestAnswer.json(403, #"{"reason":"ExpiredProviderToken"}"#)
        let server = try await server(Self.accepted, expired, Self.accepted, expired)
        let channel = try APNsChannel(settings(server.address))
        #expect(await channel.send(change(.start), to: Self.token, at: noon).name == "accepted")
        let later = noon + .seconds(1_500)
        #expect(await channel.send(change(.update), to: Self.token, at: later).name == "accepted")
        let tokens = server.requests.map { $0["authorization"] }
        #expect(tokens.count == 3 && tokens[0] == tokens[1] && tokens[1] != tokens[2])
        // The new token is not old enough to be replaced.
        #expect(await channel.send(change(.end), to: Self.token, at: later).name == "retry")
        #expect(server.requests.count == 4)
    }

    // MARK: Answers

    @Test(arguments: [
        (410, "Unregistered", "gone"), (400, "BadDeviceToken", "gone"), (400, "DeviceTokenNotForTopic", "gone"),
        (400, "PayloadEmpty", "refused"), (403, "InvalidProviderToken", "refused"), (404, "BadPath", "refused"),
        (413, "PayloadTooLarge", "refused"), (429, "TooManyRequests", "retry"), (500, "InternalServerError", "retry"),
        (503, "Shutdown", "retry"), (502, "", "unclear"),
    ])
    func anAnswerDecidesTheResult(status: Int, reason: String, result: String) async throws {
        let server = try await server(.json(status, #"{"reason":"\#(reason)"}"#))
        let channel = try APNsChannel(settings(server.address))
        #expect(await channel.send(change(.update), to: Self.token, at: noon).name == result)
        #expect(server.requests.count == 1)
    }

    @Test func aRefusedStreamIsTriedAgainAndALostConnectionIsUnclear() async throws {
        let refusing = try await HTTP2Server { _, _ in .refuseStream }
        let channel = try APNsChannel(settings(refusing.address))
        #expect(await channel.send(change(.update), to: Self.token, at: noon).name == "retry")
        let closing = try await HTTP2Server { _, _ in .close }
        let other = try APNsChannel(settings(closing.address))
        #expect(await other.send(change(.update), to: Self.token, at: noon).name == "unclear")
    }

    @Test func manyDevicesShareAConnection() async throws {
        let server = try await server(Self.accepted)
        let channel = try APNsChannel(settings(server.address))
        let names = await withTaskGroup(of: DeliveryResult.self) { group in
            for number in 0..<60 {
                group.addTask { await channel.send(change(.update), to: "\(1_000 + number)", at: noon) }
            }
            return await group.reduce(into: Set()) { $0.insert("\($1)") }
        }
        #expect(names.count == 1, "\(names)")
        #expect(Set(server.requests.map(\.path)).count == 60)
        #expect(Set(server.requests.map { $0["authorization"] }).count == 1)
    }

    @Test(arguments: ["", "../../admin", "zz", "0a%2f"]) func aTokenWithOtherCharactersIsGone(token: String)
        async throws
    {
        let channel = try APNsChannel(settings("https://localhost:1"))
        #expect(await channel.send(change(.update), to: token, at: noon).name == "gone")
    }

    @Test func faultsOfTheSettingsAreNamed() throws {
        func code(_ settings: APNsChannel.Settings) -> DeliverySettingsError.Code? {
            do throws(DeliverySettingsError) {
                _ = try APNsChannel(settings)
                return nil
            } catch {
                return error.code
            }
        }
        let address = "https://api.push.apple.com"
        #expect(try code(settings(address)) == nil)
        #expect(try code(settings("http://api.push.apple.com")) == .badValue)
        #expect(try code(settings(address, keyID: "short")) == .badValue)
        #expect(try code(settings(address, bundle: "a b")) == .badValue)
        #expect(try code(settings(address, key: "no key")) == .badKey)
        var missing = try settings(address)
        missing.keyFile = folder("nothing.p8")
        #expect(code(missing) == .unreadable)
    }
}
