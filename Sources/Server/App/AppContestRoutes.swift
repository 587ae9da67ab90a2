import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Records
import TextFormats

/// The app's lobby: players, contests, and the way into one.
struct AppContestRoutes: RouteGroup {
    let reader: LedgerReader
    let options: ServerOptions
    let commands: CommandService
    let app: AppServices

    init(_ server: ServerServices) {
        (reader, options, commands, app) = (server.reader, server.options, server.commands, server.app)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/api/players", id: "listAppPlayers", tag: .app, "List the players of the shown contest.",
                cost: .read,
                access: .anyone, privacy: .open, answers: .app("AppPlayers")
            ) { group, _ in
                let sight = try await group.app.sight()
                return Self.list(sight.players, asOf: sight.position)
            },
            route(
                .get, "/api/tournaments", id: "listAppContests", tag: .app, "List the contests of the lobby.",
                cost: .read,
                access: .anyone, privacy: .open, answers: .app("AppContests")
            ) { group, _ in
                let sight = try await group.app.sight()
                return Self.list(sight.tournaments, asOf: sight.position)
            },
            route(
                .post, "/api/tournaments/{tournament}/join", id: "joinAppContest", tag: .app, "Join a contest.",
                details:
                    "Without an Idempotency-Key, a repeated request within 30 seconds gets the first answer and does not join again.",
                cost: .write, access: .signedIn, privacy: .open, body: .json("AppJoinRequest"), answers: .app("AppJoin")
            ) { try await $0.join($1) },
        ]
    }

    private static func list(_ bytes: [UInt8], asOf position: UInt64) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "public, max-age=1"
        headers[.ledgerPosition] = "\(position)"
        return Response(status: .ok, headers: headers, body: .init(bytes))
    }

    /// `{"tournamentId":"1","entries":3,"draftSpeed":"fast"}`: seats in as many rooms, of which the app opens the first.
    @Sendable
    private func join(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let contest = TournamentID(try exchange.number("tournament"))
        let (body, arrival) = try await exchange.appBody()
        guard let terms = try await reader.read({ try $0.tournament(contest) }), terms.isTheApps else {
            throw Problem(.notFound, "There is no contest \(contest).")
        }
        let entries = try check(body, against: terms)
        let key = try exchange.appCommandID()
        let own = try entropy(in: body)
        let wish = AppJoins.Wish(user: user, contest: contest, entries: entries)
        let joined: AppJoin
        if let key {
            // Each retry needs the same result, so the entropy is derived from its ID.
            let entropy = own ?? Array(Digest256(hashing: Array("draft-ledger join \(key)".utf8)).bytes.prefix(16))
            joined = try await take(
                wish, id: key, entropy, of: own == nil ? .idempotencyKey : .client, at: arrival, in: exchange)
        } else {
            let entropy = own ?? Self.randomBytes(DrawTerms.entropyLength)
            joined = try await app.joins.answer(wish, for: options.limits.joinMemory) { joined in
                try await reader.read { try joined.holds(for: user, in: $0) }
            } _: {
                try await take(
                    wish, id: nil, entropy, of: own == nil ? .server : .client, at: arrival, in: exchange)
            }
        }
        return Response(json: Self.json(of: joined))
    }

    /// - Returns: how many entries are wanted.
    private func check(_ body: JSONValue, against terms: TournamentState) throws -> UInt8 {
        if let named = body["tournamentId"]?.string, named != "\(terms.id)" {
            throw Self.invalid("The address names contest \(terms.id), the body \(named).")
        }
        let speed = try body.text("draftSpeed")
        guard speed == terms.details.ruleset.appSpeed else {
            throw Self.invalid("This contest has \(terms.details.ruleset.appSpeed) drafts, not \(speed) ones.")
        }
        guard let entries = try body.natural("entries", as: Int64.self) else {
            throw Problem(.badRequest, "'entries' is missing.")
        }
        guard let count = UInt8(exactly: entries), count > 0 else {
            throw Self.invalid("\(entries) entries were asked for, expected 1 to \(UInt8.max).")
        }
        return count
    }

    /// Returns the client's own entropy for the draw; nil if the client leaves it to the server, as the app does.
    private func entropy(in body: JSONValue) throws -> [UInt8]? {
        guard let value = body["entropy"], !value.isNull else { return nil }
        guard let words = value.hexadecimalWords(2) else {
            throw Problem(.badRequest, "'entropy' is \(value.excerpt), expected 32 hexadecimal digits.")
        }
        return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }

    private func take(
        _ wish: AppJoins.Wish, id: CommandID?, _ entropy: [UInt8], of source: AppJoin.EntropySource,
        at arrival: Timestamp, in exchange: Exchange
    ) async throws -> AppJoin {
        let events = try await commands.events(
            .wallet(wish.user, .joinTournament(wish.contest, entries: wish.entries, entropy: entropy)),
            as: wish.user, id: id, at: arrival, in: exchange)
        let places = events.compactMap { recorded -> AppJoin.Place? in
            guard case .room(let room) = recorded.stream, case .taken(let seat) = recorded.event.membership else {
                return nil
            }
            return AppJoin.Place(room: room, entry: seat.entry)
        }
        return AppJoin(places: places, entropy: entropy, entropySource: source)
    }

    /// Returns the first place, which the app opens, and all places. It includes the entropy of the draws, so that the
    /// member can recompute them.
    private static func json(of joined: AppJoin) -> JSON {
        let rooms = joined.places.map { place -> JSON in
            ["roomId": .of("\(place.room)"), "participantId": .of("\(place.entry)")]
        }
        let first = rooms.first ?? [:]
        return first.adding([
            "rooms": .array(rooms),
            "drawEntropy": ["hex": .of(joined.entropy.hexadecimal), "from": .of(joined.entropySource.rawValue)],
        ])
    }

    private static func invalid(_ message: String) -> Problem {
        Problem(Refusal(.invalidValue, message), position: nil)
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
