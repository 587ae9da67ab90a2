import NIOSSL
import Platform
import TextFormats

/// A request as a test's server has received it.
struct TestRequest: Sendable {
    var method: String
    var path: String
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The value of a header; names have no case.
    subscript(header: String) -> String? { headers.first { $0.name.lowercased() == header.lowercased() }?.value }

    /// The body as JSON.
    var json: JSONValue? { try? JSONDocument(body).root }  // nil: the test then finds nothing

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The answer of a test's server.
struct TestAnswer: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = ""

    static func json(_ status: Int, _ body: String, _ headers: (name: String, value: String)...) -> TestAnswer {
        TestAnswer(status: status, headers: headers, body: body)
    }

    /// The bytes of HTTP/1.1.
    var text: String {
        "HTTP/1.1 \(status) Status\r\n" + headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}

extension RawConnection {
    /// Reads a request of HTTP/1.1.
    func request() async throws -> TestRequest {
        let words = try await line().split(separator: " ")
        guard words.count == 3 else { throw Ended() }
        var request = TestRequest(method: String(words[0]), path: String(words[1]), headers: [], body: [])
        while true {
            let line = try await line()
            guard !line.isEmpty else { break }
            let parts = line.split(separator: ":", maxSplits: 1)
            request.headers.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
        }
        request.body = try await bytes(request["content-length"].flatMap { Int($0) } ?? 0)
        return request
    }
}

/// A server of HTTP/1.1 that notes its requests.
final class TestHTTPServer: Sendable {
    let raw: RawServer
    private let noted: Guarded<[TestRequest]>

    /// - Parameter answer: to a request, with the number of requests before it.
    init(
        tls: NIOSSLContext? = nil, _ answer: @escaping @Sendable (TestRequest, Int) async throws -> TestAnswer
    ) async throws {
        let noted = Guarded<[TestRequest]>([])
        self.noted = noted
        raw = try await RawServer(tls: tls) { connection in
            while true {
                let request = try await connection.request()
                let number = noted.withLock { noted in
                    noted.append(request)
                    return noted.count - 1
                }
                try await connection.write(try await answer(request, number).text)
            }
        }
    }

    var requests: [TestRequest] { noted.withLock { $0 } }
    var address: String { raw.address() }
}
