import HTTPTypes
package import NIOCore
package import NIOHTTP1

/// A protocol that a client can change to on a connection of HTTP/1.1 (RFC 9110, 7.8).
package struct ProtocolUpgrade: Sendable {
    /// An accepted change of the protocol.
    package struct Accepted {
        /// The headers of the answer 101.
        package var headers: HTTPHeaders
        /// The handlers of the new protocol, from the socket to the application.
        package var handlers: [any ChannelHandler]

        package init(headers: HTTPHeaders, handlers: [any ChannelHandler]) {
            (self.headers, self.handlers) = (headers, handlers)
        }
    }

    /// The name in the field `Upgrade`, in lower case.
    let name: String
    /// Looks at a request that offers the change. Nil: the request is an ordinary one.
    let decide: @Sendable (HTTPRequestHead, any Channel) throws(Problem) -> Accepted?

    /// - Parameter decide: looks at a request that offers the change; nil makes it an ordinary request, and a problem is
    ///   answered to it. Called on the event loop of the connection.
    package init(
        to name: String, _ decide: @escaping @Sendable (HTTPRequestHead, any Channel) throws(Problem) -> Accepted?
    ) {
        (self.name, self.decide) = (name, decide)
    }
}

/// Changes the protocol of a connection when its client asks for it.
///
/// It follows the handlers that check heads, so that a head is valid here. The handlers of HTTP leave the connection; the
/// gate stays, which watches that the client reads what is written.
final class UpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private enum State {
        case watching
        /// The head has come, and its end is waited for.
        case accepted(ProtocolUpgrade.Accepted)
        /// The connection is refused or has changed: what still comes by HTTP is dropped.
        case over
    }

    private let upgrade: ProtocolUpgrade
    private let gate: RequestGate
    private let handlersOfHTTP: () -> [any RemovableChannelHandler]
    private let early: EarlyAnswers
    private var state = State.watching

    /// - Parameter handlersOfHTTP: the handlers that leave the connection when it changes.
    init(
        _ upgrade: ProtocolUpgrade, _ gate: RequestGate, early: EarlyAnswers,
        handlersOfHTTP: @escaping () -> [any RemovableChannelHandler]
    ) {
        (self.upgrade, self.gate, self.early) = (upgrade, gate, early)
        self.handlersOfHTTP = handlersOfHTTP
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .watching:
            guard case .head(let head) = unwrapInboundIn(data), offers(head) else {
                return context.fireChannelRead(data)
            }
            do throws(Problem) {
                guard let accepted = try upgrade.decide(head, context.channel) else {
                    return context.fireChannelRead(data)
                }
                state = .accepted(accepted)
            } catch {
                state = .over
                refuse(error, context)
            }
        case .accepted(let accepted):
            // A body has no meaning here, and is dropped.
            guard case .end = unwrapInboundIn(data) else { return }
            state = .over
            change(to: accepted, context)
        case .over: break
        }
    }

    private func offers(_ head: HTTPRequestHead) -> Bool {
        head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == upgrade.name }
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        early.note(problem, context.channel)
        let (type, body) = early.body(problem)
        var headers = HTTPHeaders(problem.headers.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Content-Length", value: "\(body.count)")
        headers.add(name: "Connection", value: "close")
        headers.add(name: "Date", value: HTTPDate.now())
        headers.add(name: "Server", value: early.serverName)
        let status = HTTPResponseStatus(statusCode: problem.status.code, reasonPhrase: problem.status.reasonPhrase)
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func change(to accepted: ProtocolUpgrade.Accepted, _ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: accepted.headers)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        let handlers = context.channel.pipeline.syncOperations
        let removals = handlersOfHTTP().map { handlers.removeHandler($0) }
        let gate = gate
        // All of them run on the thread of the connection.
        EventLoopFuture.andAllComplete(removals, on: context.eventLoop).assumeIsolated().whenComplete { _ in
            do {
                try handlers.addHandlers(accepted.handlers, position: .after(gate))
                gate.open()
            } catch {
                // The connection closed meanwhile.
                context.close(promise: nil)
            }
        }
    }
}
