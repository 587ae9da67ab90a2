import NIOCore
import Platform

/// The bodies that are on their way: of one that takes too long no more is taken.
///
/// One look at all of them now and then, in place of a timer for each, most of which are there when they are asked for.
final class BodyWatch: Sendable {
    private struct Reading: Sendable {
        let channel: any Channel
        let since = ContinuousClock.now
        /// Nil for that of most bodies.
        var patience: Duration?
        var isLate = false
    }

    private let readings = Guarded<[ObjectIdentifier: Reading]>([:])

    /// Reads a body from a connection.
    ///
    /// - Parameter patience: for how long; nil for as long as most bodies may take.
    /// - Throws: `requestTimeout` for one that is fed drop by drop.
    func watching<Body: Sendable>(
        _ channel: any Channel, for patience: Duration? = nil, _ read: () async throws -> Body
    ) async throws -> Body {
        let key = ObjectIdentifier(channel)
        readings.withLock { $0[key] = Reading(channel: channel, patience: patience) }
        defer { readings.withLock { $0[key] = nil } }
        do {
            return try await read()
        } catch {
            guard readings.withLock({ $0[key]?.isLate == true }) else { throw error }
            throw Problem(.requestTimeout, "The body took too long to arrive.")
        }
    }

    /// Ends the input of those connections whose body has been on its way for too long, until the task is cancelled.
    func run(patience: Duration) async throws {
        while true {
            try await Task.sleep(for: patience / 10)
            let late = readings.withLock { readings in
                readings.filter { !$1.isLate && ContinuousClock.now - $1.since >= $1.patience ?? patience }.map {
                    key, reading in
                    readings[key]?.isLate = true
                    return reading.channel
                }
            }
            for channel in late { channel.close(mode: .input, promise: nil) }
        }
    }
}
