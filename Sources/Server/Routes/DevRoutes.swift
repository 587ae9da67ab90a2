import Draft
import DraftLedger
import Foundation
import Hummingbird
import Pages
import Simulation
import TextFormats

/// The routes of a development server: tokens on request, play money, a contest, and bots to draft against.
struct DevRoutes: RouteGroup {
    let reader: LedgerReader
    let options: ServerOptions
    let authentication: Authentication
    let streams: LiveStreams
    let commands: CommandService
    let devBots: DevBots

    init(_ server: ServerServices) {
        (reader, options, authentication, streams, commands, devBots) = (
            server.reader, server.options, server.authentication, server.streams, server.commands, server.bots
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
                access: .anyone, privacy: .open, body: .json(tokenRequest), answers: .json("DevToken"),
                problems: [409]
            ) { try await $0.tokens($1) },
            route(
                .post, "/dev/bots", id: "fillDevRoom", tag: .development, "Fill a room with bots.",
                details:
                    "With `seed`, each bot takes 0.7 to 2 seconds for a pick, and the same seed gives the same pace. Without it, bots draft at once.",
                cost: .write,
                access: .signedIn, privacy: .open, body: .json(botRequest), answers: .json("DevRoom"),
                problems: [402, 404, 409, 422]
            ) { try await $0.bots($1) },
            route(
                .post, "/dev/deposits", id: "createDevDeposit", tag: .development, "Deposit play money.", cost: .write,
                access: .signedIn, privacy: .open, body: .json(depositRequest), answers: .json("DevBalance"),
                problems: [402, 409, 422]
            ) { try await $0.deposits($1) },
            route(
                .post, "/dev/clock", id: "moveDevClock", tag: .development, "Move the clock forward.",
                details: "`advance` is in seconds.", cost: .write, access: .signedIn, privacy: .open,
                body: .json(clockRequest), answers: .json("DevTime"), problems: [404]
            ) { try await $0.clock($1) },
        ]
    }

    /// The play money of each new user.
    private static let allowance = Cents(100_000)
    /// The prefix of the accounts of bots.
    private static let bot = DevIssuer.account(of: "bot ")

    /// Lists the users that have received a token, with their staff roles.
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
                    let name = String(profile.externalID.dropFirst(prefix.count))
                    return Self.person.json(of: (name, user, staff.roles(of: user, at: now).roles))
                })
        }
    }

    static let person: Members<(name: String, user: UserID, roles: [StaffRole])> = [
        .init("name") { $0.name }, .init("user") { $0.user }, .init("roles") { $0.roles.map(\.name) },
    ]

    static let tokenRequest = BodyMembers(
        "DevTokenRequest", BodyMember.text("name", bytes: 1...64), BodyMember.roles("roles").optional)

    /// Returns a token for a name, and its user, with play money the first
    /// time. If staff roles are enabled in the ledger, the requested roles are recorded there.
    @Sendable
    private func tokens(_ exchange: Exchange) async throws -> Response {
        let (name, wanted) = try Self.tokenRequest.read(try await exchange.appBody().object)
        let roles = wanted ?? []
        let token = try authentication.verifier.devToken(for: name, roles: roles)
        let user = try await authentication.accounts.user(of: DevIssuer.account(of: name), named: name)
        try await commands.devStaff?.appoint(user, roles)
        if try reader.ledger.staff().members[user] == nil { try await provide(for: user) }
        return Response(json: Self.token.json(of: (token, user)))
    }

    static let token = Members<(token: String, user: UserID)>(
        "DevToken", [.init("token") { $0.token }, .init("user") { $0.user }])

    static let botRequest = BodyMembers(
        "DevBotRequest", BodyMember.number("room", 1...StreamKey.maximumNumber),
        BodyMember.number("seed", 0...UInt32.max).optional)

    /// Gives every free seat of a room to a bot that autodrafts, or with a seed drafts at the pace of people.
    @Sendable
    private func bots(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let (number, seed) = try Self.botRequest.read(try await exchange.appBody().object)
        let id = RoomID(number)
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
        var (count, paced) = (0, Set<UserID>())
        for case let (seat, user?) in room.members.enumerated().map({ ($0, $1?.user) }) {
            guard let name = try reader.ledger.profile(of: user)?.externalID, name.hasPrefix(Self.bot),
                !room.status.isTerminal
            else { continue }
            count += 1
            guard seed == nil else {
                paced.insert(user)
                continue
            }
            try await accept(.room(id, .setAutodraft(seat: Seat(seat), on: true)), as: .user(user))
        }
        if let seed { devBots.begin(paced, in: id, seed: UInt64(seed)) }
        return Response(json: Self.room.json(of: (room, count)))
    }

    static let room = Members<(room: RoomState, bots: Int)>(
        "DevRoom",
        [.init("room") { $0.room.id }, .init("status") { $0.room.status }, .init("bots") { $0.bots }])

    static let depositRequest = BodyMembers(
        "DevDepositRequest", BodyMember.number("amountCents", Int64.min...Int64.max), BodyMember.text("reference"))

    /// Deposits more play money for the caller. The same reference brings it once.
    @Sendable
    private func deposits(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (cents, reference) = try Self.depositRequest.read(try await exchange.appBody().object)
        let deposit = WalletCommand.recordDeposit(amount: Cents(cents), provider: "play", reference: reference)
        try await accept(.wallet(user, deposit), as: .provider(onBehalfOf: user))
        let wallet = try await reader.read { try $0.wallet(user) }
        return Response(json: Self.balance.json(of: (user, wallet)))
    }

    static let balance = Members<(user: UserID, wallet: WalletState)>(
        "DevBalance",
        [
            .init("user") { $0.user }, .init("availableCents") { $0.wallet.available },
            .init("heldCents") { $0.wallet.held },
        ])

    static let clockRequest = BodyMembers(
        "DevClockRequest", BodyMember("advance", .number, expected: "a number") { $0.number })

    /// Advances the clock of the ledger, and of all drafts in it, by a number of seconds.
    @Sendable
    private func clock(_ exchange: Exchange) async throws -> Response {
        _ = try exchange.caller.known()
        let advance = try Self.clockRequest.read(try await exchange.appBody().object)
        guard let clock = options.advanceClock else {
            throw Problem(.notFound, "This server uses the clock of the machine, which cannot be set here.")
        }
        guard advance > 0, advance <= Self.longestAdvance else {
            throw Problem(.badRequest, "'advance' is \(advance): expected seconds, up to \(Int(Self.longestAdvance)).")
        }
        try await reader.letTimePass(Interval(microseconds: Int64(advance * 1e6)), clock)
        streams.tail.announceTime()
        return Response(json: Self.time.json(of: reader.now))
    }

    static let time = Members<Timestamp>("DevTime", [.init("now") { $0 }])

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
}

extension DevRoutes {
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

extension BodyMember where Value == StaffRoles {
    fileprivate static func roles(_ name: StaticString) -> Self {
        let names = StaffRole.allCases.map(\.name)
        let expected = "a list of roles: \(names.joined(separator: ", "))"
        return Self(name, .list(.choice(names)), expected: expected) { json in
            let roles = json.elements.compactMap { value in StaffRole.allCases.first { $0.name == value.string } }
            guard json.kind == .array, roles.count == json.elements.count else { return nil }
            return roles.reduce(into: StaffRoles()) { $0.insert(StaffRoles($1)) }
        }
    }
}
