import Delivery
import Draft
import DraftLedger
import Platform
import Timekeeping

/// The webhooks of a server. On a node of a cluster they run while it leads, and continue where the last leader was.
final class WebhookCenter: Sendable {
    private let dispatcher = Guarded<WebhookDispatcher?>(nil)
    private let begin: @Sendable () throws -> WebhookDispatcher

    /// The name of the store's directory in the directory of the ledger.
    static let directory = WebhookDispatcher.directory

    /// - Parameters:
    ///   - file: with the endpoints.
    ///   - clock: by which retries are due.
    /// - Throws: what keeps the file or the store from being used.
    init(_ ledger: DraftLedger, file: String, by clock: WallClock) throws {
        let configuration = try WebhookConfiguration(contentsOf: file)
        let world = WebhookWorld(
            now: clock.now, sleep: { try await clock.sleep(clock.now() + $0) }, random: WebhookWorld.system.random,
            sentAt: WebhookWorld.system.now)
        begin = {
            try WebhookDispatcher(ledger, configuration, storedIn: "\(ledger.path)/\(Self.directory)", in: world)
        }
        if ledger.leads {
            let first = try begin()
            dispatcher.withLock { $0 = first }
        }
    }

    /// The deliveries at work; nil on a node that does not lead.
    var current: WebhookDispatcher? { dispatcher.withLock { $0 } }

    /// Delivers until the task is cancelled.
    func run(_ report: @escaping @Sendable (WebhookReport) -> Void) async throws {
        let dispatcher = try current ?? begin()
        self.dispatcher.withLock { $0 = dispatcher }
        defer { self.dispatcher.withLock { $0 = nil } }
        await dispatcher.run(report)
    }
}
