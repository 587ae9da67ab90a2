import Cluster
import Delivery
import Draft
package import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Observability
import Platform
import ServiceLifecycle
import Timekeeping
import UnixSignals

/// The HTTP server of a ledger: commands, answers, live streams, and the clocks of all drafts.
///
/// It decides nothing: a route parses, calls and prints.
package struct DraftServer: Sendable {
    private let ledger: DraftLedger
    private let options: ServerOptions
    private let logger: Logger

    /// - Parameter ledger: open for writing; the server does not close it.
    package init(_ ledger: DraftLedger, _ options: ServerOptions) {
        self.ledger = ledger
        self.options = options
        logger = Operations.logger(options.operations)
    }

    /// A server that takes connections.
    package struct Listening: Sendable {
        package let port: Int
        /// Stops it as SIGTERM does.
        package let stop: @Sendable () async -> Void
    }

    /// The reason why a server stopped.
    package enum Ending: Sendable {
        /// The server was asked to stop.
        case stopped
        /// The ledger's writer was lost (`DraftLedgerError.Code.writerLost`), and its disk takes writes again: close the
        /// ledger, open it again, and serve again. `hasStored` tells whether anything was stored before.
        case writerLost(DraftLedgerError, hasStored: Bool)
    }

    /// Resumes the clocks of the last service, then serves until SIGTERM, SIGINT, the cancellation of the task, or the loss
    /// of the ledger's writer.
    ///
    /// - Parameter onListening: called when the server accepts connections and the clocks run. It is called before the
    ///   clocks run if the machine's clock is late.
    /// - Throws: the reason why the ledger cannot be written or the address cannot be listened at.
    @discardableResult
    package func run(onListening: @escaping @Sendable (Listening) -> Void) async throws -> Ending {
        var options = options
        try options.readCertificates()
        fit(&options)
        return try await run(options, onListening)
    }

    private func run(
        _ options: ServerOptions, _ onListening: @escaping @Sendable (Listening) -> Void
    ) async throws -> Ending {
        for warning in options.certificates?.warnings ?? [] { logger.warning("\(warning)") }
        if let origin = options.unencryptedOrigin {
            let reason = "public.origin is \(origin): the cookies of sessions travel unencrypted, without Secure."
            logger.warning("\(reason) Give an origin with https:// for anything but a trial.")
        }
        let isClosed = try ledger.systemState().isClosed
        if isClosed {
            logger.warning(
                "The ledger is closed: its season is over. The server answers reads, and refuses commands (ledgerClosed)."
            )
        }
        if options.isDev, !isClosed, ledger.leads { try await DevStaff(ledger).begin() }
        let lag = try ledger.clockLag(by: options.clock).flatMap { $0 > Self.shortLag ? $0 : nil }
        let threads = ReadingThreads(options.limits.readers)
        threads.start()
        let server = try ServerServices(ledger, options, threads: threads)
        if server.cluster != nil {
            // A node answers reads as soon as it listens.
        } else if let lag {
            reportDelay(lag, to: server.operations.health)
        } else {
            server.operations.health.begin()
        }
        let group = Guarded<ServiceGroup?>(nil)
        let storage = StorageWatch(options.reopening)
        ledger.report(
            to: .reporting(
                to: logger, metrics: server.operations.metrics.registry, known: options.reopening?.reason
            ).onStorageOutcome { failure in
                server.operations.health.note(failure)
                storage.note(failure, logger)
            })
        if ledger.leads { try await server.authentication.accounts.repeatErasures() }
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let front = front(of: server) { source.yield($0) }
        var configuration = ServiceGroupConfiguration(
            services: [
                BackgroundTask(name: "clocks") {
                    // Members lose no time before they are listened to.
                    guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
                    let listening = Listening(port: port) {
                        await group.withLock { $0 }?.triggerGracefulShutdown()
                    }
                    if let cluster = server.cluster {
                        onListening(listening)
                        return try await lead(cluster, server, isClosed: isClosed)
                    }
                    if lag != nil { onListening(listening) }
                    let driver: ClockDriver
                    do {
                        driver = try await startClocks()
                        if options.isDev, !isClosed { try await DevRoutes.openContest(in: ledger) }
                    } catch  where Task.isCancelled {
                        throw CancellationError()
                    } catch let error as DraftLedgerError where error.code == .writerLost && options.reopening != nil {
                        // Reads are answered until the storage works.
                        server.operations.health.haveBegun()
                        if lag == nil { onListening(listening) }
                        return try await Task.sleep(for: .seconds(1 << 31))
                    }
                    server.operations.health.haveBegun()
                    server.operations.readiness.note(clocksRun: true)
                    if lag == nil { onListening(listening) }
                    defer { server.operations.readiness.note(clocksRun: false) }
                    try await driver.run { server.operations.metrics.note($0) }
                },
                BackgroundTask(name: "directory") { try await watchDirectory() },
                BackgroundTask(name: "storage") {
                    try await storage.isLost()
                    try await storage.works { [probe = options.storageProbe] in
                        try await server.reader.read { probe($0.path) }
                    }
                    await group.withLock { $0 }?.triggerGracefulShutdown()
                    // Until that ends it.
                    try await Task.sleep(for: .seconds(1 << 31))
                },
                BackgroundTask(name: "disk") {
                    try await server.operations.health.watchDisk { [probe = options.storageProbe] in
                        try await server.reader.read { probe($0.path) }
                    }
                    try await Task.sleep(for: .seconds(1 << 31))
                },
                BackgroundTask(name: "publisher") { try await whileLeading(server) { try await publish(server) } },
                NodeService(cluster: server.cluster, presence: server.streams.presence),
                BackgroundTask(name: "bodies") {
                    try await server.transport.bodies.run(timeout: options.limits.bodyTime)
                },
                BackgroundTask(name: "presence") {
                    try await server.operations.health.begun()
                    try await whileLeading(server) {
                        try await server.streams.presence.run(settling: options.limits.presenceTime)
                    }
                },
                BackgroundTask(name: "notices") {
                    try await server.operations.health.begun()
                    guard let notices = server.notices else { return try await Task.sleep(for: .seconds(1 << 31)) }
                    try await whileLeading(server) { try await notices.run() }
                },
                BackgroundTask(name: "webhooks") {
                    try await server.operations.health.begun()
                    guard let webhooks = server.webhooks else { return try await Task.sleep(for: .seconds(1 << 31)) }
                    try await whileLeading(server) {
                        try await webhooks.run { report in
                            server.operations.note(report)
                            server.streams.tail.noteDelivery(
                                to: report.endpoint, failed: report.outcome.reason != nil)
                        }
                        try await Task.sleep(for: .seconds(1 << 31))
                    }
                },
                BackgroundTask(name: "keys") { try await server.authentication.verifier.run() },
                BackgroundTask(name: "rights") { try await server.authentication.watchRights() },
                BackgroundTask(name: "tail") {
                    try await server.streams.tail.run(
                        heartbeat: options.limits.heartbeat, timeout: options.limits.stallTime)
                },
                BackgroundTask.signals(options.operations, certificates: options.certificates, logger: logger),
                BackgroundTask.certificate(options.certificates, options.limits, logger: logger),
                front,
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.endServices(within: options.limits.shutdownTime)
        let services = ServiceGroup(configuration: configuration)
        group.withLock { $0 = services }
        try await services.run()
        try await threads.shutDown()
        try await server.reader.longReads.shutDown()
        return storage.ending
    }

    /// Runs `body` while this server leads: always, where it is in no cluster.
    private func whileLeading(
        _ server: ServerServices, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let cluster = server.cluster else { return try await body() }
        try await cluster.whileLeading(body)
    }

    /// Runs the clocks, and takes commands, whenever this node leads.
    ///
    /// The start of the clocks gives back the time since the last leader's last record, as any start of a service does.
    private func lead(_ cluster: ClusterCenter, _ server: ServerServices, isClosed: Bool) async throws {
        try await cluster.whileLeading { [self] in
            defer {
                cluster.note(takesCommands: false)
                server.operations.readiness.note(clocksRun: false)
            }
            do {
                let driver = try await startClocks()
                cluster.note(takesCommands: true, at: options.clock.now())
                server.operations.readiness.note(clocksRun: true)
                if options.isDev, !isClosed {
                    try await DevStaff(ledger).begin()
                    try await DevRoutes.openContest(in: ledger)
                }
                try await server.authentication.accounts.repeatErasures()
                try await driver.run { server.operations.metrics.note($0) }
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as DraftLedgerError where error.code == .notLeader {
                // Another node leads by now.
            } catch {
                logger.error("The clocks of the drafts do not run: \(error). The lead is given up.")
                await cluster.member.leave()
            }
        }
    }

    /// A lag of the machine's clock that a start waits for before it listens.
    private static let shortLag = Interval.seconds(1)

    private func startClocks() async throws -> ClockDriver {
        try await ClockDriver.starting(ledger, as: options.software, by: options.clock)
    }

    /// Says until when drafts and commands wait for the machine's clock. Reads are answered meanwhile.
    private func reportDelay(_ lag: Interval, to health: Health) {
        let reason =
            "The machine's clock is behind the ledger's last record. Drafts and commands continue when it has reached "
            + "\((options.clock.now() + lag).iso8601), in \(lag.microseconds / 1_000_000 + 1) s."
        health.delay(by: reason)
        logger.warning("\(reason) To continue at once, correct the clock or start with --continue-clock.")
    }

    /// Writes a line when the ledger's path leads elsewhere, and one when it is back.
    private func watchDirectory() async throws {
        var known: String?
        while true {
            try await Task.sleep(for: .milliseconds(500))
            let displacement = ledger.displacement
            guard displacement != known else { continue }
            known = displacement
            if let displacement {
                logger.critical("Nothing is recorded in \(ledger.path): \(displacement). Bring back the directory.")
            } else {
                logger.notice("\(ledger.path) is back; commands are recorded again.")
            }
        }
    }

    /// Reduces the connections to those that this process can have.
    private func fit(_ options: inout ServerOptions) {
        guard let descriptors = DescriptorLimit.raise() else { return }
        let wanted = options.limits.connections
        options.limits.fit(descriptors: descriptors, isMultiplexed: options.certificates != nil)
        if options.limits.connections < wanted {
            logger.warning(
                "takes \(options.limits.connections) connections in place of \(wanted), of \(descriptors) descriptors")
        }
    }

    /// The operations by subject. Those of a server for development are apart.
    private static let groups: [any RouteGroup<ServerServices>.Type] = [
        CommandRoutes.self, RoomRoutes.self, PeopleRoutes.self, LogRoutes.self,
        HealthRoutes.self, StreamRoutes.self, ProofRoutes.self, SettlingRoutes.self,
        ReportRoutes.self, ReportPageRoutes.self, OperationRoutes.self, SessionRoutes.self, SignInRoutes.self,
        ImportRoutes.self, CaseRoutes.self, StaffRoutes.self, SearchRoutes.self,
        SigningRoutes.self, OperatorRoutes.self, DraftRoutes.self, TeamRoutes.self,
        PoolRoutes.self, PlayerRoutes.self, NoteRoutes.self, OutcomeRoutes.self,
        AppContestRoutes.self, AppDraftRoutes.self, AppQueueRoutes.self, AppUserRoutes.self,
        AppTeamRoutes.self, ContactRoutes.self, WebhookRoutes.self, PaymentRoutes.self,
        PayoutRoutes.self, ClusterRoutes.self, DueRoutes.self, RankingRoutes.self, MemberRoutes.self,
    ]

    /// All operations that the document describes.
    static let describedRoutes = groups.flatMap { $0.routes } + DevRoutes.routes

    static func routes(isDev: Bool) -> [Route] { isDev ? describedRoutes : groups.flatMap { $0.routes } }

    /// The name of the server in answers.
    static let name = "draftledger"

    private func front(of server: ServerServices, _ onListening: @escaping @Sendable (Int) -> Void)
        -> some ServiceLifecycle.Service
    {
        let limits = server.options.limits
        let pages = WebRoutes(options)
        let peers = PeerRoutes.routes(of: server)
        let application = Application(
            responder: ServerResponder(
                server: server, table: RouteTable(Self.routes(isDev: options.isDev) + pages.routes + peers),
                pages: pages),
            server: server.transport.builder(
                answering: EarlyAnswers(serverName: Self.name) { problem, channel in
                    server.operations.refused(problem, from: server.transport.connections.peer(of: channel))
                }),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: Self.name,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) }, logger: logger)
        return Front(application: application, server: server)
    }

    /// Signs the ledger as it grows, so that only few events cannot be proved after a crash.
    private func publish(_ server: ServerServices) async throws {
        while true {
            try await Task.sleep(for: .seconds(2))
            do {
                _ = try await server.reader.read { try $0.publishCheckpoint() }
                if server.operations.readiness.notePublished(at: server.reader.now) {
                    logger.notice("checkpoints are published again")
                }
            } catch let error as DraftLedgerError where server.operations.readiness.note(publishingFailure: error) {
                logger.error("\(error.code): \(error.message)")
            } catch is DraftLedgerError {
                // The log has it already.
            }
        }
    }
}

/// The part that takes connections. The first to stop: not ready from then on, and all streams end.
private struct Front<Content: ServiceLifecycle.Service>: ServiceLifecycle.Service {
    let application: Content
    let server: ServerServices

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await application.run()
        } onGracefulShutdown: {
            server.operations.health.stop()
            server.streams.tail.dismissAll()
            server.results.audit.stop()
        }
    }
}

/// The node of a cluster, which gives up the lead before it stops.
private struct NodeService: ServiceLifecycle.Service {
    let cluster: ClusterCenter?
    let presence: Presence

    func run() async throws {
        guard let cluster else {
            // Cancelled, it ends too.
            try? await gracefulShutdown()
            return
        }
        await cluster.run(sharing: presence)
    }
}
