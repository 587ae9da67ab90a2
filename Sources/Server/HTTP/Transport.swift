import Draft
import Platform
import Timekeeping

/// The connections of clients and the bodies that arrive by them.
final class Transport: Sendable {
    let limits: ServerOptions.Limits
    let connections: Connections
    let bodies = BodyWatch()
    /// Nil for a server without TLS.
    let certificates: Certificates?
    private let clock: WallClock

    /// - Parameter noteRefusal: called with the code of each connection that was refused.
    init(_ options: ServerOptions, noteRefusal: @escaping @Sendable (String) -> Void) {
        limits = options.limits
        clock = options.clock
        certificates = options.certificates
        connections = Connections(options.limits, options.operations.proxies, onRefusal: noteRefusal)
    }

    var now: Timestamp { clock.now() }
}
