import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Payments
import Projections
import TextFormats

/// The routes of a user's teams, display name and alerts.
struct TeamRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication
    let payments: PaymentCenter?

    init(_ server: ServerServices) {
        (reader, authentication, payments) = (server.reader, server.authentication, server.payments)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/users/{user}/teams", id: "listUserTeams", tag: .users,
                "List the entries of a user with their players.", cost: .read, access: .account("account"),
                privacy: .account(.entries), query: Route.Parameter.cursor, answers: .json("Teams").paged
            ) { try await $0.teams($1) },
            route(
                .get, "/v1/users/{user}/settings", id: "getUserSettings", tag: .users,
                "Get the name and the alerts of a user.", cost: .read, access: .account("account"),
                privacy: .account(.profile), answers: .json("UserSettings")
            ) { try await $0.settings($1) },
            route(
                .put, "/v1/users/{user}/settings", id: "setUserSettings", tag: .users, "Set the name that others see.",
                cost: .write, access: .account("account"), privacy: .open, body: .json(newName),
                answers: .json("UserSettings"), problems: [422]
            ) { try await $0.setSettings($1) },
        ]
    }

    private func owner(_ exchange: Exchange) throws -> UserID {
        UserID(try exchange.number("user", upTo: UserID.maximum.number))
    }

    /// Lists the user's entries, including those in live rooms, the latest first. Live rooms say whose turn it is.
    @Sendable
    private func teams(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        let json = try await reader.read { ledger -> JSON in
            var (teams, contests, pools) = ([Team](), [TournamentID: String](), [PoolID: PoolState]())
            for part in try ledger.rosterColumns(of: user).parts {
                for draft in part.drafts {
                    if let contest = draft.tournament, contests[contest] == nil {
                        contests[contest] = try ledger.tournament(contest)?.details.title
                    }
                    if pools[draft.pool] == nil { pools[draft.pool] = try ledger.pool(draft.pool) }
                    let live = draft.status.isTerminal ? nil : try ledger.room(draft.room)
                    for place in draft.first..<draft.end {
                        let entry = part.entry(at: place, of: draft)
                        let slot = part.slots[place] == RosterColumns.noSlot ? nil : part.slots[place]
                        let players = part.players[Int(part.starts[place])..<Int(part.starts[place + 1])]
                        let picks = players.enumerated().compactMap { round, player -> Team.Pick? in
                            pools[draft.pool]?.player(player).map {
                                Team.Pick(player: $0, round: UInt8(round + 1), slot: slot, snake: draft.snake)
                            }
                        }
                        teams.append(
                            Team(
                                entry: entry, user: user, draft: draft, slot: slot,
                                contest: draft.tournament.flatMap { contests[$0] }, live: live, picks: picks))
                    }
                }
            }
            let sorted = teams.sorted { $0.entry > $1.entry }
            return .array(try exchange.cut(sorted, descending: true) { $0.entry.number }, Team.members.json)
        }
        return exchange.packed(json)
    }

    /// An entry of a user with its players.
    struct Team: Sendable {
        struct Pick: Sendable {
            let player: PlayerListing
            let round: UInt8
            let slot: Slot?
            let snake: Snake
        }

        let entry: EntryID
        let user: UserID
        let draft: RosterColumns.Draft
        /// Nil before the order is drawn.
        let slot: Slot?
        let contest: String?
        /// The room of a draft that is not over.
        let live: RoomState?
        let picks: [Pick]

        static let members: Members<Team> = [
            .init("entry") { $0.entry }, .init("room") { $0.draft.room }, .init("tournament") { $0.draft.tournament },
            .init("contest") { $0.contest }, .init("entryFeeCents") { $0.draft.fee },
            .init("status") { $0.live?.status ?? $0.draft.status }, .init("preset") { $0.draft.preset },
            .init("startedAt") { $0.draft.startedAt }, .init("teams") { $0.draft.teams },
            .init("rounds") { $0.draft.rounds }, .init("order") { $0.draft.order },
            .init("slot") { $0.slot }.former(today: "draftPosition"),
            .init("draftPosition") { $0.slot.map { Int($0) + 1 } }, .init("seatsTaken") { $0.live?.memberCount },
            .init("currentPickNumber") { $0.live?.currentPickNumber }, .init("isTurn") { $0.isTurn },
            .init("deadline") { $0.live?.runningClock?.deadline }, .init("picks", each: pick) { $0.picks },
        ]

        private static let pick: Members<Pick> = [
            .init("round") { $0.round },
            .init("pickNumber") { pick in pick.slot.map { pick.snake.pick(of: $0, in: pick.round) } },
            .init("playerIndex") { $0.player.index }, .init("playerName") { $0.player.name },
            .init("position") { $0.player.position.abbreviation }, .init("team") { Name($0.player.team) },
            .init("byeWeek") { $0.player.byeWeek }, .init("adp") { $0.player.adp.map { Double($0) / 100 } },
        ]

        /// Whether the user is on the clock; nil for a draft that is over.
        private var isTurn: Bool? { live.map { $0.status == .active && $0.seatOnClock == $0.seat(of: user) } }
    }

    // MARK: Settings

    @Sendable
    private func settings(_ exchange: Exchange) async throws -> Response {
        let (user, provider) = (try owner(exchange), payments?.configuration.withdrawals)
        return try await reader.read { ledger in
            let alerts = UserState.folding(try ledger.stream(.user(user))).alerts
            let name = try ledger.profile(of: user)?.displayName ?? ""
            return Response(json: Self.settings.json(of: (user, name, alerts, provider)))
        }
    }

    static let settings = Members<(user: UserID, name: String, alerts: AlertPreferences, provider: String?)>(
        "UserSettings",
        [
            .init("user") { $0.user }, .init("name") { Name($0.name) },
            .init("alerts", AlertPreferences.members) { $0.alerts }, .init("withdrawalProvider") { $0.provider },
        ])

    static let newName = BodyMembers("NewName", BodyMember.text("name"))

    /// Sets the name that others see. It is outside the ledger, where it can be erased. A command
    /// sets the alerts.
    @Sendable
    private func setSettings(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        guard exchange.caller.user == user else { throw Problem(.forbidden, "Only the user can change this name.") }
        let (body, _) = try await exchange.appBody()
        try await authentication.setDisplayName(try Self.newName.read(body), of: user)
        return try await settings(exchange)
    }
}
