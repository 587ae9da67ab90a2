import NIOCore
import NIOPosix
import Platform

/// A network between clients and a server that can be cut: it carries bytes both ways until it is told otherwise.
final class Proxy: Sendable {
    private let wires: Wires
    private let listening: any Channel

    /// Where clients find the server.
    var address: String { "http://127.0.0.1:\(listening.localAddress?.port ?? 0)" }

    /// - Parameter target: the server's port.
    init(to target: Int) async throws {
        let wires = Wires(target)
        self.wires = wires
        listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { client in
                // Nothing is read of the client's before the other end is there.
                ClientBootstrap(group: client.eventLoop).connect(host: "127.0.0.1", port: wires.target)
                    .flatMapThrowing { server in
                        let pair = wires.add(client, server)
                        try client.pipeline.syncOperations.addHandler(
                            Wire(to: server, of: pair, wires, isAnswer: false))
                        try server.pipeline.syncOperations.addHandler(Wire(to: client, of: pair, wires, isAnswer: true))
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    deinit { listening.close(promise: nil) }

    /// Connects to another server from now on.
    func lead(to target: Int) { wires.target = target }

    /// Ends every connection where it is.
    func cut() { wires.cut() }

    /// Loses the next answers to what is posted, and their connections with them: the server has done what it was asked for.
    func loseAnswers(_ count: Int) { wires.answersToLose = count }

    /// Connections on which a stream is read.
    var streams: Int { wires.streams }
}

/// What all wires of a proxy know.
private final class Wires: Sendable {
    struct Pair {
        var client: any Channel
        var server: any Channel
        var isStream = false
        var isPost = false
    }

    private struct State {
        var target: Int
        var answersToLose = 0
        var pairs: [Int: Pair] = [:]
        var next = 0
    }

    private let state: Guarded<State>

    init(_ target: Int) { state = Guarded(State(target: target)) }

    var target: Int {
        get { state.withLock { $0.target } }
        set { state.withLock { $0.target = newValue } }
    }

    var answersToLose: Int {
        get { state.withLock { $0.answersToLose } }
        set { state.withLock { $0.answersToLose = newValue } }
    }

    var streams: Int { state.withLock { $0.pairs.values.count(where: \.isStream) } }

    func add(_ client: any Channel, _ server: any Channel) -> Int {
        state.withLock { state in
            state.next += 1
            state.pairs[state.next] = Pair(client: client, server: server)
            return state.next
        }
    }

    func remove(_ pair: Int) { state.withLock { $0.pairs[pair] = nil } }

    func cut() {
        for pair in state.withLock({ Array($0.pairs.values) }) {
            pair.client.close(promise: nil)
            pair.server.close(promise: nil)
        }
    }

    func note(_ request: String, on pair: Int) {
        let line = request.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }
        guard line.hasSuffix("HTTP/1.1") else { return }
        state.withLock { state in
            state.pairs[pair]?.isStream = line.contains("/stream")
            state.pairs[pair]?.isPost = line.hasPrefix("POST") || line.hasPrefix("PUT")
        }
    }

    /// Whether an answer is one of those that get lost.
    func loses(answerOn pair: Int) -> Bool {
        state.withLock { state in
            guard state.answersToLose > 0, state.pairs[pair]?.isPost == true else { return false }
            state.answersToLose -= 1
            return true
        }
    }
}

/// One direction of a connection.
private final class Wire: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let peer: any Channel
    private let pair: Int
    private let wires: Wires
    private let isAnswer: Bool

    init(to peer: any Channel, of pair: Int, _ wires: Wires, isAnswer: Bool) {
        (self.peer, self.pair, self.wires, self.isAnswer) = (peer, pair, wires, isAnswer)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if isAnswer {
            guard !wires.loses(answerOn: pair) else {
                peer.close(promise: nil)
                context.close(promise: nil)
                return
            }
        } else {
            wires.note(String(buffer: bytes), on: pair)
        }
        peer.writeAndFlush(bytes, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        wires.remove(pair)
        peer.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
