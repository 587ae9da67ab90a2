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
            let you = try seat.map { ($0, try ledger.queue(id, $0, at: .position(position))) }
            let contest = try view.room.tournament.flatMap { try ledger.tournament($0) }
            return Room.members.json(
                of: Room(position: position, time: now, view: view, lineup: contest?.scoring?.lineup, you: you))
        }
        return exchange.packed(json)
    }

    /// A room as its page shows it.
    struct Room: Sendable {
        let position: UInt64
        let time: Timestamp
        let view: RoomView
        /// The contest's lineup; nil while it is not set.
        let lineup: Lineup?
        /// The caller's seat and queue; nil for spectators.
        let you: (seat: Seat, queue: QueueState)?

        static let members = Members<Room>(
            "RoomDraft",
            [
                .init("position") { $0.position }, .init("serverTime") { $0.time },
                .init("room", .named("Room")) { RoomPage(view: $0.view).json },
                .init("countdownEndsAt") { $0.view.room.countdownEndsAt },
                .init("signedCommands") { $0.view.room.signedCommands },
                .init("revealsUntil") { $0.view.room.revealsUntil },
                .init("names") { room in room.view.room.members.indices.map { room.view.name(of: Seat($0)) } },
                .init("lineup", each: Lineup.slot, orNull: { $0.lineup?.starters }),
                .init("picks", each: pick) { $0.view.room.picks }, .init("you", you) { $0.you },
            ])

        private static let pick: Members<RoomState.Pick> = [
            .init("player") { $0.player }, .init("source") { $0.source.name },
            .init("corrected") { $0.correctedAt != nil },
        ]

        private static let you: Members<(seat: Seat, queue: QueueState)> = [
            .init("seat") { $0.seat }, .init("queueVersion") { $0.queue.version }, .init("queue") { $0.queue.players },
        ]
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
            var response = exchange.packed(Self.pool.json(of: pool))
            response.headers[.eTag] = tag
            response.headers[.cacheControl] = "public, max-age=60"
            return response
        }
    }

    static let pool = Members<PoolState>(
        "PoolPlayers",
        [
            .init("pool") { $0.id }, .init("title") { $0.title }, .init("players", each: player) { $0.players },
        ])

    private static let player: Members<PlayerListing> = [
        .init("player") { $0.index }, .init("name") { $0.name }, .init("position") { $0.position.abbreviation },
        .init("team") { $0.team }, .init("byeWeek") { $0.byeWeek },
        .init("adp") { $0.adp.map { Double($0) / 100 } },
        .init("projectedPoints") { $0.projectedPoints.map { Double($0) / 100 } }, .init("rank") { $0.rank },
    ]

    /// A contest's terms: fee, limits, speed, rules and what each place wins.
    @Sendable
    private func tournament(_ exchange: Exchange) async throws -> Response {
        let id = TournamentID(try exchange.number("tournament"))
        let json = try await reader.read { ledger -> JSON in
            guard let contest = try ledger.tournament(id),
                let summary = try ledger.tournaments().first(where: { $0.tournament == id })
            else { throw Problem(.notFound, "There is no contest \(id).") }
            return Contest.members.json(of: Contest(summary: summary, terms: contest.details))
        }
        return exchange.packed(json)
    }

    /// A contest with its terms.
    struct Contest: Sendable {
        let summary: TournamentSummary
        let terms: TournamentCreated

        private var rules: Ruleset { terms.ruleset }

        static let members = Members<Contest>(
            "Contest",
            TournamentsPage.members.of { $0.summary } + [
                .init("pool") { $0.terms.pool }, .init("maxEntriesPerUser") { $0.terms.maxEntriesPerUser },
                .init("rakeBasisPoints") { $0.terms.rakeBasisPoints }, .init("preset") { $0.rules.preset },
                .init("speed") { $0.rules.appSpeed }, .init("teams") { $0.rules.teams },
                .init("rounds") { $0.rules.rounds }, .init("order") { $0.rules.order },
                .init("pickClockMicroseconds") { $0.rules.pickClock }, .init("graceMicroseconds") { $0.rules.grace },
                .init("isTimed") { $0.rules.isTimed },
                .init("signedCommands") { $0.terms.signedCommands },
                .init("overnight") { $0.rules.overnight?.text },
                .init("overnightZone") { $0.rules.overnight?.zone?.text },
                .init("spectators") { $0.terms.spectators },
                .init("statedPrizesCents") { $0.terms.statedPrizes },
                .init("prizes", each: prize) { $0.terms.prizes },
            ])

        private static let prize: Members<PrizeTier> = [
            .init("firstPlace") { $0.firstPlace }, .init("lastPlace") { $0.lastPlace },
            .init("amountCents") { $0.amount },
        ]
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
