import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Projections
import TextFormats

/// What everybody may know before joining: a contest's terms, and whom it drafts from.
struct ContestRoutes {
    let house: House

    var routes: [Route] {
        [Route(.get, "/v1/tournaments/{tournament}", contest), Route(.get, "/v1/pools/{pool}", pool)]
    }

    @Sendable
    private func contest(_ exchange: Exchange) async throws -> Response {
        let id = TournamentID(try exchange.number("tournament"))
        return try await house.reading { ledger in
            guard let terms = try ledger.tournament(id)?.details,
                let summary = try ledger.tournaments().first(where: { $0.tournament == id })
            else { throw Problem(.notFound, "There is no contest \(id).") }
            return Response(json: Self.json(of: summary, terms))
        }
    }

    private static func json(of summary: TournamentSummary, _ terms: TournamentCreated) -> JSON {
        let rules = terms.ruleset
        return [
            "tournament": .of(summary.tournament), "title": .of(terms.title), "status": .of(summary.status.name),
            "pool": .of(terms.pool), "entryFeeCents": .of(terms.entryFee?.value), "entries": .of(summary.entries),
            "maxEntries": .of(terms.maxEntries), "maxEntriesPerUser": .of(terms.maxEntriesPerUser),
            "preset": .of("\(rules.preset)"), "teams": .of(rules.teams), "rounds": .of(rules.rounds),
            "pickClockMicroseconds": .of(rules.pickClock.microseconds),
            "graceMicroseconds": .of(rules.grace.microseconds),
            "signedCommands": .of(terms.signedCommands.map { "\($0)" }),
            "statedPrizesCents": .of(terms.statedPrizes?.value),
            "prizes": .array(terms.prizes) { prize in
                [
                    "firstPlace": .of(prize.firstPlace), "lastPlace": .of(prize.lastPlace),
                    "amountCents": .of(prize.amount.value),
                ]
            },
        ]
    }

    /// Whole, by index: pools only ever grow.
    @Sendable
    private func pool(_ exchange: Exchange) async throws -> Response {
        let id = PoolID(try exchange.number("pool"))
        return try await house.reading { ledger in
            guard let state = try ledger.pool(id) else { throw Problem(.notFound, "There is no pool \(id).") }
            let pool = AppPool(state)
            // A player without a draft position comes behind all others.
            let last = PickNumber(clamping: pool.players.count)
            return Response(
                json: [
                    "pool": .of(id), "title": .of(state.title),
                    "players": .array(pool.players.map { pool.listing(of: $0.index, picks: last) }),
                ])
        }
    }
}
