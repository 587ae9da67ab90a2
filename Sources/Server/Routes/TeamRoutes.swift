import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
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
                cost: .write, access: .account("account"), privacy: .open, body: .json("NewName"),
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
            var (teams, contests, pools) = ([(EntryID, JSON)](), [TournamentID: String](), [PoolID: PoolState]())
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
                        let picks = players.enumerated().compactMap { round, player in
                            pools[draft.pool]?.player(player).map {
                                Self.json(of: $0, in: UInt8(round + 1), slot, draft.snake)
                            }
                        }
                        let team = Self.json(of: entry, by: user, in: draft, at: slot, of: contests, live)
                        teams.append((entry, team.adding(["picks": .array(picks)])))
                    }
                }
            }
            let sorted = teams.sorted { $0.0 > $1.0 }
            return .array(try exchange.cut(sorted, descending: true) { $0.0.number }.map(\.1))
        }
        return exchange.packed(json)
    }

    private static func json(
        of entry: EntryID, by user: UserID, in draft: RosterColumns.Draft, at slot: Slot?,
        of contests: [TournamentID: String], _ live: RoomState?
    ) -> JSON {
        [
            "entry": .of(entry), "room": .of(draft.room), "tournament": .of(draft.tournament),
            "contest": .of(draft.tournament.flatMap { contests[$0] }), "entryFeeCents": .of(draft.fee?.value),
            "status": .of((live?.status ?? draft.status).name), "preset": .of("\(draft.preset)"),
            "startedAt": .of(draft.startedAt), "teams": .of(draft.teams), "rounds": .of(draft.rounds),
            "order": .of("\(draft.order)"), "slot": .of(slot), "draftPosition": .of(slot.map { Int($0) + 1 }),
            "seatsTaken": .of(live?.memberCount),
            "currentPickNumber": .of(live?.currentPickNumber),
            "isTurn": .of(live.map { $0.status == .active && $0.seatOnClock == $0.seat(of: user) }),
            "deadline": .of(live?.runningClock?.deadline),
        ]
    }

    private static func json(of player: PlayerListing, in round: UInt8, _ slot: Slot?, _ snake: Snake) -> JSON {
        [
            "round": .of(round), "pickNumber": .of(slot.map { snake.pick(of: $0, in: round) }),
            "playerIndex": .of(player.index), "playerName": .of(player.name),
            "position": .of(player.position.abbreviation), "team": .name(player.team),
            "byeWeek": .of(player.byeWeek), "adp": .of(player.adp.map { JSON.number(Double($0) / 100) }),
        ]
    }

    // MARK: Settings

    @Sendable
    private func settings(_ exchange: Exchange) async throws -> Response {
        let (user, provider) = (try owner(exchange), payments?.configuration.withdrawals)
        return try await reader.read { ledger in
            let alerts = UserState.folding(try ledger.stream(.user(user))).alerts
            return Response(
                json: [
                    "user": .of(user), "name": .name(try ledger.profile(of: user)?.displayName ?? ""),
                    "alerts": alerts.json, "withdrawalProvider": .of(provider),
                ])
        }
    }

    /// `{"name":"Anna"}`: sets the name that others see. It is outside the ledger, where it can be erased. A command
    /// sets the alerts.
    @Sendable
    private func setSettings(_ exchange: Exchange) async throws -> Response {
        let user = try owner(exchange)
        guard exchange.caller.user == user else { throw Problem(.forbidden, "Only the user can change this name.") }
        let (bytes, _) = try await exchange.body(upTo: 4_096)
        // A body that is not JSON has no name either.
        guard let name = (try? JSONDocument(bytes).root)?["name"]?.string else {
            throw Problem(.badRequest, "'name' is missing or not a string.")
        }
        try await authentication.setDisplayName(name, of: user)
        return try await settings(exchange)
    }
}
