import Draft
public import DraftLedger
import Platform

/// Sends public events to the backends of the operator's partners, as Standard Webhooks describes it.
///
/// Each endpoint has a cursor in the ledger and receives every event that it wants at least once. Events of one stream, such
/// as a room, arrive in order. A failed delivery is retried for three days; then it is a dead letter, which is kept until it
/// is sent again or dropped. The endpoints do not wait for each other.
///
/// ```swift
/// let configuration = try WebhookConfiguration(contentsOf: "webhooks.json")
/// let webhooks = try WebhookDispatcher(ledger, configuration, storedIn: "webhooks")
/// await webhooks.run()
/// ```
public final class WebhookDispatcher: Sendable {
    /// The name of the store among the stores next to a ledger.
    package static let directory = "webhooks"

    private let runners: [(id: String, runner: WebhookRunner)]

    /// Opens the store. A new endpoint receives the events from now on.
    ///
    /// - Parameters:
    ///   - ledger: the ledger to follow.
    ///   - configuration: the endpoints.
    ///   - folder: the directory of the store, which is created if it is missing.
    ///   - world: the clock, the sleep and the source of numbers at random.
    /// - Throws: `LMDBError`, `Errno` and `DraftLedgerError` of the store and the ledger.
    public convenience init(
        _ ledger: DraftLedger, _ configuration: WebhookConfiguration, storedIn folder: String,
        in world: WebhookWorld = .system
    ) throws {
        try self.init(ledger, configuration, storedIn: folder, in: world) { endpoint in
            HTTPWebhookTransport(endpoint, allowsLoopback: configuration.allowsLoopback)
        }
    }

    init(
        _ ledger: DraftLedger, _ configuration: WebhookConfiguration, storedIn folder: String, in world: WebhookWorld,
        limits: WebhookRunner.Limits = WebhookRunner.Limits(), schedule: WebhookSchedule = .standard,
        transport: (WebhookEndpoint) -> any WebhookTransport
    ) throws {
        let store = try WebhookStore(at: folder, of: ledger)
        let name = PublicEvent.shortName(ofLedger: try ledger.origin ?? "")
        let end = try ledger.size
        runners = try configuration.endpoints.map { endpoint in
            var queue = try WebhookQueue(
                endpoint.id, in: store, startingAt: end, schedule: schedule, capacity: limits.waiting)
            // A restored ledger may be shorter than the store knows. Its next events have positions that were sent before.
            if queue.state.cursor > end { try queue.replay(from: end) }
            let runner = WebhookRunner(
                endpoint, queue, following: ledger, named: name, by: transport(endpoint), in: world, limits: limits)
            return (endpoint.id, runner)
        }
    }

    /// Sends until the task is cancelled or the ledger is closed. Call it once.
    ///
    /// - Parameter report: is called after each attempt.
    public func run(_ report: @escaping @Sendable (WebhookReport) -> Void = { _ in }) async {
        await withDiscardingTaskGroup { group in
            for (_, runner) in runners { group.addTask { await runner.run(report) } }
        }
    }

    /// The state of each endpoint, in the order of the configuration.
    public func status() async throws -> [WebhookStatus] {
        var all: [WebhookStatus] = []
        for (_, runner) in runners { all.append(try await runner.status()) }
        return all
    }

    /// The events that an endpoint has not received after the last attempt, in the order of the ledger.
    ///
    /// - Throws: `UnknownEndpoint`.
    public func deadLetters(of endpoint: String) async throws -> [DeadLetter] {
        try await runner(endpoint).deadLetters()
    }

    /// Sends a dead letter again, from the first attempt on.
    ///
    /// - Returns: false if the endpoint has no dead letter of that position.
    /// - Throws: `UnknownEndpoint`.
    public func sendAgain(_ position: UInt64, to endpoint: String) async throws -> Bool {
        try await runner(endpoint).sendAgain(position)
    }

    /// Removes a dead letter without sending it: the endpoint does not need its event any more.
    ///
    /// - Returns: false if the endpoint has no dead letter of that position.
    /// - Throws: `UnknownEndpoint`.
    public func drop(_ position: UInt64, of endpoint: String) async throws -> Bool {
        try await runner(endpoint).drop(position)
    }

    /// Moves the cursor of an endpoint back: it receives all events from a position on again, under the same IDs.
    ///
    /// - Throws: `UnknownEndpoint`.
    public func replay(from position: UInt64, to endpoint: String) async throws {
        try await runner(endpoint).replay(from: position)
    }

    /// Sends again to an endpoint that has answered 410.
    ///
    /// - Throws: `UnknownEndpoint`.
    public func enable(_ endpoint: String) async throws { try await runner(endpoint).enable() }

    private func runner(_ id: String) throws(UnknownEndpoint) -> WebhookRunner {
        guard let found = runners.first(where: { $0.id == id }) else {
            throw UnknownEndpoint(id: id, known: runners.map(\.id))
        }
        return found.runner
    }

    /// An ID that no configured endpoint has.
    public struct UnknownEndpoint: Error, Hashable, Sendable, CustomStringConvertible {
        public var id: String
        public var known: [String]

        public var description: String {
            known.isEmpty
                ? "\"\(id)\" is not a webhook endpoint: the configuration has no endpoints."
                : "\"\(id)\" is not a webhook endpoint. The endpoints are \(known.joined(separator: ", "))."
        }
    }
}
