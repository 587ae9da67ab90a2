package import Draft
package import HummingbirdCore
package import NIOCore
import Platform
package import Timekeeping

/// The connections of clients and the bodies that arrive by them.
package final class Transport: Sendable {
    package let limits: ServerOptions.Limits
    let connections: Connections
    let bodies = BodyWatch()
    /// Nil for a server without TLS.
    let certificates: Certificates?
    private let proxies: TrustedProxies
    private let clock: WallClock

    /// - Parameter noteRefusal: called with the code of each connection that was refused.
    convenience init(_ options: ServerOptions, noteRefusal: @escaping @Sendable (String) -> Void) {
        self.init(
            options.limits, options.operations, certificates: options.certificates, clock: options.clock,
            noteRefusal: noteRefusal)
    }

    /// - Parameters:
    ///   - certificates: nil for a server without TLS.
    ///   - noteRefusal: called with the code of each connection that was refused.
    package init(
        _ limits: ServerOptions.Limits, _ operations: OperationOptions, certificates: Certificates? = nil,
        clock: WallClock, noteRefusal: @escaping @Sendable (String) -> Void
    ) {
        (self.limits, self.certificates, self.clock) = (limits, certificates, clock)
        proxies = operations.proxies
        connections = Connections(limits, operations.proxies, onRefusal: noteRefusal)
    }

    package var now: Timestamp { clock.now() }

    /// The number of open connections.
    package var connectionCount: Int { connections.count }
    /// The bytes of answers that no client has taken yet.
    package var unreadBytes: Int { connections.unreadBytes }

    /// The address at the other end of a connection; nil for a connection without one.
    package func peer(of channel: any Channel) -> IPAddress? { connections.peer(of: channel) }

    /// Closes the input of connections whose body takes too long, until the task is cancelled.
    package func watchBodies() async throws { try await bodies.run(timeout: limits.bodyTime) }

    /// Makes the server's connections, from the socket to the routes.
    ///
    /// - Parameter upgrade: the protocol that clients of HTTP/1.1 can change to; nil for HTTP alone.
    package func builder(answering early: EarlyAnswers, upgrade: ProtocolUpgrade? = nil) -> HTTPServerBuilder {
        HTTPServerBuilder { [limits, connections, proxies, certificates] responder in
            ConnectionChannel(
                responder: responder, limits: limits, connections: connections, proxies: proxies,
                certificates: certificates, early: early, upgrade: upgrade)
        }
    }
}
