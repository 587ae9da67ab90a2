import Delivery
import Draft
import DraftLedger
import Platform

/// The parts of a server by concern. Only its assembly knows all of them: each group of routes takes those that it needs.
///
/// Each part is an object, since every request and every stream has some at hand: as values they would be more than a
/// kilobyte of each.
struct ServerServices: Sendable {
    let options: ServerOptions
    let reader: LedgerReader
    let operations: Operations
    let transport: Transport
    let streams: LiveStreams
    let authentication: Authentication
    let privacy: PrivateData
    let commands: CommandService
    let results: Results
    /// Used on a server for development alone.
    let bots: DevBots
    let pages = PagesInProgress()
    let app: AppServices
    /// Nil where members are told nothing.
    let notices: NoticeCenter?
    /// Nil where no provider is configured.
    let payments: PaymentCenter?
    /// Nil where no endpoint is configured.
    let webhooks: WebhookCenter?
    /// Nil for a server that is in no cluster.
    let cluster: ClusterCenter?

    init(_ ledger: DraftLedger, _ options: ServerOptions, threads: ReadingThreads) throws {
        self.options = options
        reader = LedgerReader(ledger, options, threads)
        operations = try Operations(ledger, options.operations)
        transport = Transport(options) { [metrics = operations.metrics] in metrics.noteRefusal($0) }
        let (pools, sessions) = (AppPools(), Sessions(by: options.secondsClock))
        streams = try LiveStreams(reader, operations, options, pools: pools, sessions: sessions)
        notices = try NoticeCenter(ledger, options, metrics: operations.metrics, logger: operations.logger)
        NodeStores.add(to: ledger)
        webhooks = try options.webhooks.map { try WebhookCenter(ledger, file: $0, by: options.clock) }
        payments = try PaymentCenter(ledger, options)
        authentication = try Authentication(
            reader, operations, options, tail: streams.tail, sessions: sessions, notices: notices, payments: payments)
        privacy = PrivateData(reader, operations.health)
        results = Results(reader)
        commands = CommandService(
            reader, operations, options, claims: ClaimBound(results.cases), told: authentication.accounts.told)
        bots = DevBots(reader)
        app = AppServices(reader, streams, pools: pools)
        // The last of all: from here on other nodes change what the parts above have read.
        cluster = options.cluster.isSet ? try ClusterCenter(ledger, options, operations.logger) : nil
        if let cluster { operations.clusterPart.withLock { $0 = { cluster.part } } }
    }
}
