import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// The duties of `RequestDuties` for one stream of HTTP/2, which is one request (RFC 9113, 8). It checks the head, answers a
/// bad one with a problem, and ends the stream after the answer.
///
/// Heads become heads of HTTP/1, so that ``RequestHeadRules`` holds for both.
final class StreamDuties: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let flow: HTTP2Flow
    private let limits: ServerOptions.Limits
    private let early: EarlyAnswers

    private var id = HTTP2StreamID.rootStream
    private var context: ChannelHandlerContext?
    private var isHeadSeen = false
    private var isHead = false
    private var expectsContinue = false
    /// Whether the client has sent the whole request.
    private var isRequestOver = false
    /// Whether what still comes is dropped.
    private var isDeaf = false
    /// Whether the answer is written to its end.
    private var isAnswered = false

    init(_ flow: HTTP2Flow, _ limits: ServerOptions.Limits, early: EarlyAnswers) {
        self.flow = flow
        self.limits = limits
        self.early = early
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // A stream that a client has opened has its number.
        guard let id = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID) else { return }
        self.id = id
        flow.opened(id, context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        flow.closed(id)
        context = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDeaf else { return }
        switch unwrapInboundIn(data) {
        case .headers(let content):
            if !isHeadSeen { take(content.headers, context) }
            if content.endStream { endRequest(context) }
        case .data(let content):
            expectsContinue = false
            if case .byteBuffer(let bytes) = content.data, bytes.readableBytes > 0 {
                context.fireChannelRead(wrapInboundOut(.body(bytes)))
            }
            if content.endStream { endRequest(context) }
        default: break
        }
    }

    private func take(_ fields: HPACKHeaders, _ context: ChannelHandlerContext) {
        isHeadSeen = true
        isHead = fields.first(name: ":method") == "HEAD"
        do throws(Problem) {
            let head = try HTTPRequestHead(fields, within: limits)
            let verdict = try RequestHeadRules(targetBytes: limits.targetBytes).verdict(on: head)
            expectsContinue = verdict.expectsContinue
            context.fireChannelRead(wrapInboundOut(.head(verdict.head)))
        } catch {
            refuse(error, context)
        }
    }

    private func endRequest(_ context: ChannelHandlerContext) {
        isRequestOver = true
        guard !isDeaf else { return }
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        // No other request follows on the stream.
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A body that breaks off is the same error as with HTTP/1.
        context.fireErrorCaught(isRequestOver ? error : HTTPParserError.invalidEOFState)
    }

    /// Answers a request that no route is to see.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        isDeaf = true
        early.note(problem, context.channel)
        let (type, body) = early.body(problem)
        var headers = HPACKHeaders([(":status", "\(problem.status.code)")])
        for field in problem.headers { headers.add(name: field.name.canonicalName, value: field.value) }
        headers.add(name: "content-type", value: type)
        headers.add(name: "content-length", value: "\(body.count)")
        headers.add(name: "date", value: HTTPDate.now())
        headers.add(name: "server", value: early.serverName)
        headers.add(name: "x-content-type-options", value: "nosniff")
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        // The answer to HEAD has no content (RFC 9110, 9.3.2).
        writeData(isHead ? ByteBuffer() : ByteBuffer(bytes: body), isEnd: true, context, nil)
        context.flush()
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isAnswered else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            // Fields of a connection are dropped: streams have none (RFC 9113, 8.2.2).
            var headers = HPACKHeaders([(":status", "\(head.status.code)")])
            headers.add(contentsOf: HPACKHeaders(httpHeaders: head.headers))
            context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: promise)
        case .body(.byteBuffer(let bytes)) where bytes.readableBytes > 0 && !isHead:
            writeData(bytes, isEnd: false, context, promise)
        case .body: promise?.succeed()
        case .end: writeData(ByteBuffer(), isEnd: true, context, promise)
        }
    }

    private func writeData(
        _ bytes: ByteBuffer, isEnd: Bool, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        flow.wrote(bytes.readableBytes, on: id)
        let payload = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(bytes), endStream: isEnd))
        guard isEnd else { return context.write(wrapOutboundOut(payload), promise: promise) }
        isAnswered = true
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenSuccess { [weak self] in self?.answerIsOut() }
        context.write(wrapOutboundOut(payload), promise: sent)
    }

    /// The rest of a request whose answer is out is not waited for (RFC 9113, 8.1).
    private func answerIsOut() {
        guard let context, !isRequestOver else { return }
        isDeaf = true
        context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .all: context.close(mode: .all, promise: promise)
        case .output:
            // The end of the answer has closed the output. Without it, the client must not take the answer for whole.
            if !isAnswered { return context.close(mode: .all, promise: promise) }
            promise?.succeed()
        case .input:
            promise?.succeed()
            guard !isRequestOver, !isDeaf else { return }
            isDeaf = true
            context.fireErrorCaught(HTTPParserError.invalidEOFState)
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is RequestDuties.BodyWanted else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        guard expectsContinue, !isRequestOver, !isAnswered else { return }
        expectsContinue = false
        context.writeAndFlush(wrapOutboundOut(.headers(.init(headers: [":status": "100"]))), promise: nil)
    }
}

extension HTTPRequestHead {
    /// Reads the head of a stream (RFC 9113, 8.3.1). The library has checked its form.
    ///
    /// - Throws: the problem of a head that is too large, or names no host or target.
    fileprivate init(_ fields: HPACKHeaders, within limits: ServerOptions.Limits) throws(Problem) {
        let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard bytes <= limits.headerBytes, fields.count <= RequestHeadRules.mostFields else {
            throw Problem(.headTooLarge, "The fields of the head are too long, or too many.")
        }
        let method = HTTPMethod(rawValue: fields.first(name: ":method") ?? "")
        if case .RAW(let name) = method {
            throw Problem(.notImplemented, "The method '\(name.prefix(64))' is not known here.")
        }
        let target = fields.first(name: ":path") ?? ""
        guard target.hasPrefix("/") || target == "*" || method == .CONNECT else {
            throw Problem(.badRequest, "The target is '\(target.prefix(128))': expected a path, such as /v1/rooms.")
        }
        var headers = HTTPHeaders()
        let (authority, hosts) = (fields.first(name: ":authority"), fields["host"])
        if let authority {
            headers.add(name: "host", value: authority)
            guard hosts.allSatisfy({ $0 == authority }) else {
                throw Problem(.badRequest, "Host and :authority differ: send :authority alone.")
            }
        }
        var cookies: [String] = []
        for (name, value, _) in fields where !name.hasPrefix(":") {
            switch name {
            case "host" where authority != nil: break
            // A client may send each cookie in a field of its own (RFC 9113, 8.2.3).
            case "cookie": cookies.append(value)
            default: headers.add(name: name, value: value)
            }
        }
        if !cookies.isEmpty { headers.add(name: "cookie", value: cookies.joined(separator: "; ")) }
        self.init(version: .http2, method: method, uri: target, headers: headers)
    }
}
