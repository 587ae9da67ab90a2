public import Foundation

/// One HTTP request, as a transport sends it.
public struct TransportRequest: Sendable {
    public var method: String
    public var url: URL
    /// The names and values; each name occurs once.
    public var headers: [String: String]
    /// Nil for a request without one.
    public var body: [UInt8]?
    /// From here to the last byte of the answer; of a stream, to its head.
    public var timeLimit: Duration

    public init(
        method: String, url: URL, headers: [String: String] = [:], body: [UInt8]? = nil,
        timeLimit: Duration = .seconds(10)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeLimit = timeLimit
    }
}

/// An answer, read to its end.
public struct TransportAnswer: Sendable {
    public var status: Int
    /// By name in lower case.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// An answer with a streamed body.
public struct TransportStream: Sendable {
    public var status: Int
    /// By name in lower case.
    public var headers: [String: String]
    /// The bytes in the pieces in which they arrive. The connection closes when the reader stops.
    public var body: any AsyncSequence<[UInt8], any Error> & Sendable

    public init(
        status: Int, headers: [String: String] = [:], body: any AsyncSequence<[UInt8], any Error> & Sendable
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The HTTP client that carries requests: `URLSession` on Apple's systems, async-http-client elsewhere, or the caller's
/// own.
///
/// A transport does not retry and does not interpret: a status is not an error. It throws if no answer arrives.
public protocol Transport: Sendable {
    /// Sends a request and reads the whole answer.
    ///
    /// - Throws: an error that says why the answer is missing: no connection, a timeout, a cancelled task.
    func answer(to request: TransportRequest) async throws -> TransportAnswer

    /// Sends a request and reads the head of the answer, whose body is read as it comes.
    ///
    /// - Throws: as `answer(to:)`; the body throws where the connection ends before it does, or is silent for too long.
    func stream(_ request: TransportRequest) async throws -> TransportStream
}

extension DraftClient {
    /// The system's own transport.
    ///
    /// - Parameter silence: for how long a stream may say nothing before its connection counts as lost. A server shows every
    ///   15 seconds that it lives.
    public static func systemTransport(silence: Duration = .seconds(40)) -> any Transport {
        #if canImport(Darwin) || !Server
            URLSessionTransport(silence: silence)
        #else
            AsyncHTTPTransport(silence: silence)
        #endif
    }
}
