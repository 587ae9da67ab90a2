import Delivery
import Draft
import DraftLedger
import Hummingbird
import Logging
import Pages
import TextFormats

/// The deliveries to the endpoints of webhooks: their state, and dead letters, which an operator
/// sends again or drops.
struct WebhookRoutes: RouteGroup {
    let webhooks: WebhookCenter?
    let reader: LedgerReader
    let tail: LedgerTail

    init(_ server: ServerServices) {
        (webhooks, reader, tail) = (server.webhooks, server.reader, server.streams.tail)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/webhooks", id: "listWebhooks", tag: .staff, "List the endpoints of webhooks.", cost: .read,
                access: .staff("Webhooks"), privacy: .open, answers: .json("Webhooks")
            ) { try await $0.list($1) },
            route(
                .get, "/v1/webhooks/{endpoint}/dead-letters", id: "listDeadLetters", tag: .staff,
                "List the events that an endpoint has not received.", cost: .read, access: .staff("Webhooks"),
                privacy: .open, answers: .json("DeadLetters")
            ) { try await $0.deadLetters($1) },
            route(
                .post, "/v1/webhooks/{endpoint}/dead-letters/{position}", id: "resendDeadLetter", tag: .staff,
                "Send an event again that an endpoint has not received.", cost: .write,
                access: .role(.operator, "Sending again"), privacy: .open, answers: .json("Webhooks")
            ) { try await $0.sendAgain($1) },
            route(
                .delete, "/v1/webhooks/{endpoint}/dead-letters/{position}", id: "dropDeadLetter", tag: .staff,
                "Drop an event that an endpoint has not received.",
                details: "It is not sent again, unless all events from an earlier position are.", cost: .write,
                access: .role(.operator, "Dropping an event"), privacy: .open, answers: .json("Webhooks")
            ) { try await $0.drop($1) },
            route(
                .post, "/v1/webhooks/{endpoint}/replay/{position}", id: "replayWebhooks", tag: .staff,
                "Send all events from a position on again.", cost: .write,
                access: .role(.operator, "Sending again"), privacy: .open, answers: .json("Webhooks"), problems: [400]
            ) { try await $0.replay($1) },
            route(
                .post, "/v1/webhooks/{endpoint}/enable", id: "enableWebhooks", tag: .staff,
                "Send again to an endpoint that has answered 410.", cost: .write,
                access: .role(.operator, "Sending again"), privacy: .open, answers: .json("Webhooks")
            ) { try await $0.enable($1) },
        ]
    }

    @Sendable
    private func list(_ exchange: Exchange) async throws -> Response {
        let all = try await webhooks?.current?.status() ?? []
        return Response(json: Self.list.json(of: all))
    }

    static let list = Members<[WebhookStatus]>("Webhooks", [.init("webhooks", each: endpoint) { $0 }])

    private static let endpoint: Members<WebhookStatus> = [
        .init("endpoint") { $0.endpoint }, .init("url") { $0.url }, .init("enabled") { $0.isEnabled },
        .init("disabledBecause") { $0.disabledBecause }, .init("cursor") { $0.cursor }, .init("lag") { $0.lag },
        .init("waiting") { $0.waiting }, .init("oldestWaitingAt") { $0.oldestWaitingAt },
        .init("inFlight") { $0.inFlight }, .init("failingSince") { $0.failingSince },
        .init("lastError") { $0.lastError }, .init("lastDeliveryAt") { $0.lastDeliveryAt },
        .init("deadLetters") { $0.deadLetters },
    ]

    @Sendable
    private func deadLetters(_ exchange: Exchange) async throws -> Response {
        let letters = try await ask(exchange) { try await $0.deadLetters(of: $1) }
        return Response(json: Self.deadLetters.json(of: letters))
    }

    static let deadLetters = Members<[DeadLetter]>("DeadLetters", [.init("deadLetters", each: deadLetter) { $0 }])

    private static let deadLetter: Members<DeadLetter> = [
        .init("position") { $0.position }, .init("stream") { $0.streamKey?.description },
        .init("attempts") { $0.attempts }, .init("failedAt") { $0.failedAt }, .init("error") { $0.error },
    ]

    @Sendable
    private func sendAgain(_ exchange: Exchange) async throws -> Response {
        let position = try Self.position(exchange)
        try found(try await ask(exchange) { try await $0.sendAgain(position, to: $1) }, at: position)
        return try await changed(exchange)
    }

    @Sendable
    private func drop(_ exchange: Exchange) async throws -> Response {
        let position = try Self.position(exchange)
        try found(try await ask(exchange) { try await $0.drop(position, of: $1) }, at: position)
        return try await changed(exchange)
    }

    private func found(_ isFound: Bool, at position: UInt64) throws {
        guard isFound else {
            throw Problem(.notFound, "The endpoint has no dead letter at position \(position).")
        }
    }

    /// Answers a change that an operator has made.
    private func changed(_ exchange: Exchange) async throws -> Response {
        tail.noteDeliveries()
        return try await list(exchange)
    }

    @Sendable
    private func replay(_ exchange: Exchange) async throws -> Response {
        let (position, size) = (try Self.position(exchange), try await reader.read { try $0.size })
        guard position <= size else {
            throw Problem(.badRequest, "The ledger has \(size) events; there is no position \(position).")
        }
        try await ask(exchange) { try await $0.replay(from: position, to: $1) }
        return try await changed(exchange)
    }

    @Sendable
    private func enable(_ exchange: Exchange) async throws -> Response {
        try await ask(exchange) { try await $0.enable($1) }
        return try await changed(exchange)
    }

    private static func position(_ exchange: Exchange) throws -> UInt64 {
        let text = exchange.parameters["position"] ?? ""
        guard let position = UInt64(text) else { throw Problem(.notFound, "There is no position '\(text)'.") }
        return position
    }

    /// Asks about the endpoint that a request names.
    private func ask<Answer: Sendable>(
        _ exchange: Exchange, _ question: (WebhookDispatcher, String) async throws -> Answer
    ) async throws -> Answer {
        guard let webhooks = webhooks?.current else {
            throw Problem(.notFound, "This server has no webhooks: set webhooks.file.")
        }
        do {
            return try await question(webhooks, exchange.parameters["endpoint"] ?? "")
        } catch let error as WebhookDispatcher.UnknownEndpoint {
            throw Problem(.notFound, error.description)
        }
    }
}

extension Operations {
    /// Counts an attempt to deliver an event by webhook, and writes a line of the log unless it succeeded.
    ///
    /// A retry is for information: it may be one of thousands while an endpoint is down. Somebody has to see an event that was given
    /// up, and an endpoint that wants no more.
    func note(_ report: WebhookReport) {
        metrics.note(report)
        guard let reason = report.outcome.reason else { return }
        let level: Logger.Level = if case .failed = report.outcome { .info } else { .warning }
        logger.log(
            level: level, "An event was not delivered by webhook.",
            metadata: [
                "endpoint": "\(report.endpoint)", "position": "\(report.position)",
                "outcome": "\(report.outcome.name)", "reason": "\(reason)",
            ])
    }
}
