import Draft
import DraftLedger
import Hummingbird
import Records

/// The live streams: rooms, and the whole ledger for callers that may see all of it.
struct StreamRoutes: RouteGroup {
    let server: ServerServices

    init(_ server: ServerServices) { self.server = server }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/stream", id: "streamRooms", tag: .streams,
                "Follow rooms, the lobby or the caller's account.",
                details:
                    "Messages are server-sent events, with JSON in `data`. `hello` has the position and the server's time. `snapshot` has a Room and the position after which its events follow. `events` has an array of Event: each event of the rooms, once and in order. `lobby` has an array of ContestSummary. `you` has the caller's balance when the stream begins (user, availableCents, heldCents), then events of the account. `live` comes when all earlier events were sent, `progress` when the ledger grew without events for this stream, `time` every few seconds, and `bye` when the server ends the stream. The id of a message is the position up to which the stream is complete.",
                cost: .read, access: .anyone, privacy: .filtered,
                query: [
                    .text("rooms", "The numbers of the rooms, such as 12,13."),
                    .boolean("lobby", "Send the contests whenever they change."),
                    .boolean("me", "Send the events of the caller's account."), .lastEventID,
                ], answers: .stream("hello, snapshot, lobby, events, you, live, progress, time, bye"),
                problems: [404]
            ) { try await RoomStream($1, $0.server).response(on: $1.channel) },
            route(
                .get, "/v1/stream/all", id: "streamLedger", tag: .streams, "Follow every event of the ledger.",
                details: "Events that /v1/events withholds are withheld here.", cost: .read,
                access: .auditors("The whole ledger"), privacy: .filtered,
                query: [
                    .integer(
                        "from", Route.Parameter.positions, "The first position; by default the end of the ledger."),
                    .ticks, .lastEventID,
                ], answers: .stream("hello, events, live, progress, bye")
            ) { try LedgerStream($1, $0.server).response(on: $1.channel) },
            route(
                .get, "/v1/stream/staff", id: "streamStaff", tag: .streams, "Follow changes to what staff work on.",
                details:
                    "Each message `changed` has topics that the caller may read, with the numbers of the changed objects: approvals, cases, clocks and rooms (by room), contests, deliveries, scores (by season), staff. An empty list is for the whole topic.",
                cost: .read, access: .staff("Notices for staff"), privacy: .open, query: [.lastEventID],
                answers: .stream("hello, changed, live, progress, bye")
            ) { try StaffStream($1, $0.server).response(on: $1.channel) },
            route(
                .get, "/v1/events", id: "listEvents", tag: .streams, "List the events of the ledger.",
                details:
                    "Until a draft is over, its queues, skipped players and refusals are withheld: such an event has its position and \"withheld\": true.",
                cost: .read, access: .auditors("The whole ledger"), privacy: .filtered,
                query: [.from, .limit],
                answers: .lines("Event")
            ) { try await $0.events($1) },
        ]
    }

    /// `?from=991&limit=1000`: events as they are, a line each, but for what is withheld.
    @Sendable
    private func events(_ exchange: Exchange) async throws -> Response {
        let from = try exchange.natural("from") ?? 0
        let limit = try exchange.number(ofQuery: "limit")
        let (caller, reads) = (exchange.caller, exchange.reads)
        return try await server.reader.read { ledger in
            var (text, next) = ("", from)
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            try ledger.events(from: from, limit: limit) { (event: RecordedEvent) in
                text += try withholding.line(of: event) + "\n"
                next = event.position + 1
                return true
            }
            let isMore = try next > from && next < ledger.size
            return Exchange.text(
                text, as: "application/x-ndjson", next: isMore ? "/v1/events?from=\(next)&limit=\(limit)" : nil)
        }
    }
}
