import Draft
import DraftLedger
import Hummingbird
import Records

/// What goes on: live rooms, and the whole ledger for those who may see all of it.
struct StreamRoutes {
    let house: House

    var routes: [Route] {
        [
            Route(.get, "/v1/stream") { exchange in
                try await RoomStream(exchange, house).response(on: exchange.channel)
            },
            Route(.get, "/v1/stream/all") { exchange in
                try LedgerStream(exchange, house).response(on: exchange.channel)
            },
            Route(.get, "/v1/events", events),
        ]
    }

    /// `?from=991&limit=1000`: events as they are, a line each, but for what is withheld.
    @Sendable
    private func events(_ exchange: Exchange) async throws -> Response {
        try exchange.caller.demand(exchange.caller.maySeeAll, "The whole ledger")
        let from = try exchange.natural("from") ?? 0
        let limit = Int(try exchange.natural("limit", upTo: 10_000) ?? 1_000)
        let (caller, reads) = (exchange.caller, exchange.reads)
        return try await house.reading { ledger in
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
