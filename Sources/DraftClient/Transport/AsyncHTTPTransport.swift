#if !canImport(Darwin) && Server
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// async-http-client, for all systems but Apple's.
    final class AsyncHTTPTransport: Transport {
        private let client: HTTPClient

        /// So many connections to one server: each room's stream keeps one for itself, and a pick is not to wait for them.
        private static let connections = 256

        /// So much of one answer is read.
        private static let mostBytes = 16 << 20

        init(silence: Duration) {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.timeout.connect = .seconds(5)
            configuration.timeout.read = TimeAmount(silence)
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.connections
            // A late pick is of no use: a lost connection is retried by this client, and reported as lost.
            configuration.connectionPool.retryConnectionEstablishment = false
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        /// All of its connections end with it.
        deinit { client.shutdown { _ in } }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let response = try await client.execute(Self.request(request), timeout: TimeAmount(request.timeLimit))
            let body = try await response.body.collect(upTo: Self.mostBytes)
            return TransportAnswer(
                status: Int(response.status.code), headers: Self.headers(of: response),
                body: Array(body.readableBytesView))
        }

        func stream(_ request: TransportRequest) async throws -> TransportStream {
            // A limit of the client's would end the stream with it; its head is waited for apart.
            let response = try await withThrowingTaskGroup(of: HTTPClientResponse.self) { group in
                group.addTask { [client] in try await client.execute(Self.request(request), deadline: .distantFuture) }
                group.addTask {
                    try await Task.sleep(for: request.timeLimit)
                    throw HTTPClientError.deadlineExceeded
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
            return TransportStream(
                status: Int(response.status.code), headers: Self.headers(of: response),
                body: response.body.map { Array($0.readableBytesView) })
        }

        private static func request(_ request: TransportRequest) -> HTTPClientRequest {
            var made = HTTPClientRequest(url: request.url.absoluteString)
            made.method = HTTPMethod(rawValue: request.method)
            for (name, value) in request.headers { made.headers.add(name: name, value: value) }
            if let body = request.body { made.body = .bytes(body) }
            return made
        }

        private static func headers(of response: HTTPClientResponse) -> [String: String] {
            response.headers.reduce(into: [:]) { $0[$1.name.lowercased()] = $1.value }
        }
    }
#endif
