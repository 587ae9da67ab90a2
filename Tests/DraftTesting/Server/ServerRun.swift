import Draft
package import DraftLedger
package import Server

/// A server for development in this process, on a port of its own.
package final class ServerRun: Sendable {
    package let port: Int
    private let stopping: @Sendable () async -> Void
    private let running: Task<DraftServer.Ending, any Error>

    /// - Parameters:
    ///   - ledger: stays open when the server has stopped.
    ///   - change: of the options.
    package init(_ ledger: DraftLedger, _ change: (inout ServerOptions) -> Void = { _ in }) async throws {
        var options = ServerOptions(
            software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "test", commit: ""))
        (options.port, options.isDev) = (0, true)
        change(&options)
        let server = DraftServer(ledger, options)
        let (started, source) = AsyncStream.makeStream(of: DraftServer.Listening.self)
        running = Task {
            defer { source.finish() }
            return try await server.run { source.yield($0) }
        }
        guard let listening = await started.first(where: { _ in true }) else {
            _ = try await running.value
            throw NeverListened()
        }
        (port, stopping) = (listening.port, listening.stop)
    }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// Stops the server as SIGTERM does, and returns when all has ended.
    package func stop() async throws {
        await stopping()
        _ = try await running.value
    }

    /// The reason for which it ends by itself.
    package var ending: DraftServer.Ending { get async throws { try await running.value } }

    /// The server ended without an error before it listened.
    package struct NeverListened: Error {
        package init() {}
    }
}
