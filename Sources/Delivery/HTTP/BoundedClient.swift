import AsyncHTTPClient
import Draft
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Platform

/// An HTTP client whose requests cost bounded time and memory, whatever the server does.
///
/// It follows no redirects and sends nothing twice. A failure says whether the server can have received the request:
/// the connection asks for the body only when it is established and encrypted, and the head is written. A request whose
/// body was never asked for is incomplete, so the server has not taken it.
package final class BoundedClient: Sendable {
    struct Bounds: Sendable {
        /// From the call to the last byte of the answer's body.
        var time = Interval.seconds(15)
        /// For the connection and its encryption; a part of `time`.
        var connecting = Interval.seconds(5)
        /// The bytes of an answer's body that are kept. The rest is not read.
        var body = 64 << 10
    }

    private let client: HTTPClient
    private let bounds: Bounds

    /// - Parameter hosts: the hosts that requests go to. The certificate of each connection has to be for one of them.
    package convenience init(hosts: Set<String>) { self.init(Bounds(), hosts: hosts) }

    /// - Parameters:
    ///   - hosts: the hosts that requests go to. The certificate of each connection has to be for one of them.
    ///   - version: `automatic` takes HTTP/2 where the server offers it.
    ///   - trusted: certificates to trust in addition to those of the system.
    ///   - addresses: the address to connect to, by the name of the host. Certificates are still checked against the name.
    init(
        _ bounds: Bounds = Bounds(), hosts: Set<String>, version: HTTPClient.Configuration.HTTPVersion = .http1Only,
        trusting trusted: [NIOSSLCertificate] = [], addresses: [String: String] = [:]
    ) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if !trusted.isEmpty { tls.additionalTrustRoots = [.certificates(trusted)] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = bounds.connecting.amount
        configuration.httpVersion = version
        configuration.dnsOverride = addresses
        configuration.http1_1ConnectionDebugInitializer = { CertificateName.check($0, isFor: hosts) }
        configuration.http2ConnectionDebugInitializer = { CertificateName.check($0, isFor: hosts) }
        // The outbox schedules retries.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Shorter than servers keep idle connections: a request on a closed one would have an unclear end.
        configuration.connectionPool.idleTimeout = .seconds(30)
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        self.bounds = bounds
    }

    // The future keeps the client until its connections are closed.
    deinit { _ = client.shutdown() }

    /// Sends a request and reads its answer.
    ///
    /// An answer whose head has arrived is returned even if its body is too long, breaks off or never ends.
    package func answer(to request: BoundedRequest) async throws(RequestFailure) -> BoundedAnswer {
        let progress = Guarded(Progress())
        do {
            try await withThrowingTaskGroup(of: Void.self) { [client, bounds] group in
                group.addTask { try await Self.exchange(request, by: client, within: bounds, noting: progress) }
                group.addTask {
                    try await Task.sleep(for: .microseconds(bounds.time.microseconds))
                    throw TimeLimitReached()
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            guard progress.withLock({ $0.answer }) == nil else { return try Self.answer(in: progress) }
            throw Self.failure(error, isSent: progress.withLock { $0.isBodyAsked }, bounds)
        }
        return try Self.answer(in: progress)
    }

    private struct Progress {
        var isBodyAsked = false
        /// From the moment at which the head has arrived.
        var answer: BoundedAnswer?
    }

    private struct TimeLimitReached: Error {}

    private static func answer(in progress: Guarded<Progress>) throws(RequestFailure) -> BoundedAnswer {
        guard let answer = progress.withLock({ $0.answer }) else {
            throw .unclear("The request ended without an answer.")
        }
        return answer
    }

    private static func exchange(
        _ request: BoundedRequest, by client: HTTPClient, within bounds: Bounds, noting progress: Guarded<Progress>
    ) async throws {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        outgoing.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        outgoing.body = .stream(
            WatchedBody(bytes: request.body) { progress.withLock { $0.isBodyAsked = true } },
            length: .known(Int64(request.body.count)))
        let response = try await client.execute(outgoing, timeout: bounds.time.amount)
        progress.withLock {
            $0.answer = BoundedAnswer(status: response.status.code, headers: response.headers, body: [])
        }
        for try await part in response.body {
            let isFull = progress.withLock { progress in
                let room = bounds.body - (progress.answer?.body.count ?? 0)
                progress.answer?.body += part.readableBytesView.prefix(room)
                return part.readableBytes >= room
            }
            if isFull { return }
        }
    }

    private static func failure(_ error: any Error, isSent: Bool, _ bounds: Bounds) -> RequestFailure {
        let reason =
            switch error {
            case is TimeLimitReached: "There was no answer within \(bounds.time.microseconds / 1_000_000) seconds."
            case is CancellationError: "The request was cancelled."
            case let error as HTTPClientError: "The request failed: \(error.shortDescription.lowercased())."
            case let error as IOError: "The connection failed: \(Errno(error.errnoCode))."
            default: "The request failed: \(error)."
            }
        // RFC 9113, section 8.7: a stream that is refused was not processed.
        let isRefused = (error as? NIOHTTP2Errors.StreamClosed)?.errorCode == .refusedStream
        return isSent && !isRefused ? .unclear(reason) : .notSent(reason)
    }
}

/// A body in one piece that tells when the connection asks for it.
private struct WatchedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let bytes: [UInt8]
    let asked: @Sendable () -> Void

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes, asked: asked) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: [UInt8]?
        let asked: @Sendable () -> Void

        mutating func next() async -> ByteBuffer? {
            asked()
            defer { rest = nil }
            return rest.map { ByteBuffer(bytes: $0) }
        }
    }
}

extension Interval {
    var amount: TimeAmount { .microseconds(microseconds) }
}
