import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Projections
import Records
import TextFormats

/// Rooms and what happened in them.
struct RoomRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication

    init(_ server: ServerServices) {
        (reader, authentication) = (server.reader, server.authentication)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/rooms", id: "listRooms", tag: .rooms, "List the rooms.", cost: .readUnless("at"),
                access: .anyone,
                privacy: .open, query: Route.Parameter.cursor + [.atInRoom], answers: .page("RoomList").paged
            ) { try await $0.rooms($1) },
            route(
                .get, "/v1/rooms/{room}", id: "getRoom", tag: .rooms, "Get a room with its rules, clock and members.",
                cost: .read, access: .checked(.spectators), privacy: .open, query: [.atInRoom], answers: .page("Room")
            ) { try await $0.page($1) { RoomPage(view: $0) } },
            route(
                .get, "/v1/rooms/{room}/control", id: "getRoomControl", tag: .rooms,
                "Get the state and the clock of a draft, to control it.",
                details: "Without its members, picks and queues: it is the same for drafts without spectators.",
                cost: .read, access: .staff("The control of a draft"), privacy: .open, answers: .json("RoomControl")
            ) { try await $0.control($1) },
            route(
                .get, "/v1/rooms/{room}/board", id: "getRoomBoard", tag: .rooms, "Get the picks of a room.",
                cost: .read,
                access: .checked(.spectators), privacy: .open, query: [.atInRoom], answers: .page("Board")
            ) { try await $0.page($1) { BoardPage(view: $0) } },
            route(
                .get, "/v1/rooms/{room}/rosters", id: "getRoomRosters", tag: .rooms, "Get the rosters of a room.",
                cost: .read, access: .checked(.spectators), privacy: .open, query: [.atInRoom],
                answers: .page("Rosters")
            ) { try await $0.page($1) { RostersPage(view: $0) } },
            route(
                .get, "/v1/rooms/{room}/events", id: "listRoomEvents", tag: .rooms, "List the events of a room.",
                cost: .read, access: .checked(.spectators), privacy: .filtered,
                query: [
                    .atInRoom, .integer("after", Route.Parameter.positions, "Only events after this position."), .limit,
                    .ticks,
                ], answers: .lines("Event")
            ) { try await $0.events($1) },
            route(
                .get, "/v1/rooms/{room}/timeline", id: "getRoomTimeline", tag: .rooms,
                "Describe the events of a room as text.",
                cost: .read, access: .checked(.spectators), privacy: .filtered, query: [.atInRoom], answers: .text
            ) { try await $0.timeline($1) },
            route(
                .get, "/v1/rooms/{room}/seats/{seat}/queue", id: "getSeatQueue", tag: .rooms,
                "Get the queue of a seat.",
                cost: .read, access: .checked(.seat), privacy: .filtered, query: [.atInRoom], answers: .page("Queue")
            ) { try await $0.queue($1) },
        ]
    }

    /// The lobby is everybody's.
    @Sendable
    private func rooms(_ exchange: Exchange) async throws -> Response {
        let moment = try exchange.moment()
        return try await exchange.page(from: reader, at: moment) { ledger in
            let contests = try ledger.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title }
            return (
                RoomsPage(rooms: try exchange.cut(try ledger.rooms(at: moment)) { $0.room.number }, contests: contests),
                nil
            )
        }
    }

    /// Returns the room and the moment that a request names, for callers that may see the room as it is now.
    private func viewing(_ exchange: Exchange) throws -> @Sendable (DraftLedger) throws -> RoomView {
        let (id, moment, caller) = (RoomID(try exchange.number("room")), try exchange.moment(), exchange.caller)
        return { ledger in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            try caller.demand(caller.maySee(room), "Room \(id)")
            return try moment == .latest ? ledger.view(of: room) : ledger.view(ofRoom: "\(id)", at: moment)
        }
    }

    private func page<Shown: Page & SendableMetatype>(
        _ exchange: Exchange, _ make: @escaping @Sendable (RoomView) -> Shown
    ) async throws -> Response {
        let (view, told) = (try viewing(exchange), authentication.accounts.told)
        return try await exchange.page(from: reader) { ledger in
            let tag = told.tag
            let view = try view(ledger)
            return (make(view), "r\(view.room.id).\(view.room.version).\(tag)")
        }
    }

    /// Returns what staff need to pause, resume, extend, cancel or void a draft that they may not see.
    @Sendable
    private func control(_ exchange: Exchange) async throws -> Response {
        let id = RoomID(try exchange.number("room"))
        return try await reader.read { ledger in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            let contest = try room.tournament.flatMap { try ledger.tournament($0) }
            return Response(json: Self.control.json(of: Control(room: room, contest: contest?.details.title)))
        }
    }

    /// A draft as somebody sees it who controls it.
    struct Control: Sendable {
        let room: RoomState
        /// The title of the contest; nil for a room without a contest.
        let contest: String?

        fileprivate var summary: RoomSummary { RoomSummary(room) }
    }

    static let control = Members<Control>(
        "RoomControl",
        [
            .init("room") { $0.room.id }, .init("tournament") { $0.room.tournament }, .init("contest") { $0.contest },
            .init("status") { $0.room.status }, .init("isPublic") { $0.room.isPublic },
            .init("teams") { $0.summary.teams }, .init("rounds") { $0.summary.rounds },
            .init("entries") { $0.summary.entries }, .init("picks") { $0.summary.picks },
            .init("entryFeeCents") { $0.room.entryFee },
            .init("pickClockMicroseconds") { $0.room.ruleset.pickClock },
            .init("clock", clock) { $0.room.status == .active ? $0.room.clock : nil },
            .init("pause", RoomPage.pause) { $0.room.pause },
        ])

    private static let clock: Members<RoomState.Clock> = [
        .init("pickNumber") { $0.pick }, .init("draftPosition") { Int($0.slot) + 1 },
        .init("deadline") { $0.deadline }, .init("graceEndsAt") { $0.graceEndsAt },
    ]

    /// Returns events like `draftledger events --room`, without those of others. Ticks are included only on request.
    @Sendable
    private func events(_ exchange: Exchange) async throws -> Response {
        let (view, caller, reads) = (try viewing(exchange), exchange.caller, exchange.reads)
        let after = try exchange.natural("after")
        let limit = try exchange.number(ofQuery: "limit")
        let showsTicks = try exchange.truth("ticks")
        return try await reader.read { ledger in
            let view = try view(ledger)
            var (lines, last, count) = ("", after, 0)
            var next: String?
            for event in try ledger.timeline(of: view.room.id, at: view.moment) {
                if let after, event.position <= after { continue }
                guard caller.maySee(event, of: view.room), showsTicks || !event.isTick else { continue }
                reads.note(event, of: view.room)
                guard count < limit else {
                    next = exchange.address(replacing: "after", by: "\(last ?? 0)")
                    break
                }
                lines += event.withoutQueueContents.jsonLine + "\n"
                last = event.position
                count += 1
            }
            return Exchange.text(lines, as: "application/x-ndjson", next: limit > 0 ? next : nil)
        }
    }

    /// Returns the timeline of a room in plain text, one line for each event.
    @Sendable
    private func timeline(_ exchange: Exchange) async throws -> Response {
        let (view, caller, reads) = (try viewing(exchange), exchange.caller, exchange.reads)
        return try await reader.read { ledger in
            let view = try view(ledger)
            let events = try ledger.timeline(of: view.room.id, at: view.moment)
                .filter { !$0.isTick && caller.maySee($0, of: view.room) }.map(\.withoutQueueContents)
            for event in events { reads.note(event, of: view.room) }
            let lines = TimelinePage(view, events).lines(events, on: .file)
            return Exchange.text(
                lines.map { $0.trimmed.rendered(.none) + "\n" }.joined(), as: "text/plain; charset=utf-8")
        }
    }

    @Sendable
    private func queue(_ exchange: Exchange) async throws -> Response {
        let (id, moment, caller) = (RoomID(try exchange.number("room")), try exchange.moment(), exchange.caller)
        let (name, reads) = (exchange.parameters["seat"] ?? "", exchange.reads)
        return try await exchange.page(from: reader) { ledger in
            guard let room = try ledger.room(id), let seat = Seat(name), Int(seat) < room.members.count else {
                throw Problem(.notFound, "There is no seat '\(name)' in a room \(id).")
            }
            try caller.demand(caller.maySeeQueue(of: seat, in: room), "This queue")
            let view = try ledger.view(ofRoom: "\(id)", at: moment)
            let maySee = caller.isOfficer && room.status.isTerminal || caller.maySeeQueue(of: seat, in: view.room)
            try caller.demand(maySee, "This queue before you had the seat")
            if let user = view.room.member(at: seat)?.user { reads.note(user, .queue, room: id) }
            return (QueuePage(view: view, seat: seat, queue: try ledger.queue(id, seat, at: moment)), nil)
        }
    }
}

extension PrivateReads {
    /// Records that a refusal of a room is shown, as the private data of the refused member.
    func note(_ event: RecordedEvent, of room: RoomState) {
        guard event.event.refusal != nil, let actor = event.origin?.actor, actor.role == .user,
            let user = actor.user
        else { return }
        note(user, .draft, room: room.id)
    }
}

extension RecordedEvent {
    /// Whether it only shows a clock.
    var isTick: Bool { event.isTick }
}
