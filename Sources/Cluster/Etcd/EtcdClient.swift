#if Server
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import Platform
    import TextFormats

    /// A client of etcd's JSON gateway: a POST with a JSON object for each call.
    ///
    /// It knows all members and prefers the one that answered last. A member that does not answer within the timeout is left, and
    /// the next one is tried. A call that changes something is sent to a second member only if the first one has certainly not
    /// received it.
    final class EtcdClient: Sendable {
        private let settings: EtcdSettings
        private let client: HTTPClient
        /// The index of the preferred endpoint.
        private let preferred = Guarded(0)

        /// - Throws: `SequencerError` for a file that cannot be read, and for settings without endpoints.
        init(_ settings: EtcdSettings) throws(SequencerError) {
            guard !settings.endpoints.isEmpty else { throw SequencerError("no address of an etcd member is given") }
            self.settings = settings
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: try settings.tls?.configuration(), redirectConfiguration: .disallow)
            configuration.timeout.connect = settings.connectTimeout.amount
            configuration.timeout.read = settings.watchTimeout.amount
            configuration.httpVersion = .http1Only
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.connectionPool.idleTimeout = .seconds(60)
            client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        }

        // The future keeps the client until its connections are closed.
        deinit { _ = client.shutdown() }

        /// The longest answer: 16 batches of 1 MiB in base64, and some keys.
        private static let longestAnswer = 32 << 20

        /// Reads, or does something that may be done twice. Tries each member once.
        func read(_ path: String, _ body: JSON) async throws(SequencerError) -> JSONValue {
            var failure: EtcdFailure?
            for _ in settings.endpoints {
                do throws(EtcdFailure) {
                    return try await call(path, body)
                } catch {
                    failure = error
                    if Task.isCancelled { break }
                }
            }
            throw SequencerError(failure.map { "\($0)" } ?? "no member answered")
        }

        /// Does something that must not be done twice.
        ///
        /// - Throws: `.unclear` as soon as a member may have received the request.
        func change(_ path: String, _ body: JSON) async throws(EtcdFailure) -> JSONValue {
            var last = EtcdFailure.notSent("no member could be reached")
            for _ in settings.endpoints {
                do throws(EtcdFailure) {
                    return try await call(path, body)
                } catch .notSent(let reason) {
                    last = .notSent(reason)
                } catch {
                    throw error
                }
            }
            throw last
        }

        /// Sends one request to the preferred member, and prefers the next one if it does not answer.
        private func call(_ path: String, _ body: JSON) async throws(EtcdFailure) -> JSONValue {
            let index = preferred.withLock { $0 }
            let request = request(path, body, to: index)
            let answer: (status: UInt, bytes: [UInt8])
            do {
                let response = try await client.execute(request, timeout: settings.requestTimeout.amount)
                // A body that breaks off ends by the time limit of reading.
                let body = try await response.body.collect(upTo: Self.longestAnswer)
                answer = (response.status.code, Array(body.readableBytesView))
            } catch {
                leave(index)
                throw Self.failure(error, at: settings.endpoints[index])
            }
            return try value(of: answer.bytes, status: answer.status, from: index)
        }

        private func request(_ path: String, _ body: JSON, to index: Int) -> HTTPClientRequest {
            var request = HTTPClientRequest(url: settings.endpoints[index] + path)
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(body.bytes)
            return request
        }

        private func value(of bytes: [UInt8], status: UInt, from index: Int) throws(EtcdFailure) -> JSONValue {
            // Not a JSON object: an answer of something between here and etcd. It says nothing about the request.
            guard let root = try? JSONDocument(bytes).root, root.kind == .object else {
                leave(index)
                throw .unclear("\(settings.endpoints[index]) answered \(status) without a JSON object")
            }
            guard status != 200 || root["error"] != nil else { return root }
            leave(index)
            let code: Int = root["code"]?.integer() ?? 0
            throw .refused(code: code, message: root["message"]?.string ?? root["error"]?.string ?? "status \(status)")
        }

        /// Prefers the next endpoint, unless another call has left this one already.
        private func leave(_ index: Int) {
            preferred.withLock { if $0 == index { $0 = (index + 1) % settings.endpoints.count } }
        }

        private static func failure(_ error: any Error, at endpoint: String) -> EtcdFailure {
            switch error {
            case let error as EtcdFailure: error
            case is NIOConnectionError: .notSent("\(endpoint) cannot be reached")
            case let error as HTTPClientError where error == .connectTimeout || error == .getConnectionFromPoolTimeout:
                .notSent("\(endpoint) cannot be reached: \(error.shortDescription.lowercased())")
            case let error as HTTPClientError: .unclear("\(endpoint): \(error.shortDescription.lowercased())")
            default: .unclear("\(endpoint): \(error)")
            }
        }
    }

    // MARK: Streams

    extension EtcdClient {
        /// Reads a stream of JSON objects, one a line, until it ends, fails or is silent for too long.
        ///
        /// - Parameter receive: called with the member `result` of each object. The stream ends when it returns false.
        func stream(
            _ path: String, _ body: JSON, _ receive: @escaping @Sendable (JSONValue) -> Bool
        ) async {
            let index = preferred.withLock { $0 }
            let request = request(path, body, to: index)
            // However the stream ends, by silence too: the caller opens the next one.
            try? await Self.lines(of: request, by: client, settings) { line in
                guard let result = try? JSONDocument(line).root["result"] else { return false }
                return receive(result)
            }
            leave(index)
        }

        private static func lines(
            of request: HTTPClientRequest, by client: HTTPClient, _ settings: EtcdSettings,
            _ receive: (_ line: [UInt8]) -> Bool
        ) async throws {
            let response = try await client.execute(request, deadline: .distantFuture)
            var rest: [UInt8] = []
            for try await part in response.body {
                rest += part.readableBytesView
                guard rest.count <= longestAnswer else { return }
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Array(rest[..<end])
                    rest.removeSubrange(...end)
                    guard line.isEmpty || receive(line) else { return }
                }
            }
        }
    }

    extension EtcdSettings.TLSFiles {
        /// - Throws: `SequencerError` that names the file that cannot be read.
        func configuration() throws(SequencerError) -> TLSConfiguration {
            var configuration = TLSConfiguration.makeClientConfiguration()
            if let authority {
                do {
                    configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authority))
                } catch {
                    throw SequencerError("the authority's certificate \(authority) cannot be read: \(error)")
                }
            }
            guard let certificate, let key else { return configuration }
            do {
                configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
                configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
            } catch {
                throw SequencerError("the certificate \(certificate) with the key \(key) cannot be read: \(error)")
            }
            return configuration
        }
    }

    extension Duration {
        var amount: TimeAmount { .nanoseconds(Int64(clamping: wholeNanoseconds)) }
    }
#endif
