#if canImport(Darwin)
    import Foundation

    /// `URLSession`, on Apple's systems. Written after its documentation; the tests run on Linux, where the other one does.
    final class URLSessionTransport: Transport {
        private let session: URLSession
        private let streams: URLSession

        init(silence: Duration) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            // Being offline is for the caller to show, who tries again.
            configuration.waitsForConnectivity = false
            configuration.httpMaximumConnectionsPerHost = 6
            session = URLSession(configuration: configuration)
            // Streams have connections of their own, for which no pick waits. The limit of a request is that of a silence.
            configuration.timeoutIntervalForRequest = silence / .seconds(1)
            configuration.timeoutIntervalForResource = .greatestFiniteMagnitude
            configuration.httpMaximumConnectionsPerHost = 64
            streams = URLSession(configuration: configuration)
        }

        deinit {
            session.invalidateAndCancel()
            streams.invalidateAndCancel()
        }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            var made = Self.request(request)
            made.timeoutInterval = request.timeLimit / .seconds(1)
            let (data, response) = try await session.data(for: made)
            return TransportAnswer(
                status: try Self.status(of: response), headers: Self.headers(of: response), body: Array(data))
        }

        func stream(_ request: TransportRequest) async throws -> TransportStream {
            let (bytes, response) = try await streams.bytes(for: Self.request(request))
            // Bytes come one by one; a line is the least of which anything follows. Not `lines`: that drops empty ones, which
            // end a message.
            let lines = AsyncThrowingStream<[UInt8], any Error> { continuation in
                let reading = Task {
                    do {
                        var line: [UInt8] = []
                        for try await byte in bytes {
                            line.append(byte)
                            guard byte == UInt8(ascii: "\n") else { continue }
                            continuation.yield(line)
                            line.removeAll(keepingCapacity: true)
                        }
                        continuation.yield(line)
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
                continuation.onTermination = { _ in reading.cancel() }
            }
            return TransportStream(
                status: try Self.status(of: response), headers: Self.headers(of: response), body: lines)
        }

        private static func request(_ request: TransportRequest) -> URLRequest {
            var made = URLRequest(url: request.url)
            made.httpMethod = request.method
            for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
            made.httpBody = request.body.map { Data($0) }
            return made
        }

        private static func status(of response: URLResponse) throws -> Int {
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return response.statusCode
        }

        private static func headers(of response: URLResponse) -> [String: String] {
            let fields = (response as? HTTPURLResponse)?.allHeaderFields ?? [:]
            return fields.reduce(into: [:]) { found, field in
                guard let name = field.key as? String, let value = field.value as? String else { return }
                found[name.lowercased()] = value
            }
        }
    }
#endif
