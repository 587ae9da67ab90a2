import NIOCore

/// The header with which a proxy begins a connection, in both versions of the PROXY protocol.
package enum ProxyHeader {
    package enum Reading: Equatable {
        case incomplete
        case invalid
        /// - Parameters:
        ///   - client: nil if the proxy speaks for itself, as in a health check.
        ///   - length: bytes of the header.
        case complete(client: IPAddress?, length: Int)
    }

    /// The longest header that is read: of version 1, 107 bytes; of version 2, with what a proxy adds.
    package static let most = 16 + 2_048

    private static let signature: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]

    /// Reads the header at the beginning of some bytes.
    package static func read(_ bytes: [UInt8]) -> Reading {
        let isSecond = bytes.first == signature[0]
        let mark = isSecond ? signature : Array("PROXY ".utf8)
        guard bytes.starts(with: mark.prefix(bytes.count)) else { return .invalid }
        guard bytes.count >= mark.count else { return .incomplete }
        return isSecond ? version2(bytes) : version1(bytes)
    }

    private static func version1(_ bytes: [UInt8]) -> Reading {
        guard let end = bytes.prefix(107).firstIndex(of: 0x0a) else {
            return bytes.count < 107 ? .incomplete : .invalid
        }
        guard bytes[end - 1] == 0x0d else { return .invalid }
        let words = String(decoding: bytes[..<(end - 1)], as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2 else { return .invalid }
        if words[1] == "UNKNOWN" { return .complete(client: nil, length: end + 1) }
        guard words.count == 6, let source = IPAddress(words[2]), IPAddress(words[3]) != nil, UInt16(words[4]) != nil,
            UInt16(words[5]) != nil
        else { return .invalid }
        switch words[1] {
        case "TCP4": guard source.isIPv4 else { return .invalid }
        case "TCP6": guard words[2].contains(":") else { return .invalid }
        default: return .invalid
        }
        return .complete(client: source, length: end + 1)
    }

    private static func version2(_ bytes: [UInt8]) -> Reading {
        guard bytes.count >= 16 else { return .incomplete }
        let (command, family) = (bytes[12], bytes[13])
        let length = Int(bytes[14]) << 8 | Int(bytes[15])
        guard command >> 4 == 2, command & 0xf <= 1, 16 + length <= most else { return .invalid }
        guard bytes.count >= 16 + length else { return .incomplete }
        let end = 16 + length
        // LOCAL: the proxy itself.
        if command & 0xf == 0 { return .complete(client: nil, length: end) }
        switch family >> 4 {
        case 1 where length >= 12: return .complete(client: IPAddress(bytes: bytes[16..<20]), length: end)
        case 2 where length >= 36: return .complete(client: IPAddress(bytes: bytes[16..<32]), length: end)
        case 1, 2: return .invalid
        default: return .complete(client: nil, length: end)
        }
    }
}

/// Removes the PROXY header from a connection of a trusted proxy, and closes connections without the header.
final class ProxyHeaderHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connections: Connections
    private let deadline: TimeAmount
    private var bytes: ByteBuffer?
    private var timer: Scheduled<Void>?

    init(_ connections: Connections, within deadline: TimeAmount) {
        self.connections = connections
        self.deadline = deadline
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: deadline) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        if bytes?.writeBuffer(&more) == nil { bytes = more }
        guard var all = bytes else { return }
        switch ProxyHeader.read(Array(all.readableBytesView.prefix(ProxyHeader.most))) {
        case .incomplete: return
        case .invalid: refuse(.proxyHeader, context)
        case .complete(let client, let length):
            bytes = nil
            if let client, !connections.rename(context.channel, to: client) {
                return refuse(.connectionsPerAddress, context)
            }
            all.moveReaderIndex(forwardBy: length)
            if all.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(all)) }
            context.fireChannelReadComplete()
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }

    private func refuse(_ reason: Connections.Reason, _ context: ChannelHandlerContext) {
        connections.refuse(reason)
        context.close(promise: nil)
    }
}
