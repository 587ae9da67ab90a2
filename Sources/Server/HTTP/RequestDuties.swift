import HTTPTypes
import NIOCore
import NIOHTTP1

/// The duties of a server that no route has (RFC 9112): it checks heads, answers bad ones with a problem, frames answers for
/// older clients, and decides when the connection closes.
final class RequestDuties: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A route asks for the body of a request whose client waits for `100 Continue`.
    struct BodyWanted: Sendable {}

    /// A request that has come and is not answered to its end.
    private struct Pending {
        var version: HTTPVersion
        var isHead: Bool
        var keepsAlive: Bool
        var expectsContinue: Bool
    }

    private let gate: RequestGate
    private let rules: RequestHeadRules
    private let limits: ServerOptions.Limits
    private let early: EarlyAnswers

    private var context: ChannelHandlerContext?
    /// Two at most: the one that is answered, and one whose head came with the end of that one's body.
    private var pending: [Pending] = []
    private var isBodyComing = false
    /// Since when there are bytes of a head that is not whole.
    private var headSince: NIODeadline?
    /// The first bytes of that head.
    private var firstLine: [UInt8] = []
    private var isLineWhole = false
    /// The bytes of the first line that came so far.
    private var lineLength = 0
    private var closes = false
    /// Whether the last answer of the connection is written.
    private var isOver = false
    /// The problem of the request after the one that is answered.
    private var refusal: Problem?
    private var isQuiescing = false
    /// Whether a request has come after one that ends the connection.
    private var isDeaf = false
    /// Answers that are written to their end and not taken by the system yet.
    private var answersOnTheirWay = 0
    private var isTurnedAway = false
    private var activeAt = NIODeadline.now()
    private var idleTimer: Scheduled<Void>?
    private var headTimer: Scheduled<Void>?

    /// - Parameter early: the answers to requests that no route sees.
    init(_ gate: RequestGate, _ limits: ServerOptions.Limits, early: EarlyAnswers) {
        self.gate = gate
        self.limits = limits
        self.early = early
        rules = RequestHeadRules(targetBytes: limits.targetBytes)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        scheduleIdle(context, in: limits.idleTime.timeAmount)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    /// Answers nothing but that the client's address has too many connections.
    func turnAway() { isTurnedAway = true }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        guard isTurnedAway else { return }
        refuse(Problem(.tooManyRequests, "Your address has as many connections as it may have: close some."), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        idleTimer?.cancel()
        headTimer?.cancel()
        context = nil
    }

    // MARK: Time

    private func scheduleIdle(_ context: ChannelHandlerContext, in time: TimeAmount) {
        idleTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.checkIdle() }
    }

    private func checkIdle() {
        guard let context, !isOver else { return }
        let idle = limits.idleTime.timeAmount
        let isIdle = pending.isEmpty && headSince == nil && answersOnTheirWay == 0
        let rest = isIdle ? activeAt + idle - .now() : idle
        if rest <= .nanoseconds(0) { return context.close(promise: nil) }
        scheduleIdle(context, in: rest)
    }

    private static let lineBytesBesideTarget = 64

    /// Records bytes that are about to be parsed.
    func bytesCame(_ bytes: ByteBuffer) {
        guard !isBodyComing, !isOver else { return }
        let view = bytes.readableBytesView
        var start = view.startIndex
        if headSince == nil {
            // Empty lines before a request are not part of it (RFC 9112, 2.2).
            guard let first = view.firstIndex(where: { $0 != 0x0d && $0 != 0x0a }) else { return }
            start = first
            (headSince, firstLine, isLineWhole, lineLength) = (.now(), [], false, 0)
        }
        guard !isLineWhole else { return }
        let end = view[start...].firstIndex(of: 0x0a)
        isLineWhole = end != nil
        lineLength += (end ?? view.endIndex) - start
        firstLine += view[start..<(end ?? view.endIndex)].prefix(max(0, 128 - firstLine.count))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let headSince, headTimer == nil, pending.isEmpty, !isOver {
            let rest = headSince + limits.headTime.timeAmount - .now()
            headTimer = context.eventLoop.assumeIsolated().scheduleTask(in: rest) { [weak self] in self?.checkHead() }
        }
        context.fireChannelReadComplete()
    }

    private func checkHead() {
        headTimer = nil
        guard let context, let headSince, pending.isEmpty, !isOver else { return }
        let rest = headSince + limits.headTime.timeAmount - .now()
        guard rest <= .nanoseconds(0) else {
            headTimer = context.eventLoop.assumeIsolated().scheduleTask(in: rest) { [weak self] in self?.checkHead() }
            return
        }
        refuse(Problem(.requestTimeout, "The head took too long to arrive."), context)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver, !isDeaf, refusal == nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard pending.allSatisfy(\.keepsAlive) else { return isDeaf = true }
            headSince = nil
            headTimer?.cancel()
            headTimer = nil
            do throws(Problem) {
                let verdict = try rules.verdict(on: head)
                pending.append(
                    Pending(
                        version: head.version, isHead: head.method == .HEAD,
                        keepsAlive: head.isKeepAlive && !verdict.closes, expectsContinue: verdict.expectsContinue))
                isBodyComing = true
                context.fireChannelRead(wrapInboundOut(.head(verdict.head)))
            } catch {
                refuse(error, context)
            }
        case .body:
            if !pending.isEmpty { pending[pending.count - 1].expectsContinue = false }
            context.fireChannelRead(data)
        case .end:
            isBodyComing = false
            gate.close()
            context.fireChannelRead(data)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isOver else { return }
        guard let error = error as? HTTPParserError else {
            // Bytes after an error of the parser, of which nothing can be made.
            if error is ByteToMessageDecoderError { return }
            return context.fireErrorCaught(error)
        }
        if isBodyComing {
            // The route that reads the body says so.
            closes = true
            return context.fireErrorCaught(error)
        }
        // A client that leaves in the middle of a head hears nothing any more.
        if error == .invalidEOFState { return context.close(promise: nil) }
        // The method and the version of the longest line that is in order take less.
        let isLineInBounds = isLineWhole && lineLength <= limits.targetBytes + Self.lineBytesBesideTarget
        refuse(Problem(error, in: String(decoding: firstLine, as: UTF8.self), isLineInBounds: isLineInBounds), context)
    }

    /// Answers a request that no route is to see, and closes the connection after it; in turn, where another one is still
    /// answered.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard pending.isEmpty else { return refusal = problem }
        early.note(problem, context.channel)
        (closes, isOver) = (true, true)
        let (type, body) = early.body(problem)
        var headers = HTTPHeaders(problem.headers.map { ($0.name.rawName, $0.value) })
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Content-Length", value: "\(body.count)")
        headers.add(name: "Connection", value: "close")
        headers.add(name: "Date", value: HTTPDate.now())
        headers.add(name: "Server", value: early.serverName)
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        let status = HTTPResponseStatus(statusCode: problem.status.code, reasonPhrase: problem.status.reasonPhrase)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        // The answer to HEAD has no content (RFC 9110, 9.3.2).
        if !firstLine.starts(with: "HEAD ".utf8) {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        answersOnTheirWay += 1
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenSuccess { [weak self] in
            self?.answerIsOut()
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200: context.write(data, promise: promise)
        case .head(let head): context.write(wrapOutboundOut(.head(framed(head))), promise: promise)
        case .body:
            guard pending.first?.isHead != true else {
                promise?.succeed()
                return
            }
            context.write(data, promise: promise)
        case .end: endAnswer(context, data, promise)
        }
    }

    /// The head of an answer as its client can read it.
    private func framed(_ original: HTTPResponseHead) -> HTTPResponseHead {
        var head = original
        let request = pending.first
        // The answer begins before the body has ended: the rest of the body is not waited for.
        if isBodyComing, pending.count <= 1 { closes = true }
        if head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "close" }) || isQuiescing {
            closes = true
        }
        if let request {
            let isOld = request.version.isOld
            let isSelfDelimiting =
                !isOld || request.isHead || !head.status.mayHaveResponseBody
                || head.headers.contains(name: "content-length")
            if !request.keepsAlive || !isSelfDelimiting { closes = true }
            if isOld || request.isHead {
                head.version = .http1_0
                gate.hidesOldVersion = true
            }
            if isOld, !closes { head.headers.replaceOrAdd(name: "Connection", value: "keep-alive") }
        }
        if closes { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        return head
    }

    private func endAnswer(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        if !pending.isEmpty { pending.removeFirst() }
        activeAt = .now()
        if closes { isOver = true }
        answersOnTheirWay += 1
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenSuccess { [weak self] in self?.answerIsOut() }
        context.write(data, promise: written)
    }

    /// The system has taken the last byte of an answer.
    private func answerIsOut() {
        activeAt = .now()
        answersOnTheirWay -= 1
        guard let context else { return }
        // A server that stops does not wait for clients that have sent their whole request.
        if isQuiescing, pending.isEmpty, !isBodyComing { return context.close(promise: nil) }
        if closes { return gate.finish() }
        // The body of the next request may continue if its head came with the end of the last one.
        guard pending.isEmpty || isBodyComing else { return }
        if pending.isEmpty, let refusal {
            self.refusal = nil
            return refuse(refusal, context)
        }
        gate.open()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        guard pending.count == 1, pending[0].expectsContinue, isBodyComing, !isOver else { return }
        pending[0].expectsContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isQuiescing = true
        if pending.isEmpty, answersOnTheirWay == 0 { context.close(promise: nil) }
    }
}
