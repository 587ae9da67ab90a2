import ServiceLifecycle

/// Work that runs until the server stops, which cancels it.
package struct BackgroundTask: ServiceLifecycle.Service, CustomStringConvertible {
    package let name: String
    let work: @Sendable () async throws -> Void

    package init(name: String, work: @escaping @Sendable () async throws -> Void) {
        (self.name, self.work) = (name, work)
    }

    package var description: String { name }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await work() }
        } catch is CancellationError {
            // The server stops.
        }
    }
}
