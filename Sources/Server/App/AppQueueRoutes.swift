import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import TextFormats

/// The routes of a member's own queue in a room. Other members' queues are never disclosed.
struct AppQueueRoutes: RouteGroup {
    let reader: LedgerReader
    let commands: CommandService
    let app: AppServices

    init(_ server: ServerServices) {
        (reader, commands, app) = (server.reader, server.commands, server.app)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/api/draft/{room}/queue", id: "getAppQueue", tag: .app, "Get the caller's queue.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppQueue")
            ) { try await $0.get($1) },
            route(
                .put, "/api/draft/{room}/queue", id: "setAppQueue", tag: .app, "Replace the caller's queue.",
                cost: .write,
                access: .signedIn, privacy: .open, body: .json("AppQueueRequest"), answers: .app("AppQueue")
            ) { try await $0.put($1) },
        ]
    }

    /// A queue with when each player came into it.
    private struct Wishes {
        var queue = QueueState()
        var since: [PlayerIndex: Timestamp] = [:]
        var updatedAt: Timestamp?

        init(_ events: [RecordedEvent]) {
            for event in events {
                let before = queue.players
                queue.evolve(event.event, at: event.place)
                guard queue.players != before else { continue }
                updatedAt = event.recordedAt
                for player in queue.players where since[player] == nil { since[player] = event.recordedAt }
                if since.count > queue.players.count {
                    let queued = Set(queue.players)
                    since = since.filter { queued.contains($0.key) }
                }
            }
        }
    }

    @Sendable
    private func get(_ exchange: Exchange) async throws -> Response {
        let (room, seat) = try await seat(exchange)
        return try await answer(room, seat)
    }

    /// `{"playerIds":["18be2c2b"]}`: the whole queue; refused where `expectedVersion` is not the one that it has.
    @Sendable
    private func put(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (room, seat) = try await seat(exchange)
        let (body, arrival) = try await exchange.appBody()
        guard let list = body["playerIds"], list.kind == .array else {
            throw Problem(.badRequest, "'playerIds' is missing, or no list.")
        }
        let version = try body.natural("expectedVersion", as: UInt32.self)
        let names = try list.elements.map { value in
            guard let name = value.string else { throw Problem(.badRequest, "'playerIds' has \(value.excerpt).") }
            return name
        }
        let pools = app.pools
        let players = try await reader.read { ledger in
            try names.map { name in
                guard let player = try pools.index(of: name, in: room.pool, ledger) else {
                    let message = "There is no player '\(name)' in room \(room.id)."
                    throw Problem(Refusal(.playerNotInPool, message), position: nil)
                }
                return player
            }
        }
        _ = try await commands.events(
            .queue(room.id, seat, .setQueue(players: players, expectedVersion: version)), as: user,
            id: try exchange.appCommandID(), at: arrival, in: exchange)
        return try await answer(room, seat)
    }

    private func seat(_ exchange: Exchange) async throws -> (room: RoomState, seat: Seat) {
        let user = try exchange.caller.known()
        let id = RoomID(try exchange.number("room"))
        guard let room = try await reader.read({ try $0.room(id) }), room.isTheApps else {
            throw Problem(.notFound, "There is no room \(id).")
        }
        guard let seat = room.seat(of: user) else { throw Problem(.forbidden, "You have no seat in room \(id).") }
        return (room, seat)
    }

    /// Returns the queued players that are still available: an autopick skips the others.
    private func answer(_ room: RoomState, _ seat: Seat) async throws -> Response {
        let pools = app.pools
        return try await reader.read { ledger in
            let wishes = Wishes(try ledger.stream(.queue(room.id, seat)))
            let taken = try ledger.room(room.id)?.taken ?? room.taken
            let pool = try pools.pool(room.pool, in: ledger)
            let left = wishes.queue.players.filter { !taken.contains($0) }.compactMap { index in
                pool.json(of: index, picks: room.ruleset.snake.pickCount).map { (index, $0) }
            }
            let players = left.enumerated().map { place, player -> JSON in
                [
                    "id": player.1["id"], "player": player.1, "queuePosition": .of(place),
                    "queuedAt": wishes.since[player.0]?.appDate ?? .null,
                ]
            }
            // Of a queue that was never touched the room's own beginning is as new as it gets.
            let updated = try wishes.updatedAt ?? ledger.stream(.room(room.id)).first?.recordedAt
            return Response(
                json: [
                    "draftRoomId": .of("\(room.id)"), "players": .array(players),
                    "updatedAt": updated?.appDate ?? .null, "version": .of(wishes.queue.version),
                ])
        }
    }
}
