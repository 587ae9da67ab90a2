package import Logging
package import ServiceLifecycle
import UnixSignals

/// Work that runs until the server stops, which cancels it.
package struct BackgroundTask: ServiceLifecycle.Service, CustomStringConvertible {
    package let name: String
    let work: @Sendable () async throws -> Void

    package init(name: String, work: @escaping @Sendable () async throws -> Void) {
        (self.name, self.work) = (name, work)
    }

    package var description: String { name }

    /// Opens the log again and reads the certificate again at SIGHUP.
    package static func signals(
        _ operations: OperationOptions, certificates: Certificates?, logger: Logger
    ) -> BackgroundTask {
        BackgroundTask(name: "signals") {
            guard let reopen = operations.reopenLog else { return try await Task.sleep(for: .seconds(1 << 31)) }
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                reopen()
                logger.notice("the log was opened again")
                certificates?.reload(isAsked: true, logger)
            }
        }
    }

    /// Reads the certificate of a server when its files change.
    ///
    /// - Parameter certificates: nil for a server without TLS.
    package static func certificate(
        _ certificates: Certificates?, _ limits: ServerOptions.Limits, logger: Logger
    ) -> BackgroundTask {
        BackgroundTask(name: "certificate") {
            guard let certificates else { return try await Task.sleep(for: .seconds(1 << 31)) }
            try await certificates.run(every: limits.certificateTime, logger)
        }
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await work() }
        } catch is CancellationError {
            // The server stops.
        }
    }
}

extension ServiceGroupConfiguration {
    /// Lets the services end by themselves for a time, then cancels them.
    ///
    /// The library ends the process by a trap when services take too long to be cancelled. That takes longer than a
    /// supervisor waits, so that on a machine with too much to do a server that is about to end does not look as if it had
    /// crashed.
    ///
    /// - Parameter time: until services that have not ended are cancelled.
    package mutating func endServices(within time: Duration) {
        maximumGracefulShutdownDuration = time
        maximumCancellationDuration = max(time * 4, .seconds(60))
    }
}
