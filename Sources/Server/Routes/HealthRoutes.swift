import HTTPTypes
import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import NIOCore
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
            ) { _, _ in Response(json: ["status": "live"]) },
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
        let failing = parts.filter { $0.complaint != nil }
        let json = JSON.array(parts) { $0.json }
        guard !failing.contains(where: \.isVital) else {
            let reasons = failing.filter(\.isVital).compactMap(\.complaint)
            var problem = Problem(.unavailable, reasons.joined(separator: " "))
            problem.members = problem.members.adding(["parts": json])
            throw problem
        }
        return Response(
            json: ["status": failing.isEmpty ? "ready" : "degraded", "size": .of(size), "parts": json])
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
            return Response(
                json: ["code": .of(code), "status": .of(kind.status.code), "title": .of(kind.title)])
        }
        guard let refusal = RefusalCode(name: code) else { throw Problem(.notFound, "There is no problem '\(code)'.") }
        return Response(
            json: [
                "code": .of(code), "status": .of(refusal.status.code), "title": .of(Problem.title(of: refusal)),
            ])
    }
}
