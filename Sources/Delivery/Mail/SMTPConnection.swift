import Draft
import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// A connection to a relay: one command, one reply.
final class SMTPConnection: Sendable {
    private let channel: any Channel
    private let replies: NIOLoopBound<SMTPReplyHandler>
    private let host: String

    private init(_ channel: any Channel, _ replies: NIOLoopBound<SMTPReplyHandler>, to host: String) {
        self.channel = channel
        self.replies = replies
        self.host = host
    }

    /// Connects, and reads the greeting.
    ///
    /// - Parameters:
    ///   - tls: encrypts from the beginning; nil without.
    ///   - bound: the longest time from here to the end of the connection.
    static func open(
        to host: String, port: Int, tls: NIOSSLContext?, within bound: Interval
    ) async throws -> (SMTPConnection, greeting: SMTPReply) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let greeting = loop.makePromise(of: SMTPReply.self)
        let replies = try await loop.submit {
            NIOLoopBound(SMTPReplyHandler(greeting, within: bound.amount), eventLoop: loop)
        }.get()
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(bound.amount).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                if let tls { try pipeline.addHandler(encryption(tls, to: host)) }
                try pipeline.addHandler(replies.value)
            }
        }
        let channel: any Channel
        do {
            channel = try await bootstrap.connect(host: host, port: port).get()
        } catch {
            greeting.fail(error)
            throw error
        }
        let connection = SMTPConnection(channel, replies, to: host)
        do {
            return (connection, try await greeting.futureResult.get())
        } catch {
            connection.close()
            throw error
        }
    }

    private static func encryption(_ context: NIOSSLContext, to host: String) throws -> NIOSSLClientHandler {
        // A certificate for an address is checked against the address of the connection.
        try NIOSSLClientHandler(context: context, serverHostname: InternetAddress(host) == nil ? host : nil)
    }

    /// Sends a command and waits for its reply.
    ///
    /// - Parameter line: without its line end, which it cannot contain.
    func reply(to line: String) async throws -> SMTPReply { try await exchange(line + "\r\n") }

    /// Sends text as it is, and waits for the reply.
    func exchange(_ text: String) async throws -> SMTPReply {
        try await channel.eventLoop.flatSubmit { [channel, replies] in
            replies.value.exchange(text, by: channel)
        }.get()
    }

    /// Sends text to which there is no reply yet. Returns when the system has taken it all.
    func write(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    /// Encrypts from here on.
    ///
    /// - Throws: `SMTPFault` if the relay has sent anything after its reply to STARTTLS: it would be taken for an
    ///   encrypted reply (CVE-2011-0411).
    func encrypt(_ context: NIOSSLContext) async throws {
        try await channel.eventLoop.submit { [channel, replies, host] in
            try replies.value.checkNothingIsUnread()
            try channel.pipeline.syncOperations.addHandler(try Self.encryption(context, to: host), position: .first)
        }.get()
    }

    /// Checks that the relay's certificate is for its name. After the first reply over an encrypted connection.
    func checkCertificate() async throws { try await CertificateName.check(channel, isFor: [host]).get() }

    func close() { channel.close(promise: nil) }
}

/// Matches the replies of a relay with the commands.
private final class SMTPReplyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var decoder = SMTPReplyDecoder()
    /// The command without a reply.
    private var waiting: EventLoopPromise<SMTPReply>?
    /// Why there are no more replies.
    private var fault: (any Error)?
    private var context: ChannelHandlerContext?
    private var limit: Scheduled<Void>?
    private let bound: TimeAmount

    init(_ greeting: EventLoopPromise<SMTPReply>, within bound: TimeAmount) {
        waiting = greeting
        self.bound = bound
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let loopBound = NIOLoopBound(self, eventLoop: context.eventLoop)
        limit = context.eventLoop.scheduleTask(in: bound) { loopBound.value.fail(SMTPFault.timeLimit) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        limit?.cancel()
        fail(SMTPFault.closed)
        self.context = nil
    }

    func exchange(_ text: String, by channel: any Channel) -> EventLoopFuture<SMTPReply> {
        if let fault { return channel.eventLoop.makeFailedFuture(fault) }
        let promise = channel.eventLoop.makePromise(of: SMTPReply.self)
        waiting = promise
        let loopBound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.writeAndFlush(ByteBuffer(string: text)).whenFailure { loopBound.value.fail($0) }
        return promise.futureResult
    }

    func checkNothingIsUnread() throws {
        if let fault { throw fault }
        guard decoder.isEmpty else { throw SMTPFault.unasked("a part of a line") }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard fault == nil else { return }
        do throws(SMTPFault) {
            for reply in try decoder.take(unwrapInboundIn(data).readableBytesView) {
                guard let promise = waiting else { throw .unasked(reply.text) }
                waiting = nil
                promise.succeed(reply)
            }
        } catch {
            fail(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error) }

    func channelInactive(context: ChannelHandlerContext) {
        fail(SMTPFault.closed)
        context.fireChannelInactive()
    }

    /// The first failure ends everything: after it, no reply can be matched with its command.
    private func fail(_ error: any Error) {
        guard fault == nil else { return }
        fault = error
        waiting?.fail(error)
        waiting = nil
        context?.close(promise: nil)
    }
}
