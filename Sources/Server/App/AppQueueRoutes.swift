import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
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
                access: .signedIn, privacy: .open, body: .json(body), answers: .app("AppQueue")
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

    /// A queue as the app shows it.
    struct Answer: Sendable {
        struct Player: Sendable {
            let player: AppPlayer
            /// From 0.
            let place: Int
            let since: Timestamp
        }

        let room: RoomID
        let players: [Player]
        let updatedAt: Timestamp
        let version: UInt32

        static let members = Members<Answer>(
            "AppQueue",
            [
                .init("draftRoomId") { "\($0.room)" }, .init("players", each: players) { $0.players },
                .init("updatedAt") { $0.updatedAt.appDate }, .init("version") { $0.version },
            ])

        private static let players: Members<Player> = [
            .init("id") { $0.player.id }, .init("player", AppPlayer.members) { $0.player },
            .init("queuePosition") { $0.place }, .init("queuedAt") { $0.since.appDate },
        ]
    }

    @Sendable
    private func get(_ exchange: Exchange) async throws -> Response {
        let (room, seat) = try await seat(exchange)
        return try await answer(room, seat)
    }

    static let body = BodyMembers(
        "AppQueueRequest", BodyMember.texts("playerIds"),
        BodyMember.number("expectedVersion", 0...UInt32.max).optional)

    /// Replaces the whole queue. Refused if `expectedVersion` is not the version of the queue.
    @Sendable
    private func put(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (room, seat) = try await seat(exchange)
        let (body, arrival) = try await exchange.appBody()
        let (names, version) = try Self.body.read(body)
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
                pool.player(index, picks: room.ruleset.snake.pickCount)
            }
            // Of a queue that was never touched the room's own beginning is as new as it gets.
            guard let updated = try wishes.updatedAt ?? ledger.stream(.room(room.id)).first?.recordedAt else {
                throw Problem(.notFound, "There is no room \(room.id).")
            }
            let players = left.enumerated().map { place, player in
                Answer.Player(player: player, place: place, since: wishes.since[player.listing.index] ?? updated)
            }
            let answer = Answer(
                room: room.id, players: players, updatedAt: updated, version: wishes.queue.version)
            return Response(json: Answer.members.json(of: answer))
        }
    }
}
