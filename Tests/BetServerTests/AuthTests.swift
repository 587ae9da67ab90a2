import Server
import Testing
import TextFormats

@testable import BetServer  // limits are made small

/// Signing in, refreshing and signing out over HTTP, as the app does it.
@Suite struct AuthTests {
    @Test func tokensAreInTheEnvelopeAndAtTheTopLevel() async throws {
        // given
        let table = try await BetTable()
        let made = try await table.post("/dev/tokens", "{\"name\":\"anna\"}")
        let token = try #require(try made.json["identityToken"]?.string)
        // when
        let answer = try await table.post(
            "/v1/auth/apple", "{\"identityToken\":\"\(token)\",\"authorizationCode\":\"c0de\"}")
        // then
        let json = try answer.json
        #expect(answer.status == 200 && json["success"]?.boolean == true)
        #expect(json["accessToken"]?.string == json["data"]?["accessToken"]?.string)
        #expect(json["userId"]?.string == "1" && json["meta"]?["season"]?.string == "2025-26")
        try await table.stop()
    }

    @Test func theSameSubjectIsTheSameUser() async throws {
        let table = try await BetTable()
        let (anna, ben, again) = (
            try await table.signIn("anna"), try await table.signIn("ben"), try await table.signIn("anna")
        )
        #expect(anna.user == again.user && anna.user != ben.user)
        try await table.stop()
    }

    @Test(arguments: [
        "{}", "{\"identityToken\":\"a.b.c\"}", "{\"identityToken\":1,\"authorizationCode\":\"c\"}", "[]", "nothing",
        "{\"identityToken\":\"a\",\"identityToken\":\"b\",\"authorizationCode\":\"c\"}",
    ])
    func aBodyWithoutTheTokensIsNotValid(body: String) async throws {
        let table = try await BetTable()
        let answer = try await table.post("/v1/auth/apple", body)
        #expect(answer.status == 422 && answer.code == "VALIDATION_ERROR")
        try await table.stop()
    }

    @Test func aRefreshTokenIsReplacedAndItsReuseEndsTheSignIn() async throws {
        // given
        let table = try await BetTable()
        let first = try await table.signIn()
        let other = try await table.signIn()
        // when
        let answer = try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(first.refresh)\"}")
        let second = try BetTable.signedIn(answer)
        #expect(second.refresh != first.refresh && second.user == first.user)
        #expect(try await table.get("/v1/bets", as: second.access).status == 200)
        let replay = try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(first.refresh)\"}")
        // then
        #expect(replay.status == 401 && replay.code == "AUTH_INVALID")
        #expect(try replay.json["error"]?["details"]?["reason"]?.string == "tokenReused")
        let next = try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(second.refresh)\"}")
        #expect(next.status == 401 && next.code == "AUTH_INVALID")
        #expect(try await table.get("/v1/bets", as: second.access).code == "AUTH_INVALID")
        #expect(try await table.get("/v1/bets", as: other.access).status == 200)
        try await table.stop()
    }

    @Test func anExpiredTokenIsToldApart() async throws {
        // given
        let table = try await BetTable()
        let anna = try await table.signIn()
        // when
        table.advance(15 * 60)
        // then
        let answer = try await table.get("/v1/bets", as: anna.access)
        #expect(answer.status == 401 && answer.code == "AUTH_EXPIRED")
        let refreshed = try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(anna.refresh)\"}")
        #expect(refreshed.status == 200)
        // when
        table.advance(30 * 86_400)
        let last = try BetTable.signedIn(refreshed)
        // then
        let late = try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(last.refresh)\"}")
        #expect(late.status == 401 && late.code == "AUTH_EXPIRED")
        try await table.stop()
    }

    @Test func signingOutEndsTheTokensOfThisSignIn() async throws {
        // given
        let table = try await BetTable()
        let (phone, tablet) = (try await table.signIn(), try await table.signIn())
        // when
        #expect(try await table.send("DELETE", "/v1/auth/logout", as: phone.access).status == 200)
        // then
        #expect(try await table.get("/v1/bets", as: phone.access).code == "AUTH_INVALID")
        #expect(
            try await table.post("/v1/auth/refresh", "{\"refreshToken\":\"\(phone.refresh)\"}").code == "AUTH_INVALID")
        #expect(try await table.get("/v1/bets", as: tablet.access).status == 200)
        try await table.stop()
    }

    @Test func anErasedAccountIsGoneAndItsNumberIsNotGivenAgain() async throws {
        // given
        let table = try await BetTable()
        let anna = try await table.signIn()
        // when
        #expect(try await table.send("DELETE", "/v1/users/me", as: anna.access).status == 200)
        // then
        #expect(try await table.get("/v1/bets", as: anna.access).code == "AUTH_INVALID")
        #expect(try await table.signIn().user != anna.user)
        try await table.stop()
    }

    @Test(arguments: ["/v1/bets", "/v1/bets/stats", "/v1/bets/1/why"])
    func betsNeedAToken(path: String) async throws {
        let table = try await BetTable()
        let none = try await table.get(path)
        #expect(none.status == 401 && none.code == "AUTH_REQUIRED" && none.headers["www-authenticate"] == "Bearer")
        #expect(try await table.get(path, as: "a.b.c").code == "AUTH_INVALID")
        let basic = try await table.send("GET", path, nil, ["Authorization": "Basic YTpi"])
        #expect(basic.code == "AUTH_INVALID")
        try await table.stop()
    }

    @Test func manyRejectedTokensAreLimited() async throws {
        // given
        let table = try await BetTable { options in
            options.operations.rates = .init()
            options.operations.rates?.failedSignIns = .init("failed-sign-ins", 3, inSeconds: 60)
        }
        // when
        let answers = try await [
            table.get("/v1/bets", as: "a.b.c"), table.post("/v1/auth/refresh", "{\"refreshToken\":\"guess\"}"),
            table.post("/v1/auth/apple", "{\"identityToken\":\"a.b.c\",\"authorizationCode\":\"c\"}"),
            table.get("/v1/bets", as: "a.b.c"),
        ]
        // then
        #expect(answers.map(\.code) == ["AUTH_INVALID", "AUTH_INVALID", "AUTH_INVALID", "RATE_LIMITED"])
        #expect(answers[3].status == 429 && answers[3].headers["retry-after"] != nil)
        try await table.stop()
    }
}
