import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Pages
import TextFormats

/// Whether the server lives, whether it takes work, and what it can be asked.
struct HealthRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, operations) = (server.reader, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/livez", id: "getLiveness", tag: .server, "Check whether the process answers.", cost: .none,
                access: .anyone, privacy: .open, answers: .json("Liveness")
            ) { _, _ in Response(json: liveness.json(of: ())) },
            route(
                .get, "/readyz", id: "getReadiness", tag: .server, "Check whether commands are accepted.", cost: .none,
                access: .anyone, privacy: .open, answers: .json("Readiness")
            ) { try await $0.ready($1) },
            route(
                .get, "/openapi.json", id: "getOpenAPI", tag: .server, "Get this document.", cost: .read,
                access: .anyone,
                privacy: .open, answers: .json("OpenAPI")
            ) { _, _ in Self.document },
            route(
                .get, "/problems/{code}", id: "getProblem", tag: .server, "Explain a problem by its code.", cost: .read,
                access: .anyone, privacy: .open, answers: .json("ProblemKind")
            ) { try $0.problem($1) },
        ]
    }

    /// Looks at all that the server depends on: 503 where it cannot take picks, and `degraded` where something else fails.
    @Sendable
    private func ready(_ exchange: Exchange) async throws -> Response {
        let (size, parts) = try await reader.read { (try $0.size, try operations.parts(at: reader)) }
        let reasons = parts.filter(\.isVital).compactMap(\.complaint)
        guard reasons.isEmpty else {
            var problem = Problem(.unavailable, reasons.joined(separator: " "))
            problem.details.parts = parts
            throw problem
        }
        return Response(json: Readiness.members.json(of: (size, parts)))
    }

    private static var document: Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "public, max-age=300"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: documentBody))
    }

    /// All answers share these bytes.
    private static let documentBody = ByteBuffer(bytes: OpenAPI.document)

    /// Returns the description of a problem's type.
    @Sendable
    private func problem(_ exchange: Exchange) throws -> Response {
        let code = exchange.parameters["code"] ?? ""
        if let kind = Problem.Kind(rawValue: code) {
            return Response(json: Self.kind.json(of: (code, kind.status, kind.title)))
        }
        guard let refusal = RefusalCode(name: code) else { throw Problem(.notFound, "There is no problem '\(code)'.") }
        return Response(json: Self.kind.json(of: (code, refusal.status, Problem.title(of: refusal))))
    }

    static let kind = Members<(code: String, status: HTTPResponse.Status, title: String)>(
        "ProblemKind",
        [.init("code") { $0.code }, .init("status") { $0.status.code }, .init("title") { $0.title }])

    static let liveness = Members<Void>("Liveness", [.init("status", .choice(["live"])) { _ in "live" }])
}
