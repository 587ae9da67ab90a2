import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
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
                cost: .write, access: .signedIn, privacy: .open, body: .json(wish), answers: .app("AppJoin")
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

    static let wish = BodyMembers(
        "AppJoinRequest",
        // The path names the contest. A client may name it again, as a text or as a number.
        BodyMember("tournamentId", .string, expected: "a string") {
            $0.string ?? $0.integer(as: UInt64.self).map { "\($0)" }
        }
        .optional,
        BodyMember.number("entries", 1...UInt8.max) {
            Self.invalid("\($0) entries were asked for, expected 1 to \(UInt8.max).")
        },
        // The contest refuses every other text.
        BodyMember.text("draftSpeed", .choice(["fast", "slow"])),
        BodyMember("entropy", entropyShape, expected: "32 hexadecimal digits") { $0.hexadecimalWords(2) }.optional)

    private static let entropyShape = Shape.pattern(
        "^[0-9a-fA-F]{32}$", example: "000102030405060708090a0b0c0d0e0f")

    /// Seats the caller in as many rooms as there are entries. The app opens the first.
    @Sendable
    private func join(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let contest = TournamentID(try exchange.number("tournament"))
        let (body, arrival) = try await exchange.appBody()
        guard let terms = try await reader.read({ try $0.tournament(contest) }), terms.isTheApps else {
            throw Problem(.notFound, "There is no contest \(contest).")
        }
        let (named, entries, speed, words) = try Self.wish.read(body)
        try Self.check(named, speed, against: terms)
        let key = try exchange.appCommandID()
        // Nil if the client leaves the entropy to the server, as the app does.
        let own = words?.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
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
        return Response(json: AppJoin.members.json(of: joined))
    }

    /// - Throws: `invalidValue` for another contest, or another speed, than the one of the address.
    private static func check(_ named: String?, _ speed: String, against terms: TournamentState) throws {
        if let named, named != "\(terms.id)" {
            throw invalid("The address names contest \(terms.id), the body \(named).")
        }
        guard speed == terms.details.ruleset.appSpeed else {
            throw invalid("This contest has \(terms.details.ruleset.appSpeed) drafts, not \(speed) ones.")
        }
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
        guard !places.isEmpty else { throw Problem(.internalError, "A join was accepted and took no seat.") }
        return AppJoin(places: places, entropy: entropy, entropySource: source)
    }

    private static func invalid(_ message: String) -> Problem {
        Problem(Refusal(.invalidValue, message), position: nil)
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
