import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Platform
import Testing

/// A partner's server that takes webhooks on a port of its own. It fails until a test, or a `POST /works`, says otherwise.
final class WebhookReceiver: Sendable {
    private let status = Guarded<HTTPResponse.Status>(.internalServerError)
    private let bodies = Guarded<[String]>([])
    private let running: Task<Void, any Error>
    let address: String

    init() async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.post("/hook") { [status, bodies] request, _ -> Response in
            let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
            bodies.withLock { $0.append(body) }
            return Response(status: status.withLock { $0 })
        }
        router.post("/works") { [status] _, _ -> Response in
            status.withLock { $0 = .noContent }
            return Response(status: .noContent)
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) })
        running = Task { try await application.run() }
        let port = try #require(await ports.first { _ in true })
        address = "http://127.0.0.1:\(port)/hook"
    }

    /// The bodies that were sent so far, with those that were refused.
    var received: [String] { bodies.withLock { $0 } }

    /// The file of webhooks with this receiver alone.
    func settings(topics: [String]) -> String {
        let secret = Data(repeating: 7, count: 32).base64EncodedString()
        let names = topics.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"allowLoopback":true,"endpoints":[{"id":"partner","url":"\#(address)","#
            + #""secrets":["whsec_\#(secret)"],"topics":[\#(names)]}]}"#
    }

    func answer(_ new: HTTPResponse.Status) { status.withLock { $0 = new } }

    deinit { running.cancel() }
}
