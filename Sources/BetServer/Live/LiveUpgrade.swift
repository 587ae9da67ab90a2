import Crypto
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOWebSocket
import Server

/// The live data of games over connections: who may follow, and by which protocol.
struct LiveServices: Sendable {
    let hub: LiveHub
    let places: StreamPlaces
    let operations: OperationOptions
    let logger: Logger
    /// The time between two pings of a WebSocket, or two comments of a stream.
    let interval: Duration
    let mostStreams: Int

    /// Takes a place among all streams.
    ///
    /// - Throws: a `Problem` if the client has too many, or all clients together.
    func place(for client: RateLimiter.Client) throws -> StreamPlaces.Place {
        try places.place(for: client, atMost: operations.streamsPerClient, inAll: mostStreams)
    }

    /// The change of a connection to a WebSocket.
    ///
    /// - Parameter peer: the address at the other end of a connection.
    func upgrade(_ peer: @escaping @Sendable (any Channel) -> IPAddress?) -> ProtocolUpgrade {
        ProtocolUpgrade(to: "websocket") { head, channel throws(Problem) in
            guard let topic = LiveTopic.allCases.first(where: { $0.path == head.uri.prefix { $0 != "?" } }) else {
                return nil
            }
            let headers = try WebSocketHandshake.answer(to: head)
            let request: HummingbirdCore.Request
            do {
                request = HummingbirdCore.Request(
                    head: try .init(head, secure: false, splitCookie: false), body: .init(buffer: ByteBuffer()))
            } catch {
                throw Problem(.badRequest, "The head cannot be read.")
            }
            let address = RequestRecord(of: request, from: peer(channel), operations).address
            let place: StreamPlaces.Place
            do {
                place = try self.place(for: .address(address))
            } catch let problem as Problem {
                throw problem
            } catch {
                throw Problem(.unavailable, "No more streams can be opened now. Come back later.")
            }
            return ProtocolUpgrade.Accepted(
                headers: headers,
                handlers: [
                    WebSocketFrameEncoder(),
                    ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: LiveSocket.mostBytes)),
                    LiveSocket(topic, hub, every: interval, keeping: place, logger: logger),
                ])
        }
    }
}

/// The opening handshake of a WebSocket (RFC 6455, 4.2).
enum WebSocketHandshake {
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let keyBytes = 16

    /// A request that is not a valid handshake: the app knows no 400.
    private static func problem(_ detail: String) -> Problem {
        var problem = Problem(.badRequest, detail)
        problem.status = .unprocessableContent
        return problem
    }

    /// Checks a request, and makes the headers of its answer.
    ///
    /// - Throws: a `Problem` for a request that is not a valid handshake of version 13.
    static func answer(to head: HTTPRequestHead) throws(Problem) -> HTTPHeaders {
        guard head.method == .GET, head.version.major == 1, head.version.minor >= 1 else {
            throw problem("A WebSocket begins with GET of HTTP/1.1.")
        }
        guard head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }) else {
            throw problem("Connection does not contain Upgrade.")
        }
        guard head.headers["Sec-WebSocket-Version"] == ["13"] else {
            var problem = problem("The version of the WebSocket is not 13.")
            problem.status = .upgradeRequired
            if let name = HTTPField.Name("Sec-WebSocket-Version") { problem.headers[name] = "13" }
            throw problem
        }
        let keys = head.headers["sec-websocket-key"]
        guard keys.count == 1, let key = keys.first, Data(base64Encoded: key)?.count == keyBytes else {
            throw problem("Sec-WebSocket-Key is not 16 bytes in Base64.")
        }
        let digest = Insecure.SHA1.hash(data: Array((key + suffix).utf8))
        return [
            "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Accept": Data(digest).base64EncodedString(),
        ]
    }
}
