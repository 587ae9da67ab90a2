import Bets
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Platform
import Server
import ServiceLifecycle
import TextFormats
import UnixSignals

/// The HTTP server of a ledger of bets.
///
/// It decides nothing: a route parses, calls the ledger and prints.
package struct BetServer: Sendable {
    private let source: any BetSource
    private let options: BetServerOptions

    /// - Parameter source: open for writing; the server does not close it.
    init(_ source: any BetSource, _ options: BetServerOptions) { (self.source, self.options) = (source, options) }

    /// A server that takes connections.
    package struct Listening: Sendable {
        package let port: Int
        /// Stops it as SIGTERM does.
        package let stop: @Sendable () async -> Void
    }

    /// The name of the server in answers.
    private static let name = "statdiscute"

    /// Serves until SIGTERM, SIGINT or the cancellation of the task.
    ///
    /// - Parameter onListening: called when the server accepts connections.
    /// - Throws: the reason why the tables of accounts cannot be opened or the address cannot be listened at.
    package func run(onListening: @escaping @Sendable (Listening) -> Void) async throws {
        var options = options
        try options.readCertificates()
        if let descriptors = DescriptorLimit.raise() {
            options.limits.fit(descriptors: descriptors, isMultiplexed: options.certificates != nil)
        }
        let server = try BetServices(source, options)
        for warning in options.certificates?.warnings ?? [] { server.logger.warning("\(warning)") }
        defer { server.close() }
        // A bet must not be recorded without its receipt: a key that cannot be read is told now.
        _ = try server.source.verifierKeys()
        let group = Guarded<ServiceGroup?>(nil)
        let front = front(of: server, options) { port in
            onListening(Listening(port: port) { await group.withLock { $0 }?.triggerGracefulShutdown() })
        }
        var configuration = ServiceGroupConfiguration(
            services: [
                BackgroundTask(name: "bodies") { try await server.transport.watchBodies() },
                BackgroundTask(name: "keys") { try await server.identity.verifier.run() },
                BackgroundTask(name: "tokens") { try await server.identity.run() },
                BackgroundTask(name: "feeds") {
                    try await server.feeds.run { server.logger.error("old messages of feeds cannot be removed: \($0)") }
                },
                BackgroundTask(name: "live") { try await LiveFeed.run(server.source, server.live.hub) },
                BackgroundTask(name: "analyses") { try await LiveFeed.analyse(server.source, server.logger) },
                BackgroundTask(name: "publisher") { try await publish(server) },
                BackgroundTask.signals(options.operations, certificates: options.certificates, logger: server.logger),
                BackgroundTask.certificate(options.certificates, options.limits, logger: server.logger),
                front,
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: server.logger)
        configuration.endServices(within: options.limits.shutdownTime)
        let services = ServiceGroup(configuration: configuration)
        group.withLock { $0 = services }
        try await services.run()
    }

    /// Signs the ledger as it grows, so that only few events cannot be proved after a crash.
    private func publish(_ server: BetServices) async throws {
        while true {
            try await Task.sleep(for: .seconds(2))
            do {
                try server.source.publish()
            } catch {
                server.logger.error("no checkpoint can be published: \(error)")
            }
        }
    }

    private func front(
        of server: BetServices, _ options: BetServerOptions, _ onListening: @escaping @Sendable (Int) -> Void
    ) -> some Service {
        let early = EarlyAnswers(serverName: Self.name) { problem in
            let meta = Envelope.Meta(generatedAt: AppTime(server.now), season: "")
            return ("application/json", BetProblem.members.json(of: (BetProblem(problem), meta)).line)
        } note: { problem, _ in
            server.metrics.noteRefusal(problem.code)
            server.logger.info("refused: \(problem.detail)")
        }
        let application = Application(
            responder: BetResponder(
                server: server,
                table: RouteTable(BetAPI.routes(isDev: options.isDev) + SiteRoutes(isDev: options.isDev).routes)),
            server: server.transport.builder(
                answering: early, upgrade: server.live.upgrade { server.transport.peer(of: $0) }),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: Self.name,
                availableConnectionsDelegate: MaximumAvailableConnections(options.limits.connections)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) }, logger: server.logger)
        return BetFront(application: application, hub: server.live.hub)
    }
}

/// The part that takes connections. The first to stop: all live clients end.
private struct BetFront<Content: Service>: Service {
    let application: Content
    let hub: LiveHub

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            hub.endAll()
        }
    }
}
