import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Projections
import TextFormats

/// The initial data of a draft's screen: the players of its pool, and the room with all its picks and names at one
/// position. A stream continues from that position.
struct DraftRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/rooms/{room}/draft", id: "getRoomDraft", tag: .rooms,
                "Get the state for the screen of a draft.",
                details:
                    "The state is that of the member `position`. A stream continues there with Last-Event-ID: position - 1.",
                cost: .read, access: .checked(.spectators), privacy: .filtered, answers: .json("RoomDraft")
            ) { try await $0.draft($1) },
            route(
                .get, "/v1/pools/{pool}/players", id: "listPoolPlayers", tag: .pools, "List the players of a pool.",
                cost: .read, access: .anyone, privacy: .open, answers: .json("PoolPlayers")
            ) { try await $0.players($1) },
            route(
                .get, "/v1/tournaments/{tournament}", id: "getContest", tag: .contests, "Get a contest.", cost: .read,
                access: .anyone, privacy: .open, answers: .json("Contest")
            ) { try await $0.tournament($1) },
        ]
    }

    /// Returns the room as of `position`. With `Last-Event-ID` one below it, `/v1/stream?rooms=` continues from there.
    @Sendable
    private func draft(_ exchange: Exchange) async throws -> Response {
        let (id, caller) = (RoomID(try exchange.number("room")), exchange.caller)
        let now = reader.now
        let json = try await reader.read { ledger -> JSON in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            try caller.demand(caller.maySee(room), "Room \(id)")
            let position = try ledger.size
            let view = try ledger.view(ofRoom: "\(id)", at: .position(position))
            let seat = caller.user.flatMap { view.room.seat(of: $0) }
            let queue = try seat.map { try ledger.queue(id, $0, at: .position(position)) }
            return [
                "position": .of(position), "serverTime": .of(now), "room": RoomPage(view: view).json,
                "countdownEndsAt": .of(view.room.countdownEndsAt),
                "signedCommands": .of(view.room.signedCommands.map { "\($0)" }),
                "revealsUntil": .of(view.room.revealsUntil),
                "names": .array(view.room.members.indices) { .of(view.name(of: Seat($0))) },
                "picks": .array(view.room.picks) { pick in
                    [
                        "player": .of(pick.player), "source": .of(pick.source.name),
                        "corrected": .of(pick.correctedAt != nil),
                    ]
                },
                "you": .of(
                    seat.map { seat -> JSON in
                        [
                            "seat": .of(seat), "queueVersion": .of(queue?.version),
                            "queue": .array(queue?.players ?? []) { .of($0) },
                        ]
                    }),
            ]
        }
        return exchange.packed(json)
    }

    /// Everybody who can be drafted, by number. A pool only ever grows, so that its version says all.
    @Sendable
    private func players(_ exchange: Exchange) async throws -> Response {
        let id = PoolID(try exchange.number("pool"))
        let known = exchange.request.headers[.ifNoneMatch]
        return try await reader.read { ledger in
            guard let pool = try ledger.pool(id), pool.published else {
                throw Problem(.notFound, "There is no pool \(id).")
            }
            let tag = Exchange.tag("p\(id).\(pool.version)", .json)
            guard !Exchange.isKnown(tag, among: known) else {
                return Response(status: .notModified, headers: [.eTag: tag])
            }
            let json: JSON = [
                "pool": .of(id), "title": .of(pool.title), "players": .array(pool.players, Self.json),
            ]
            var response = exchange.packed(json)
            response.headers[.eTag] = tag
            response.headers[.cacheControl] = "public, max-age=60"
            return response
        }
    }

    private static func json(of player: PlayerListing) -> JSON {
        [
            "player": .of(player.index), "name": .of(player.name), "position": .of(player.position.abbreviation),
            "team": .of(player.team), "byeWeek": .of(player.byeWeek),
            "adp": .of(player.adp.map { JSON.number(Double($0) / 100) }),
            "projectedPoints": .of(player.projectedPoints.map { JSON.number(Double($0) / 100) }),
            "rank": .of(player.rank),
        ]
    }

    /// A contest's terms: fee, limits, speed, rules and what each place wins.
    @Sendable
    private func tournament(_ exchange: Exchange) async throws -> Response {
        let id = TournamentID(try exchange.number("tournament"))
        let json = try await reader.read { ledger -> JSON in
            guard let contest = try ledger.tournament(id),
                let summary = try ledger.tournaments().first(where: { $0.tournament == id })
            else { throw Problem(.notFound, "There is no contest \(id).") }
            let (terms, rules) = (contest.details, contest.details.ruleset)
            return TournamentsPage(tournaments: [summary]).answer.first.adding([
                "pool": .of(terms.pool), "maxEntriesPerUser": .of(terms.maxEntriesPerUser),
                "rakeBasisPoints": .of(terms.rakeBasisPoints), "preset": .of("\(rules.preset)"),
                "speed": .of(rules.appSpeed), "teams": .of(rules.teams), "rounds": .of(rules.rounds),
                "order": .of("\(rules.order)"),
                "pickClockMicroseconds": .of(rules.pickClock.microseconds),
                "graceMicroseconds": .of(rules.grace.microseconds), "isTimed": .of(rules.isTimed),
                "signedCommands": .of(terms.signedCommands.map { "\($0)" }),
                "overnight": .of(rules.overnight?.text), "overnightZone": .of(rules.overnight?.zone?.text),
                "spectators": .of(terms.spectators.map { "\($0)" }),
                "statedPrizesCents": .of(terms.statedPrizes?.value),
                "prizes": .array(terms.prizes) { tier in
                    [
                        "firstPlace": .of(tier.firstPlace), "lastPlace": .of(tier.lastPlace),
                        "amountCents": .of(tier.amount.value),
                    ]
                },
            ])
        }
        return exchange.packed(json)
    }
}

extension JSON {
    /// The first element of a list; an empty object if the list is empty.
    fileprivate var first: JSON {
        guard case .array(let elements) = self else { return self }
        return elements.first ?? [:]
    }
}

extension Exchange {
    /// Returns JSON, in gzip form for clients that accept it.
    func packed(_ json: JSON) -> Response {
        var response = Response(json: json)
        response.headers[.vary] = "Accept-Encoding, Authorization, Cookie"
        guard Gzip.isAccepted(by: request.headers[.acceptEncoding]), let packed = Gzip.packed(Array(json.line)) else {
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        response.body = .init(packed)
        return response
    }
}
