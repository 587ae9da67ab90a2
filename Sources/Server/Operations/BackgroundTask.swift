package import Logging
import ServiceLifecycle
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
