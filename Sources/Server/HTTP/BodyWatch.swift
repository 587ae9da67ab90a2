import NIOCore
import Platform

/// The bodies that are being received. If a body takes too long, no more of it is read.
///
/// One task checks all of them at intervals, instead of a timer for each: most bodies are complete when they are asked
/// for.
final class BodyWatch: Sendable {
    private struct Reading: Sendable {
        let channel: any Channel
        let since = ContinuousClock.now
        /// Nil for the default timeout.
        var timeout: Duration?
        var isLate = false
    }

    private let readings = Guarded<[ObjectIdentifier: Reading]>([:])

    /// Reads a body from a connection.
    ///
    /// - Parameter timeout: the maximum time; nil for the default.
    /// - Throws: `requestTimeout` for a body that arrives too slowly.
    func watching<Body: Sendable>(
        _ channel: any Channel, for timeout: Duration? = nil, _ read: () async throws -> Body
    ) async throws -> Body {
        let key = ObjectIdentifier(channel)
        readings.withLock { $0[key] = Reading(channel: channel, timeout: timeout) }
        defer { readings.withLock { $0[key] = nil } }
        do {
            return try await read()
        } catch {
            guard readings.withLock({ $0[key]?.isLate == true }) else { throw error }
            throw Problem(.requestTimeout, "The body took too long to arrive.")
        }
    }

    /// Closes the input of connections when their body exceeds its timeout, until the task is cancelled.
    func run(timeout: Duration) async throws {
        while true {
            try await Task.sleep(for: timeout / 10)
            let late = readings.withLock { readings in
                readings.filter { !$1.isLate && ContinuousClock.now - $1.since >= $1.timeout ?? timeout }.map {
                    key, reading in
                    readings[key]?.isLate = true
                    return reading.channel
                }
            }
            for channel in late { channel.close(mode: .input, promise: nil) }
        }
    }
}
