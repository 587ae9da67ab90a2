import HTTPTypes
import Hummingbird
import Server
import TextFormats

/// `/v1/auth`: how the app signs in with an identity token, keeps signed in, and signs out.
struct AuthRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .post, "/v1/auth/apple", id: "signInWithApple", tag: .authentication, "Sign in with an identity token.",
                details:
                    "The first token of a subject registers a user. A token is taken once. If it has a nonce, `nonce` is the "
                    + "text whose SHA-256, in hexadecimal, the app has asked the issuer for. The authorization code is not "
                    + "redeemed.",
                cost: .write, access: .anyone, privacy: .open, body: .json(Self.signInBody), answers: .app(Self.tokens)
            ) { try await $0.signIn($1) },
            route(
                .post, "/v1/auth/refresh", id: "refreshTokens", tag: .authentication, "Get new tokens.",
                details:
                    "A refresh token is valid once. If it is sent a second time, all tokens of its sign-in end.",
                cost: .write, access: .anyone, privacy: .open, body: .json(Self.refreshBody), answers: .app(Self.tokens)
            ) { try await $0.refresh($1) },
            route(
                .delete, "/v1/auth/logout", id: "signOut", tag: .authentication, "Sign out on this device.",
                details: "Ends the access tokens and the refresh token of this sign-in.", cost: .write,
                access: .signedIn, privacy: .open, answers: .app(Self.done)
            ) { try await $0.signOut($1) },
            route(
                .delete, "/v1/users/me", id: "eraseAccount", tag: .authentication, "Erase the account of the caller.",
                details: "Erases the subject, the tokens and the notes. The bets stay in the ledger without a name.",
                cost: .write, access: .signedIn, privacy: .open, answers: .app(Self.done)
            ) { try await $0.erase($1) },
        ]
    }

    @Sendable
    private func signIn(_ exchange: Exchange) async throws -> Response {
        let body = try await RequestBody(exchange)
        let token = try Self.identityToken.read(body)
        _ = try Self.authorizationCode.read(body)
        let nonce = try Self.nonce.read(body)
        return try answer(try await countingFailure(exchange) { try await server.identity.signIn(token, nonce: nonce) })
    }

    /// An identity token has at most 8 KiB.
    private static let identityToken = BodyField.text("identityToken", upTo: 8_192)
    private static let authorizationCode = BodyField.text("authorizationCode", upTo: 2_048)
    private static let nonce = BodyField.optionalText("nonce", upTo: 256)
    static let signInBody = RequestBody.shape(
        "SignIn", [identityToken.member, authorizationCode.member, nonce.member])

    @Sendable
    private func refresh(_ exchange: Exchange) async throws -> Response {
        let token = try Self.refreshToken.read(try await RequestBody(exchange))
        return try answer(try await countingFailure(exchange) { try server.identity.rotate(token) })
    }

    private static let refreshToken = BodyField.text("refreshToken", upTo: 512)
    static let refreshBody = RequestBody.shape("Refresh", [refreshToken.member])

    /// Counts a token that is not accepted, so that a client cannot try many.
    private func countingFailure(
        _ exchange: Exchange, _ body: () async throws -> BetIdentity.SignedIn
    ) async throws -> BetIdentity.SignedIn {
        do {
            return try await body()
        } catch let problem as BetProblem where problem.code == .authInvalid {
            try server.quotas.noteFailedSignIn(exchange.record)
            throw problem
        }
    }

    /// The tokens in the envelope and at the top level: the app reads them in either place.
    private func answer(_ signedIn: BetIdentity.SignedIn) throws -> Response {
        server.envelope(try server.source.snapshot()).answer(Self.tokens, signedIn)
    }

    static let tokens = AppAnswer<BetIdentity.SignedIn>("SignedIn", signedIn, also: signedIn.members)

    static let signedIn = Members<BetIdentity.SignedIn>(
        "Tokens",
        [
            .init("accessToken") { $0.accessToken }, .init("refreshToken") { $0.refreshToken },
            .init("userId") { "\($0.user)" },
        ])

    static let done = AppAnswer<Void>("Done", [])

    @Sendable
    private func signOut(_ exchange: Exchange) async throws -> Response {
        if let claims = try server.identity.claims(of: exchange.request) { try server.identity.signOut(claims) }
        return server.envelope(try server.source.snapshot()).answer(Self.done, ())
    }

    @Sendable
    private func erase(_ exchange: Exchange) async throws -> Response {
        try server.identity.erase(try exchange.caller.known())
        return server.envelope(try server.source.snapshot()).answer(Self.done, ())
    }
}
