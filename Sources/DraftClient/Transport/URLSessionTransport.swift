// On Linux only in debug builds and in those of Tools/test, which try it, and without the package's trait `Server`: with it, a release takes
// async-http-client and no libcurl.
#if canImport(Darwin) || DEBUG || TESTING || !Server
    import Foundation
    import Synchronization

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// `URLSession`, on Apple's systems and where the package is built without async-http-client.
    final class URLSessionTransport: Transport {
        private let answers: ReadingSession
        private let streams: ReadingSession

        /// So much of one answer is read.
        private static let mostBytes = 16 << 20

        init(silence: Duration) {
            answers = ReadingSession(Self.configuration(connections: 6, silence: .seconds(60)))
            // Streams have connections of their own, for which no pick waits.
            streams = ReadingSession(Self.configuration(connections: 64, silence: silence))
        }

        private static func configuration(connections: Int, silence: Duration) -> URLSessionConfiguration {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            #if canImport(Darwin)
                // Being offline is for the caller to show, who tries again. Elsewhere nothing waits anyway.
                configuration.waitsForConnectivity = false
            #endif
            configuration.httpMaximumConnectionsPerHost = connections
            configuration.timeoutIntervalForRequest = silence / .seconds(1)
            // Longer than any draft.
            configuration.timeoutIntervalForResource = 365 * 86_400
            return configuration
        }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            try await Self.within(request.timeLimit) { [answers] in
                let (response, parts) = try await answers.open(Self.request(request))
                var body: [UInt8] = []
                for try await part in parts {
                    guard body.count + part.count <= Self.mostBytes else { throw URLError(.dataLengthExceedsMaximum) }
                    body += part
                }
                // The parts of a task that was cancelled end as if there were no more.
                try Task.checkCancellation()
                return TransportAnswer(
                    status: response.statusCode, headers: Self.headers(of: response), body: body)
            }
        }

        func stream(_ request: TransportRequest) async throws -> TransportStream {
            try await Self.within(request.timeLimit) { [streams] in
                var made = Self.request(request)
                made.timeoutInterval = streams.silence
                let (response, parts) = try await streams.open(made)
                return TransportStream(
                    status: response.statusCode, headers: Self.headers(of: response), body: parts)
            }
        }

        private static func within<Result: Sendable>(
            _ limit: Duration, _ work: @escaping @Sendable () async throws -> Result
        ) async throws -> Result {
            try await withThrowingTaskGroup(of: Result.self) { group in
                group.addTask(operation: work)
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw URLError(.timedOut)
                }
                defer { group.cancelAll() }
                guard let result = try await group.next() else { throw CancellationError() }
                return result
            }
        }

        private static func request(_ request: TransportRequest) -> URLRequest {
            var made = URLRequest(url: request.url)
            made.httpMethod = request.method
            for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
            made.httpBody = request.body.map { Data($0) }
            return made
        }

        private static func headers(of response: HTTPURLResponse) -> [String: String] {
            response.allHeaderFields.reduce(into: [:]) { found, field in
                guard let name = field.key as? String, let value = field.value as? String else { return }
                found[name.lowercased()] = value
            }
        }
    }

    /// A session whose answers are read as they come.
    private final class ReadingSession: Sendable {
        private let session: URLSession
        private let readers: Readers
        /// For how long nothing may come, in seconds.
        let silence: TimeInterval

        init(_ configuration: URLSessionConfiguration) {
            readers = Readers()
            silence = configuration.timeoutIntervalForRequest
            session = URLSession(configuration: configuration, delegate: readers, delegateQueue: nil)
        }

        /// It keeps its delegate, and all connections, until then.
        deinit { session.invalidateAndCancel() }

        /// Sends a request; returns with the first bytes of the body, or at its end. The task ends if the reader stops.
        func open(
            _ request: URLRequest
        ) async throws -> (HTTPURLResponse, AsyncThrowingStream<[UInt8], any Error>) {
            let task = session.dataTask(with: request)
            let (parts, source) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
            source.onTermination = { [readers] _ in
                task.cancel()
                readers.end(task)
            }
            readers.add(task, source)
            let response = try await withTaskCancellationHandler {
                task.resume()
                return try await readers.head(of: task)
            } onCancel: {
                task.cancel()
            }
            return (response, parts)
        }
    }

    /// Hands what a session receives to who waits for it.
    private final class Readers: NSObject, URLSessionDataDelegate {
        private struct Reader {
            enum Head {
                case unknown
                case awaited(CheckedContinuation<HTTPURLResponse, any Error>)
                case told(Result<HTTPURLResponse, any Error>)
            }

            var head = Head.unknown
            /// Whether somebody waits for the head, or has it.
            var isHeadTaken = false
            /// Whether the reader has stopped, or the body is complete.
            var isOver = false
            let body: AsyncThrowingStream<[UInt8], any Error>.Continuation
        }

        /// By number of the task.
        private let readers = Mutex<[Int: Reader]>([:])

        func add(_ task: URLSessionTask, _ body: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
            readers.withLock { $0[task.taskIdentifier] = Reader(body: body) }
        }

        /// Waits for the head of an answer, once for each task.
        func head(of task: URLSessionTask) async throws -> HTTPURLResponse {
            try await withCheckedThrowingContinuation { waiting in
                let known = readers.withLock { readers -> Result<HTTPURLResponse, any Error>? in
                    readers[task.taskIdentifier]?.isHeadTaken = true
                    guard case .told(let head)? = readers[task.taskIdentifier]?.head else {
                        readers[task.taskIdentifier]?.head = .awaited(waiting)
                        return nil
                    }
                    if readers[task.taskIdentifier]?.isOver == true { readers[task.taskIdentifier] = nil }
                    return head
                }
                if let known { waiting.resume(with: known) }
            }
        }

        /// Says what became of a task's head, the first time that something did.
        private func tell(_ head: Result<HTTPURLResponse, any Error>, of task: URLSessionTask) -> Reader? {
            let reader = readers.withLock { readers -> Reader? in
                let reader = readers[task.taskIdentifier]
                if case .told? = reader?.head { return reader }
                readers[task.taskIdentifier]?.head = .told(head)
                return reader
            }
            if case .awaited(let waiting)? = reader?.head { waiting.resume(with: head) }
            return reader
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            tell(Self.head(of: dataTask), of: dataTask)?.body.yield(Array(data))
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            tell(error.map { .failure($0) } ?? Self.head(of: task), of: task)?.body.finish(throwing: error)
        }

        /// Forgets a task of which nothing more is awaited; one whose head is still asked for, once it has been.
        func end(_ task: URLSessionTask) {
            readers.withLock { readers in
                readers[task.taskIdentifier]?.isOver = true
                if case .told? = readers[task.taskIdentifier]?.head, readers[task.taskIdentifier]?.isHeadTaken == true {
                    readers[task.taskIdentifier] = nil
                }
            }
        }

        /// Refuses every redirect: the token is for this server.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        private static func head(of task: URLSessionTask) -> Result<HTTPURLResponse, any Error> {
            guard let response = task.response as? HTTPURLResponse else {
                return .failure(URLError(.badServerResponse))
            }
            return .success(response)
        }
    }
#endif
