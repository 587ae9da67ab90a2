import HTTPTypes
import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import NIOCore
import TextFormats

/// Whether the server lives, whether it takes work, and what it can be asked.
struct HealthRoutes {
    let house: House

    var routes: [Route] {
        [
            Route(.get, "/livez") { _ in Response(json: ["status": "live"]) },
            Route(.get, "/readyz", ready),
            Route(.get, "/openapi.json") { _ in Self.document },
            Route(.get, "/problems/{code}", problem),
        ]
    }

    /// Looks at all that the server depends on: 503 where it cannot take picks, and `degraded` where something else fails.
    @Sendable
    private func ready(_ exchange: Exchange) async throws -> Response {
        let house = house
        let (size, parts) = try await house.reading { (try $0.size, try house.readiness.parts(of: house)) }
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

    /// What a problem's type says.
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

/// What the server can be asked, as OpenAPI 3.1 describes it.
package enum OpenAPI {
    package static var document: [UInt8] { WebFiles.contents[WebFiles.document] ?? [] }
}
