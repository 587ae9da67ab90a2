import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import NIOCore
import Pages
import TextFormats

/// The routes of the app's draft room: its state, its stream, and a pick in it.
struct AppDraftRoutes: RouteGroup {
    let server: ServerServices

    init(_ server: ServerServices) { self.server = server }

    static var routes: [Route] {
        [
            route(
                .get, "/api/draft/{room}", id: "getAppRoom", tag: .app, "Get a draft room.", cost: .read,
                access: .checked(.spectators), privacy: .open, answers: .app("AppRoom")
            ) { group, exchange in
                let body = try await group.body(exchange)
                return Self.json(body.room(for: exchange.caller.user, at: group.server.reader.now))
            },
            route(
                .get, "/api/draft/{room}/picks", id: "listAppPicks", tag: .app, "List the picks of a draft room.",
                cost: .read, access: .checked(.spectators), privacy: .open, answers: .app("AppPicks")
            ) { Self.json([try await $0.body($1).picks]) },
            route(
                .get, "/api/draft/{room}/stream", id: "streamAppRoom", tag: .app, "Follow a draft room.", cost: .read,
                access: .checked(.spectators), privacy: .open, query: [.lastEventID],
                answers: .stream("picks, room, bye").ofApp
            ) { try await AppRoomStream($1, $0.server).response(on: $1.channel) },
            route(
                .post, "/api/draft/{room}/pick", id: "makeAppPick", tag: .app, "Pick a player.",
                details: "A second tap on the same player is answered with the first one's pick.", cost: .none,
                access: .signedIn, privacy: .open, body: .json(tap), answers: .app("AppPickMade")
            ) { try await $0.pick($1) },
        ]
    }

    private func body(_ exchange: Exchange) async throws -> AppRoomBody {
        var opened = try await server.app.room(RoomID(try exchange.number("room")), for: exchange.caller)
        return try opened.feed.body(of: opened.view.room, server.app.pools, server.reader.ledger)
    }

    private static func json(_ buffers: [ByteBuffer]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(contentsOf: buffers))
    }

    static let tap = BodyMembers(
        "AppPickRequest", BodyMember.text("playerId"), BodyMember.number("pickNumber", 0...PickNumber.max).optional,
        BodyMember.time("clickedAt").optional)

    /// Makes the pick that a client asks for.
    ///
    /// Without a number it is for the pick that this user's stream showed last, so that a tap does not become the next
    /// pick because the server was faster than the screen.
    @Sendable
    private func pick(_ exchange: Exchange) async throws -> Response {
        let tap = try await server.operations.countingFailure(of: exchange) { try await read(exchange) }
        let (user, room, player) = (tap.user, tap.room, tap.pick.player)
        switch try await server.commands.outcome(
            tap.pick.command(in: room.id), as: user, id: tap.key, at: tap.arrival, in: exchange)
        {
        case .accepted(let events, _):
            for recorded in events {
                guard case .made(let made) = recorded.event.pick else { continue }
                return try picked(
                    made.pick, by: room.member(at: made.seat)?.entry, player, at: recorded.moment, in: room)
            }
            throw Problem(.internalError, "A pick was accepted and not made.")
        case .refused(let refusal, let record, _):
            if let again = try await doubleTap(refusal, on: player, by: user, in: room.id) { return again }
            throw Problem(refusal, position: record?.position)
        }
    }

    /// A pick as a member of a room has asked for it.
    private struct Tap {
        var user: UserID
        var room: RoomState
        var pick: MakePick
        var key: CommandID?
        var arrival: Timestamp
    }

    private func read(_ exchange: Exchange) async throws -> Tap {
        let user = try exchange.caller.known()
        let id = RoomID(try exchange.number("room"))
        let (body, arrival) = try await exchange.appBody()
        let (name, said, claimed) = try Self.tap.read(body)
        let key = try exchange.appCommandID()
        let sight = server.streams.tail.sight(of: id, by: user)
        let read = sight == nil ? try await room(id) : nil
        guard let room = sight?.room ?? read, room.isTheApps else {
            throw Problem(.notFound, "There is no room \(id).")
        }
        // Strangers' tries would fill a room's history with what never could have been.
        guard room.seat(of: user) != nil else { throw Problem(.forbidden, "You have no seat in room \(id).") }
        let pools = server.app.pools
        guard let player = try await server.reader.read({ try pools.index(of: name, in: room.pool, $0) }) else {
            throw Problem(Refusal(.playerNotInPool, "There is no player '\(name)' in room \(id)."), position: nil)
        }
        let wanted = MakePick(
            pick: said ?? sight?.pick ?? room.currentPickNumber, player: player, claimedAt: claimed)
        return Tap(user: user, room: room, pick: wanted, key: key, arrival: arrival)
    }

    private func room(_ id: RoomID) async throws -> RoomState? { try await server.reader.read { try $0.room(id) } }

    /// Answers a double tap: a refusal for the player that the same seat took by hand with its last pick
    /// is answered with that pick. It stays on record.
    private func doubleTap(
        _ refusal: Refusal, on player: PlayerIndex, by user: UserID, in id: RoomID
    ) async throws -> Response? {
        switch refusal.code {
        case .playerAlreadyDrafted, .stalePickNumber, .notYourTurn, .draftComplete, .duplicateCommand: break
        default: return nil
        }
        guard let room = try await room(id), let seat = room.seat(of: user),
            let last = room.board.last(where: { $0.pick.seat == seat }), last.pick.player == player,
            last.pick.source == .manual
        else { return nil }
        return try picked(
            last.number, by: last.entry, player, at: last.pick.occurredAt ?? last.pick.recordedAt, in: room)
    }

    private func picked(
        _ number: PickNumber, by entry: EntryID?, _ player: PlayerIndex, at moment: Timestamp, in room: RoomState
    ) throws -> Response {
        let pool = try server.app.pools.pool(room.pool, in: server.reader.ledger)
        let pick = AppRoomFeed.pick(
            number, by: entry, taking: player, source: .manual, at: moment, in: room, pool)
        guard let pick else { throw Problem(.internalError, "The app cannot show the player of a pick that it made.") }
        return Response(json: Self.made.json(of: pick))
    }

    static let made = Members<AppPick>(
        "AppPickMade", [.init("success") { _ in true }, .init("pick", AppPick.members) { $0 }])
}
