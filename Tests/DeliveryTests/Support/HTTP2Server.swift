import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Platform

/// A server of HTTP/2 with TLS, as APNs is one.
final class HTTP2Server: Sendable {
    let port: Int
    private let channel: any Channel
    private let noted: Guarded<[TestRequest]>

    var requests: [TestRequest] { noted.withLock { $0 } }
    var address: String { "https://localhost:\(port)" }

    /// How a stream is ended.
    enum Reply: Sendable {
        case answer(TestAnswer)
        /// Before it was processed (RFC 9113, section 8.7).
        case refuseStream
        /// Without an answer, the whole connection.
        case close
        case silence
    }

    /// - Parameter reply: to a request, with the number of requests before it.
    init(_ reply: @escaping @Sendable (TestRequest, Int) -> Reply) async throws {
        let tls = try NIOSSLContext.testServer(protocols: ["h2"])
        let noted = Guarded<[TestRequest]>([])
        self.noted = noted
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                }.flatMap {
                    channel.configureHTTP2Pipeline(mode: .server) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            let pipeline = stream.pipeline.syncOperations
                            try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                            try pipeline.addHandler(
                                StreamHandler { request in
                                    let number = noted.withLock { noted in
                                        noted.append(request)
                                        return noted.count - 1
                                    }
                                    return reply(request, number)
                                })
                        }
                    }.map { _ in }
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
    }

    deinit { channel.close(promise: nil) }
}

private final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let reply: (TestRequest) -> HTTP2Server.Reply
    private var request = TestRequest(method: "", path: "", headers: [], body: [])

    init(_ reply: @escaping (TestRequest) -> HTTP2Server.Reply) { self.reply = reply }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = TestRequest(
                method: head.method.rawValue, path: head.uri, headers: head.headers.map { ($0.name, $0.value) },
                body: [])
        case .body(let part): request.body += part.readableBytesView
        case .end:
            switch reply(request) {
            case .answer(let answer):
                let head = HTTPResponseHead(
                    version: .http2, status: HTTPResponseStatus(statusCode: answer.status),
                    headers: HTTPHeaders(answer.headers.map { ($0.name, $0.value) }))
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                // Peers take a sequence of empty frames for an attack.
                if !answer.body.isEmpty {
                    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))), promise: nil)
                }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            case .refuseStream:
                // Past the codec, which knows no such frame.
                let codec = try? context.pipeline.syncOperations.context(  // nil: the request then has no answer
                    handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
                codec?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(.refusedStream)), promise: nil)
            case .close: context.channel.parent?.close(promise: nil)
            case .silence: break
            }
        }
    }
}
