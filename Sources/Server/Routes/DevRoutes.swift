import Draft
import DraftLedger
import Foundation
import Hummingbird
import Simulation
import TextFormats

/// The routes of a development server: tokens on request, play money, a contest, and bots to draft against.
struct DevRoutes: RouteGroup {
    let reader: LedgerReader
    let options: ServerOptions
    let authentication: Authentication
    let streams: LiveStreams
    let commands: CommandService

    init(_ server: ServerServices) {
        (reader, options, authentication, streams, commands) = (
            server.reader, server.options, server.authentication, server.streams, server.commands
        )
    }

    static var routes: [Route] {
        [
            route(
                .get, "/dev/tokens", id: "listDevPeople", tag: .development,
                "List the people of the server for development.", cost: .read, access: .anyone, privacy: .open,
                answers: .json("DevPeople")
            ) { try await $0.names($1) },
            route(
                .post, "/dev/tokens", id: "createDevToken", tag: .development, "Create a token for a name.",
                cost: .write,
                access: .anyone, privacy: .open, body: .json("DevTokenRequest"), answers: .json("DevToken"),
                problems: [409]
            ) { try await $0.tokens($1) },
            route(
                .post, "/dev/bots", id: "fillDevRoom", tag: .development, "Fill a room with bots.", cost: .write,
                access: .signedIn, privacy: .open, body: .json("DevBotRequest"), answers: .json("DevRoom"),
                problems: [402, 404, 409, 422]
            ) { try await $0.bots($1) },
            route(
                .post, "/dev/deposits", id: "createDevDeposit", tag: .development, "Deposit play money.", cost: .write,
                access: .signedIn, privacy: .open, body: .json("DevDepositRequest"), answers: .json("DevBalance"),
                problems: [402, 409, 422]
            ) { try await $0.deposits($1) },
            route(
                .post, "/dev/clock", id: "moveDevClock", tag: .development, "Move the clock forward.",
                details: "`advance` is in seconds.", cost: .write, access: .signedIn, privacy: .open,
                body: .json("DevClockRequest"), answers: .json("DevTime"), problems: [404]
            ) { try await $0.clock($1) },
        ]
    }

    /// The play money of each new user.
    private static let allowance = Cents(100_000)
    /// The prefix of the accounts of bots.
    private static let bot = DevIssuer.account(of: "bot ")

    /// Lists the users that have received a token, with their staff roles:
    /// `[{"name":"alma","user":1,"roles":["operator","officer"]}]`.
    @Sendable
    private func names(_ exchange: Exchange) async throws -> Response {
        let prefix = DevIssuer.account(of: "")
        let (now, limit) = (reader.now, 1_000)
        return try await reader.read { ledger in
            let staff = try ledger.staff()
            let people = try ledger.profiles().filter {
                $0.profile.externalID.hasPrefix(prefix) && !$0.profile.externalID.hasPrefix(Self.bot)
            }
            return Response(
                json: .array(people.prefix(limit)) { user, profile in
                    [
                        "name": .of(String(profile.externalID.dropFirst(prefix.count))), "user": .of(user),
                        "roles": .array(staff.roles(of: user, at: now).roles) { .of($0.name) },
                    ]
                })
        }
    }

    /// `{"name":"anna","roles":["officer"]}`: returns a token for that name, and its user, with play money the first
    /// time. If staff roles are enabled in the ledger, the requested roles are recorded there.
    @Sendable
    private func tokens(_ exchange: Exchange) async throws -> Response {
        let request: TokenRequest = try await decoded(exchange)
        guard (1...64).contains(request.name.utf8.count) else {
            throw Problem(.badRequest, "'name' has \(request.name.utf8.count) bytes, expected 1 to 64.")
        }
        var roles: StaffRoles = []
        for name in request.roles ?? [] {
            guard let role = StaffRole.allCases.first(where: { $0.name == name }) else {
                let known = StaffRole.allCases.map(\.name).joined(separator: ", ")
                throw Problem(.badRequest, "'\(name)' is not a role. Use one of \(known).")
            }
            roles.insert(StaffRoles(role))
        }
        let token = try authentication.verifier.devToken(for: request.name, roles: roles)
        let user = try await authentication.accounts.user(of: DevIssuer.account(of: request.name), named: request.name)
        try await commands.devStaff?.appoint(user, roles)
        if try reader.ledger.staff().members[user] == nil { try await provide(for: user) }
        return Response(json: ["token": .of(token), "user": .of(user)])
    }

    /// `{"room":1}`: every free seat of the room is taken by a bot that autodrafts.
    @Sendable
    private func bots(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let request: BotRequest = try await decoded(exchange)
        let id = RoomID(request.room)
        var seated = 0
        while let room = try await reader.read({ try $0.room(id) }), room.status == .waiting,
            let contest = room.tournament
        {
            seated += 1
            let bot = try await authentication.accounts.user(
                of: "\(Self.bot)\(seated)", named: "Bot \(seated)")
            try await provide(for: bot)
            guard room.seat(of: bot) == nil else { continue }
            // Of several rooms that wait, the first takes the bot: this one's turn comes.
            try await accept(
                .wallet(bot, .joinTournament(contest, entries: 1, entropy: Self.randomBytes(16))), as: .user(bot))
        }
        guard let room = try await reader.read({ try $0.room(id) }) else {
            throw Problem(.notFound, "There is no room \(id).")
        }
        var count = 0
        for case let (seat, user?) in room.members.enumerated().map({ ($0, $1?.user) }) {
            guard let name = try reader.ledger.profile(of: user)?.externalID, name.hasPrefix(Self.bot),
                !room.status.isTerminal
            else { continue }
            count += 1
            try await accept(.room(id, .setAutodraft(seat: Seat(seat), on: true)), as: .user(user))
        }
        return Response(json: ["room": .of(id), "status": .of(room.status.name), "bots": .of(count)])
    }

    /// `{"amountCents":5000,"reference":"…"}`: more play money for the caller. The same reference brings it once.
    @Sendable
    private func deposits(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let request: DepositRequest = try await decoded(exchange)
        let deposit = WalletCommand.recordDeposit(
            amount: Cents(request.amountCents), provider: "play", reference: request.reference)
        try await accept(.wallet(user, deposit), as: .provider(onBehalfOf: user))
        let wallet = try await reader.read { try $0.wallet(user) }
        return Response(
            json: [
                "user": .of(user), "availableCents": .of(wallet.available.value), "heldCents": .of(wallet.held.value),
            ])
    }

    /// `{"advance":3600}`: advances the clock of the ledger, and of all drafts in it, by this number of seconds.
    @Sendable
    private func clock(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let request: ClockRequest = try await decoded(exchange)
        guard let advance = options.advanceClock else {
            throw Problem(.notFound, "This server uses the clock of the machine, which cannot be set here.")
        }
        guard request.advance > 0, request.advance <= Self.longestAdvance else {
            throw Problem(
                .badRequest, "'advance' is \(request.advance): expected seconds, up to \(Int(Self.longestAdvance)).")
        }
        try await reader.letTimePass(Interval(microseconds: Int64(request.advance * 1e6)), advance)
        streams.tail.announceTime()
        return Response(json: ["now": .of(reader.now)])
    }

    /// 31 days.
    private static let longestAdvance = 2_678_400.0

    /// Gives play money to a new user.
    private func provide(for user: UserID) async throws {
        guard try reader.ledger.wallet(user).version == 0 else { return }
        try await accept(
            .wallet(user, .recordDeposit(amount: Self.allowance, provider: "play", reference: "allowance \(user)")),
            as: .provider(onBehalfOf: user))
    }

    private func accept(_ command: Command, as sender: Sender) async throws {
        let outcome = try await reader.ledger.send(command, as: sender, id: .random())
        if case .refused(let refusal, let record, _) = outcome {
            throw Problem(refusal, position: record?.position)
        }
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    // MARK: Bodies

    private struct TokenRequest: Decodable {
        var name: String
        var roles: [String]?
    }

    private struct BotRequest: Decodable { var room: UInt64 }

    private struct ClockRequest: Decodable {
        /// The time to advance, in seconds.
        var advance: Double
    }

    private struct DepositRequest: Decodable {
        var amountCents: Int64
        var reference: String
    }

    private func decoded<Body: Decodable>(_ exchange: Exchange) async throws -> Body {
        let (bytes, _) = try await exchange.body(upTo: 4_096)
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, "The member '\(key.stringValue)' is missing.")
        } catch DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context) {
            throw Problem(.badRequest, "\(Self.name(of: context)) is not \(Self.words(for: type)).")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw Problem(.badRequest, "\(Self.name(of: context)) is out of range.")
        } catch {
            throw Problem(.badRequest, "The body is not JSON.")
        }
    }
}

extension DevRoutes {
    private static func name(of context: DecodingError.Context) -> String {
        context.codingPath.last.map { "The member '\($0.stringValue)'" } ?? "The body"
    }

    /// The values of a type of a body's member.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Double.Type: "a number"
        case is any FixedWidthInteger.Type: "a whole number"
        case is [String].Type, is [Any].Type: "a list"
        default: "an object"
        }
    }

    /// Opens a contest with its own pool if the ledger has no contest.
    static func openContest(in ledger: DraftLedger) async throws {
        guard try ledger.tournaments().isEmpty else { return }
        // The command is unsigned if staff roles are not enabled. If they are enabled and the server does not have the
        // keys, nothing happens.
        let (founder, staff) = (try ledger.staff().founders.first, DevStaff(ledger))
        if let founder, !staff.signs(for: founder) { return }
        let numbers = try ledger.freeNumbers()
        var contest = TournamentCreated.blank
        contest.pool = numbers.pool
        contest.entryFee = Cents(500)
        contest.maxEntriesPerUser = 20
        contest.ruleset = .fast()
        contest.ruleset.countdown = .seconds(10)
        contest.rakeBasisPoints = 1_000
        contest.prizes = [
            PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(100_000)),
            PrizeTier(firstPlace: 2, lastPlace: 10, amount: Cents(10_000)),
        ]
        contest.title = "Development Open"
        let pool = PublishPool(externalID: "", title: "Made-up players", players: PlayerPool.players(480, seed: 1))
        let commands: [Command] = [
            .pool(numbers.pool, .publishPool(pool)), .tournament(numbers.tournament, .createTournament(contest)),
        ]
        for command in commands { try await staff.demand(command, as: .admin(founder)) }
    }
}
