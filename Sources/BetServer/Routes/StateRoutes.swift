import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Server
import TextFormats

/// The state of the server, its document, its figures, and the log of the ledger for monitors and witnesses.
struct StateRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, "/livez", id: "getLiveness", tag: .state, "Check whether the process answers.", cost: .none,
                access: .anyone, privacy: .open, answers: .app(Self.liveness)
            ) { _, _ in Response(json: liveness.json(of: ())) },
            route(
                .get, "/readyz", id: "getReadiness", tag: .state, "Check whether the ledger can be read.", cost: .none,
                access: .anyone, privacy: .open, answers: .app(Self.readiness)
            ) { try $0.ready($1) },
            route(
                .get, "/metrics", id: "getMetrics", tag: .state, "Get the figures of the server.",
                details: "For this machine, and for all clients if the operator allows it.", cost: .read,
                access: .anyone, privacy: .open, answers: RouteDescription.Answer.text.ofApp
            ) { try $0.metrics($1) },
            route(
                .get, "/openapi.json", id: "getOpenAPI", tag: .state, "Get this document.", cost: .read,
                access: .anyone, privacy: .open, answers: .app(APIDocument.shape)
            ) { _, _ in Self.file(BetAPI.document, "application/json", "public, max-age=300") },
            route(
                .get, "/log/checkpoint", id: "getCheckpoint", tag: .log, "Get the published checkpoint.", cost: .read,
                access: .anyone, privacy: .open, answers: RouteDescription.Answer.text.ofApp
            ) { try $0.checkpoint($1) },
            route(
                .get, "/log/keys", id: "getVerifierKeys", tag: .log, "Get the keys that verify signed texts.",
                details: "Clients that rely on them also have them from another source.", cost: .read, access: .anyone,
                privacy: .open, answers: .app(Self.ledgerKeys)
            ) { try $0.keys($1) },
            route(
                .get, "/log/tile/{path*}", id: "getTile", tag: .log, "Get a tile of the log.",
                details: "Tiles of hashes as C2SP tlog-tiles has them. Entries are not served: they contain bets.",
                cost: .read, access: .anyone, privacy: .open,
                answers: RouteDescription.Answer.file("application/octet-stream").ofApp
            ) { try $0.tile($1) },
        ]
    }

    @Sendable
    private func ready(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        return Response(json: Self.readiness.json(of: snapshot.size))
    }

    static let liveness = Members<Void>("Liveness", [.init("status") { _ in "live" }])
    static let readiness = Members<UInt64>("Readiness", [.init("status") { _ in "ready" }, .init("size") { $0 }])

    @Sendable
    private func metrics(_ exchange: Exchange) throws -> Response {
        // A proxy of this machine sends requests of others, and says so.
        let headers = exchange.request.headers
        let isHere =
            exchange.record.client?.isLoopback == true && headers[.forwardedFor] == nil && headers[.forwarded] == nil
        guard server.options.operations.showsMetricsToAll || isHere else {
            throw BetProblem(.forbidden, "The figures of the server are for its operator.")
        }
        let text = try server.metrics.text(of: server)
        return Self.file(Array(text.utf8), "text/plain; version=0.0.4", "no-store")
    }

    @Sendable
    private func checkpoint(_ exchange: Exchange) throws -> Response {
        guard let checkpoint = try server.source.checkpoint() else {
            throw BetProblem(.notFound, "Nothing is published yet.")
        }
        return Self.file(Array(checkpoint.utf8), "text/plain; charset=utf-8", "public, max-age=2")
    }

    @Sendable
    private func keys(_ exchange: Exchange) throws -> Response {
        Response(json: Self.ledgerKeys.json(of: try server.source.verifierKeys()))
    }

    static let ledgerKeys = Members<LedgerKeys>(
        "LedgerKeys",
        [.init("origin") { $0.origin }, .init("checkpoint") { $0.checkpoint }, .init("receipt") { $0.receipt }])

    @Sendable
    private func tile(_ exchange: Exchange) throws -> Response {
        let path = exchange.parameters["path"] ?? ""
        guard !path.hasPrefix("entries/") else {
            throw BetProblem(.forbidden, "Entries contain the bets of users.")
        }
        guard let bytes = try server.source.tile(path) else {
            throw BetProblem(.notFound, "There is no tile '\(path.prefix(64))' below the published checkpoint.")
        }
        return Self.file(bytes, "application/octet-stream", "public, max-age=31536000, immutable")
    }

    static func file(_ bytes: [UInt8], _ type: String, _ caching: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.cacheControl] = caching
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The part that only a server for development has: identity tokens by name, without an issuer elsewhere.
struct TrialRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .post, "/dev/tokens", id: "makeIdentityToken", tag: .trial, "Make an identity token for a name.",
                details: "Send it to /v1/auth/apple.", cost: .write, access: .anyone, privacy: .open,
                body: .json(Self.nameBody), answers: .app(Self.identityToken)
            ) { try await $0.token($1) }
        ]
    }

    @Sendable
    private func token(_ exchange: Exchange) async throws -> Response {
        let name = try Self.name.read(try await RequestBody(exchange))
        let token = try server.identity.verifier.devToken(for: name, roles: [])
        return Response(json: Self.identityToken.json(of: token))
    }

    private static let name = BodyField.text("name", upTo: 64)
    static let nameBody = RequestBody.shape("Name", [name.member])
    static let identityToken = Members<String>("IdentityToken", [.init("identityToken") { $0 }])
}
