import AsyncHTTPClient
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOHTTP1
import Platform
import TestSupport
import Testing
import TextFormats
import Tokens

@testable import Server  // issuers are configured

/// An OpenID Connect issuer on a port of its own: discovery, keys, authorization and token endpoint.
private final class StandInIssuer: Sendable {
    struct Grant: Sendable {
        var callback: String
        var challenge: String
        var nonce: String
    }

    struct State: Sendable {
        var grants: [String: Grant] = [:]
        var nonce: String?
        var audience = "drafts-web"
        var error: String?
        var isBroken = false
        var redemptions = 0
    }

    let state = Guarded(State())
    let address: String
    private let running: Task<Void, any Error>

    init() async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let (state, key) = (state, P256.Signing.PrivateKey())
        let router = Router()
        let base = Guarded("")
        router.get("/.well-known/openid-configuration") { _, _ in
            let address = base.withLock { $0 }
            return """
                {"issuer":"\(address)","authorization_endpoint":"\(address)/authorize",\
                "token_endpoint":"\(address)/token","jwks_uri":"\(address)/keys"}
                """
        }
        router.get("/keys") { _, _ in
            let point = key.publicKey.rawRepresentation
            return """
                {"keys":[{"kid":"k","kty":"EC","crv":"P-256","x":"\(Base64URL.encode(point.prefix(32)))",\
                "y":"\(Base64URL.encode(point.suffix(32)))"}]}
                """
        }
        router.get("/authorize") { request, _ -> Response in
            let query = request.uri.queryParameters
            func value(_ name: Substring) -> String { query[name].map(String.init) ?? "" }
            guard value("response_type") == "code", value("code_challenge_method") == "S256",
                value("client_id") == "drafts-web", value("scope").split(separator: " ").contains("openid")
            else { return Response(status: .badRequest) }
            let code = UUID().uuidString
            let error = state.withLock { state in
                state.grants[code] = Grant(
                    callback: value("redirect_uri"), challenge: value("code_challenge"), nonce: value("nonce"))
                return state.error
            }
            let result = error.map { "error=\($0)" } ?? "code=\(code)"
            return Response(
                status: .found, headers: [.location: "\(value("redirect_uri"))?\(result)&state=\(value("state"))"])
        }
        router.post("/token") { request, _ -> Response in
            let body = String(buffer: try await request.body.collect(upTo: 1 << 16))
            let form = body.split(separator: "&").reduce(into: [String: String]()) { form, pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                form[String(parts[0])] = parts.count > 1 ? String(parts[1]).removingPercentEncoding : ""
            }
            let (grant, now) = state.withLock { state -> (Grant?, State) in
                state.redemptions += 1
                return (state.grants.removeValue(forKey: form["code"] ?? ""), state)
            }
            if now.isBroken { return Response(status: .badGateway) }
            let challenge = Base64URL.encode(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8)))
            let secret = Data("drafts-web:s%3Acret%20%2B".utf8).base64EncodedString()
            guard let grant, grant.challenge == challenge, grant.callback == form["redirect_uri"],
                form["grant_type"] == "authorization_code", request.headers[.authorization] == "Basic \(secret)"
            else {
                return Response(
                    status: .badRequest, body: .init(byteBuffer: .init(string: #"{"error":"invalid_grant"}"#)))
            }
            let time = Int(Date().timeIntervalSince1970)
            let claims = """
                {"iss":"\(base.withLock { $0 })","aud":"\(now.audience)","sub":"sue","name":"Sue","iat":\(time),\
                "exp":\(time + 60),"nonce":"\(now.nonce ?? grant.nonce)"}
                """
            let input = "\(Base64URL.encode(#"{"alg":"ES256","kid":"k"}"#.utf8)).\(Base64URL.encode(claims.utf8))"
            let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
            let token = "\(input).\(Base64URL.encode(signature))"
            return Response(status: .ok, body: .init(byteBuffer: .init(string: "{\"id_token\":\"\(token)\"}")))
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) })
        running = Task { try await application.run() }
        let port = try #require(await ports.first { _ in true })
        address = "http://127.0.0.1:\(port)"
        base.withLock { $0 = "http://127.0.0.1:\(port)" }
    }

    func change(_ body: @escaping @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    deinit { running.cancel() }
}

/// A browser with cookies, which goes from address to address.
private struct Browser {
    struct Page {
        var status: UInt
        var location: String
        var text: String
    }

    var cookies: [String: String] = [:]
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    mutating func open(_ address: String) async throws -> Page {
        var request = HTTPClientRequest(url: address)
        if !cookies.isEmpty {
            request.headers.add(name: "Cookie", value: cookies.map { "\($0)=\($1)" }.joined(separator: "; "))
        }
        let answer = try await Self.client.execute(request, timeout: .seconds(30))
        for field in answer.headers["Set-Cookie"] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
        }
        return Page(
            status: answer.status.code, location: answer.headers.first(name: "Location") ?? "",
            text: String(buffer: try await answer.body.collect(upTo: 1 << 20)))
    }

    /// Follows redirects until there is none.
    mutating func follow(_ address: String, at server: String) async throws -> String {
        var address = address
        for _ in 0..<8 {
            let page = try await open(address)
            guard page.status == 303 || page.status == 302 else { break }
            address = page.location.hasPrefix("/") ? server + page.location : page.location
            if address.hasPrefix(server + "/login") { break }
        }
        return address
    }
}

/// Signing in by a browser at an issuer, and what liars get from it.
@Suite struct SignInTests {
    private struct Scene {
        let directory = TemporaryDirectory()
        let issuer: StandInIssuer
        let table: Table
        var server: String { "http://127.0.0.1:\(table.server.port)" }

        init() async throws {
            issuer = try await StandInIssuer()
            let secret = try directory.write("s:cret +\n", to: "secret")
            let json = """
                [{"issuer":"\(issuer.address)","audience":"drafts-web","algorithms":["ES256"],\
                "maximumLifetimeSeconds":3600,"keys":"\(issuer.address)/keys",\
                "signIn":{"name":"stand-in","title":"Example","client":"drafts-web","secretFile":"\(secret)"}}]
                """
            let issuers = try TokenIssuer.list(Array(json.utf8))
            table = try await Table { $0.issuers = issuers }
        }

        func user(_ browser: Browser) async throws -> UInt64? {
            let name = "draftledger"
            let answer = try await table.server.get(
                "/v1/session", ["Cookie": "\(name)=\(browser.cookies[name] ?? "")"])
            return try answer.json["user"]?.integer(as: UInt64.self)
        }
    }

    @Test func aBrowserGoesToTheIssuerAndComesBackSignedIn() async throws {
        let scene = try await Scene()
        let list = try await scene.table.server.get("/v1/sign-in").json
        #expect(list["providers"]?.elements.map { $0["title"]?.string } == ["Example"])
        var browser = Browser()
        let end = try await browser.follow(
            scene.server + "/v1/sign-in/stand-in?to=%2Fdraft%2F7%23queue", at: scene.server)
        #expect(end == scene.server + "/login?to=/draft/7%23queue")
        let user = try #require(try await scene.user(browser))
        // Another day, another browser: the same person.
        var other = Browser()
        _ = try await other.follow(scene.server + "/v1/sign-in/stand-in", at: scene.server)
        #expect(try await scene.user(other) == user)
        // The session outlives the ID token, which lives a minute, and gives no role.
        let session = try await scene.table.server.get(
            "/v1/session", ["Cookie": "draftledger=\(browser.cookies["draftledger"] ?? "")"]
        ).json
        #expect(session["name"]?.string == "Sue" && session["roles"]?.elements.isEmpty == true)
        try await scene.table.server.stop()
    }

    @Test func whatIsNotOfThisBrowserAndThisSignInIsRefused() async throws {
        let scene = try await Scene()
        let start = scene.server + "/v1/sign-in/stand-in"
        var victim = Browser()
        var liar = Browser()
        // The liar's own return, opened in the victim's browser, with a cookie of the victim's or without.
        let atIssuer = try await liar.open(start).location
        let back = try await liar.open(atIssuer).location
        #expect(try await victim.open(back).location == "/login?to=/&problem=expired")
        _ = try await victim.open(start)
        #expect(try await victim.open(back).location == "/login?to=/&problem=expired")
        #expect(try await scene.user(victim) == nil)
        #expect(scene.issuer.state.withLock { $0.redemptions } == 0)
        // A changed state, no state, no code, and a code twice.
        for change in [("state=", "state=A"), ("state=", "stale="), ("code=", "node=")] {
            let location = try await liar.open(back.replacing(change.0, with: change.1)).location
            #expect(location.hasPrefix("/login?to=/&problem="), "\(change)")
        }
        #expect(try await liar.open(back).location == "/login?to=/")
        #expect(try await liar.open(back).location == "/login?to=/&problem=refused")
        // An issuer that answers for another one.
        let other = try await liar.open(try await liar.open(start).location).location
        #expect(try await liar.open(other + "&iss=https://evil.example").location == "/login?to=/&problem=refused")
        #expect(try await liar.open(scene.server + "/v1/sign-in/other").status == 404)
        try await scene.table.server.stop()
    }

    @Test func eachFailureIsTold() async throws {
        let scene = try await Scene()
        let start = scene.server + "/v1/sign-in/stand-in?to=/drafts"
        for (state, problem) in [
            (StandInIssuer.State(error: "access_denied"), "denied"), (.init(error: "server_error"), "refused"),
            (.init(nonce: "another"), "refused"), (.init(audience: "others"), "refused"),
            (.init(isBroken: true), "unavailable"),
        ] {
            scene.issuer.change { $0 = state }
            var browser = Browser()
            let end = try await browser.follow(start, at: scene.server)
            #expect(end == scene.server + "/login?to=/&problem=\(problem)")
            #expect(try await scene.user(browser) == nil)
        }
        try await scene.table.server.stop()
    }

    @Test(arguments: [
        ("/draft/7?a=b#c", "/draft/7?a=b#c"), ("//evil.example", "/"), ("https://evil.example", "/"), ("", "/"),
        ("/\\evil.example", "/"), ("/a\nb", "/"), ("/" + String(repeating: "a", count: 600), "/"),
    ])
    func aBrowserIsLedToPagesOfThisServerOnly(wanted: String, path: String) {
        #expect(SignIns.destination(wanted) == path)
    }
}
