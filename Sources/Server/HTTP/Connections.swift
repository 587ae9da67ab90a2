import NIOCore
import Platform

/// The open connections: their count, their addresses, and the bytes of answers that their clients have not taken.
final class Connections: Sendable {
    /// Reasons for which a connection or a request is refused before a route sees it.
    enum Reason: String, Sendable, CaseIterable {
        /// The address has too many connections.
        case connectionsPerAddress
        /// The clients of an address leave too many bytes unread.
        case unreadBytes
        /// The client takes nothing of its answer.
        case stalled
        /// More requests than the server takes came before the answer to the first.
        case pipelined
        /// The connection does not begin with the header of the PROXY protocol.
        case proxyHeader
        /// The client and the server have not agreed on TLS.
        case handshake
        /// The client breaks the rules of HTTP/2.
        case http2
        /// The client floods an HTTP/2 connection with resets, settings, pings, parts of a head or empty frames.
        case flood
        /// A frame of HTTP/2, or the head of a request in several of them, takes too long to arrive.
        case slowFrame
    }

    fileprivate struct Entry {
        var peer: IPAddress?
        /// The address under which it is counted; nil if no bound applies.
        var counted: IPAddress?
        var unread = 0
    }

    fileprivate struct Sum {
        var connections = 0
        var unread = 0
    }

    fileprivate struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var sums: [IPAddress: Sum] = [:]
        var unread = 0
    }

    private let limits: ServerOptions.Limits
    private let proxies: TrustedProxies
    private let onRefusal: @Sendable (String) -> Void
    private let state = Guarded(State())

    init(
        _ limits: ServerOptions.Limits, _ proxies: TrustedProxies,
        onRefusal: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.limits = limits
        self.proxies = proxies
        self.onRefusal = onRefusal
    }

    var count: Int { state.withLock { $0.entries.count } }

    /// The bytes of answers that no client has taken yet.
    var unreadBytes: Int { state.withLock { $0.unread } }

    func refuse(_ reason: Reason) { onRefusal(reason.rawValue) }

    /// Counts a refused request under the code of its problem.
    func refuse(code: String) { onRefusal(code) }

    /// Takes a connection in until it closes.
    ///
    /// - Returns: false if its address has too many.
    func enter(_ channel: any Channel) -> Bool {
        let key = ObjectIdentifier(channel)
        state.withLock { $0.entries[key] = Entry() }
        channel.closeFuture.whenComplete { [self] _ in leave(key) }
        return name(channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }, key)
    }

    /// Names the client that a proxy has connected.
    ///
    /// - Returns: false if its address has too many connections.
    func rename(_ channel: any Channel, to peer: IPAddress?) -> Bool { name(peer, ObjectIdentifier(channel)) }

    /// The address at the other end of a connection, which a closed connection does not tell any more.
    func peer(of channel: any Channel) -> IPAddress? {
        let connection = channel.connection
        return state.withLock { $0.entries[ObjectIdentifier(connection)]?.peer }
            ?? connection.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    }

    /// Records the number of bytes of its answers that a connection has not read.
    ///
    /// - Returns: false if the connections of its address leave too many.
    func note(unread: Int, of channel: any Channel) -> Bool {
        state.withLock { state in
            let key = ObjectIdentifier(channel)
            guard var entry = state.entries[key] else { return true }
            let change = unread - entry.unread
            entry.unread = unread
            state.entries[key] = entry
            state.unread += change
            guard let counted = entry.counted else { return true }
            state.sums[counted, default: Sum()].unread += change
            return change <= 0 || (state.sums[counted]?.unread ?? 0) <= limits.unreadBytesPerAddress
        }
    }

    /// Returns the limit on the connections of an address; nil for no limit. Without a setting, this machine is not
    /// limited.
    private func bound(for address: IPAddress) -> Int? {
        if proxies.contains(address) { return nil }
        if let most = limits.connectionsPerAddress { return most }
        return address.isLoopback ? nil : ServerOptions.Limits.connectionsOfAnAddress
    }

    private func name(_ peer: IPAddress?, _ key: ObjectIdentifier) -> Bool {
        let most = peer.flatMap(bound)
        return state.withLock { state in
            guard var entry = state.entries[key] else { return true }
            state.subtract(entry)
            entry.peer = peer
            entry.counted = most == nil ? nil : peer?.network
            state.entries[key] = entry
            guard let most, let counted = entry.counted else { return true }
            state.sums[counted, default: Sum()].connections += 1
            state.sums[counted]?.unread += entry.unread
            return (state.sums[counted]?.connections ?? 0) <= most
        }
    }

    private func leave(_ key: ObjectIdentifier) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: key) else { return }
            state.subtract(entry)
            state.unread -= entry.unread
        }
    }
}

extension Channel {
    /// The connection that carries the channel: for a stream of HTTP/2 its parent, otherwise the channel itself.
    var connection: any Channel {
        // The parent of a connection is the socket that listens, and has no parent.
        guard let parent, parent.parent != nil else { return self }
        return parent
    }
}

extension Connections.State {
    /// Takes a connection out of the sums of its address.
    fileprivate mutating func subtract(_ entry: Connections.Entry) {
        guard let counted = entry.counted, var sum = sums[counted] else { return }
        sum.connections -= 1
        sum.unread -= entry.unread
        sums[counted] = sum.connections > 0 ? sum : nil
    }
}
