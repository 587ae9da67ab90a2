import Draft
import DraftLedger
import Foundation
import Hummingbird
import HummingbirdCore
import Pages
import Projections
import Reports
import TextFormats

/// The routes of a user's teams, exposure and current drafts.
struct AppTeamRoutes: RouteGroup {
    let reader: LedgerReader
    let app: AppServices

    init(_ server: ServerServices) {
        (reader, app) = (server.reader, server.app)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/api/teams", id: "listAppTeams", tag: .app, "List the caller's teams.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppTeams")
            ) { try await $0.teams($1) },
            route(
                .get, "/api/teams/{team}", id: "getAppTeam", tag: .app, "Get a team of the caller.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppTeam")
            ) { try await $0.team($1) },
            route(
                .get, "/api/exposure", id: "getAppExposure", tag: .app, "Get the caller's exposure.", cost: .read,
                access: .signedIn, privacy: .open, answers: .app("AppExposure")
            ) { try await $0.exposure($1) },
            route(
                .get, "/api/drafts", id: "listAppDrafts", tag: .app, "List the caller's drafts.", cost: .read,
                access: .signedIn, privacy: .open,
                query: [.choice("speed", ["fast", "slow"], "Only contests of this speed.")], answers: .app("AppDrafts")
            ) { try await $0.drafts($1) },
            route(
                .get, "/api/players/{player}/stats", id: "getAppPlayerStats", tag: .app, "Get the figures of a player.",
                cost: .read, access: .anyone, privacy: .open, answers: .app("AppPlayerStats")
            ) { try await $0.stats($1) },
        ]
    }

    /// One of the user's entries, as it is found without reading its room.
    fileprivate struct Entry: Sendable {
        var id: EntryID
        var draft: RosterColumns.Draft
        var slot: Slot?
        /// The players by round; nil for a skipped pick.
        var players: [PlayerIndex?]
    }

    /// The user's entries in rooms of the app's, the last first.
    private static func entries(of user: UserID, in ledger: DraftLedger) throws -> [Entry] {
        var entries: [Entry] = []
        for part in try ledger.rosterColumns(of: user).parts {
            for draft in part.drafts where draft.tournament != nil && draft.preset != .untimed {
                for place in draft.first..<draft.end {
                    let players = part.players[Int(part.starts[place])..<Int(part.starts[place + 1])]
                    let slot = part.slots[place]
                    entries.append(
                        Entry(
                            id: part.entry(at: place, of: draft), draft: draft,
                            slot: slot == RosterColumns.noSlot ? nil : slot,
                            players: players.map { $0 == RosterColumns.noPlayer ? nil : $0 }))
                }
            }
        }
        return entries.sorted { $0.id > $1.id }
    }

    // MARK: Teams

    static let teams = Members<[Team]>("AppTeams", [.init("teams", each: Team.members) { $0 }])

    /// An entry of the user with the players that it has drafted.
    struct Team: Sendable {
        fileprivate let entry: Entry
        fileprivate let title: String?
        fileprivate let picks: [(round: UInt8, pick: PickNumber?, player: AppPlayer)]

        fileprivate init(_ entry: Entry, _ pools: AppPools, _ titles: inout Titles) throws {
            let pool = try pools.pool(entry.draft.pool, in: titles.ledger)
            let snake = entry.draft.snake
            self.entry = entry
            title = try titles.title(of: entry.draft.tournament)
            picks = entry.players.enumerated().compactMap { index, player in
                guard let player = player.flatMap({ pool.player($0, picks: snake.pickCount) }) else { return nil }
                let round = UInt8(index + 1)
                return (round, entry.slot.map { snake.pick(of: $0, in: round) }, player)
            }
        }

        static let members = Members<Team>(
            "AppTeam",
            [
                .init("id") { "\($0.entry.id)" }, .init("roomId") { "\($0.entry.draft.room)" },
                .init("tournamentId") { $0.entry.draft.tournament.map { "\($0)" } },
                .init("tournamentTitle") { $0.title }, .init("entryFeeCents") { $0.entry.draft.fee },
                .init("statusDetail") { $0.entry.draft.status.name },
                .init("startedAt") { $0.entry.draft.startedAt?.appDate }, .init("index") { $0.entry.slot },
                .init("rounds") { $0.entry.draft.rounds }, .init("picks", each: pick) { $0.picks },
            ])

        private static let pick: Members<(round: UInt8, pick: PickNumber?, player: AppPlayer)> = [
            .init("round") { $0.round }, .init("pickNumber") { $0.pick },
            .init("player", AppPlayer.members) { $0.player },
        ]
    }

    @Sendable
    private func teams(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let pools = app.pools
        return try await reader.read { ledger in
            var titles = Titles(ledger)
            let teams = try Self.entries(of: user, in: ledger).map { try Team($0, pools, &titles) }
            return Response(json: Self.teams.json(of: teams))
        }
    }

    @Sendable
    private func team(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let id = EntryID(try exchange.number("team", upTo: .max))
        let pools = app.pools
        return try await reader.read { ledger in
            guard let entry = try Self.entries(of: user, in: ledger).first(where: { $0.id == id }) else {
                throw Problem(.notFound, "You have no team \(id).")
            }
            var titles = Titles(ledger)
            return Response(json: Team.members.json(of: try Team(entry, pools, &titles)))
        }
    }

    /// A player with the number of the caller's entries that have drafted the player, and their share.
    typealias Exposure = (player: AppPlayer, entries: Int, percent: Int)

    static let exposure = Members<(entries: Int, players: [Exposure])>(
        "AppExposure", [.init("entries") { $0.entries }, .init("players", each: exposedPlayer) { $0.players }])

    private static let exposedPlayer: Members<Exposure> = [
        .init("player", AppPlayer.members) { $0.player }, .init("entries") { $0.entries },
        .init("exposurePercent") { $0.percent },
    ]

    /// The report about the caller's entries, those of drafts that are not over among them, in whole percent.
    @Sendable
    private func exposure(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let pools = app.pools
        return try await reader.read { ledger in
            let analysis = try Analysis(of: ledger, onlyOf: user, sitesPositions: false)
            let report = analysis.exposure(ReportFilter(RosterFilter(user: user, includeUnfinished: true)))
            let entries = report.scope.entries
            let rows = try report.rows.compactMap { row -> Exposure? in
                guard let listing = row.player.listings.last,
                    let player = try pools.pool(listing.pool, in: ledger)
                        .player(listing.index, picks: Ruleset.fast().snake.pickCount)
                else { return nil }
                // Half a percent is rounded up.
                let percent = (row.drafted * 200 + entries) / (2 * entries)
                return (player, row.drafted, percent)
            }
            return Response(json: Self.exposure.json(of: (entries, rows)))
        }
    }

    // MARK: Drafts

    /// A draft that is not over, as one of its members sees it.
    struct CurrentDraft: Sendable {
        let room: RoomState
        let title: String?
        let entry: EntryID
        let user: UserID
    }

    static let drafts = Members<[CurrentDraft]>("AppDrafts", [.init("drafts", each: draft) { $0 }])

    private static let draft: Members<CurrentDraft> = [
        .init("id") { "\($0.room.id)" }, .init("tournamentId") { $0.room.tournament.map { "\($0)" } },
        .init("tournamentTitle") { $0.title }, .init("status") { $0.room.status },
        .init("draftSpeed") { $0.room.ruleset.appSpeed }, .init("participantId") { "\($0.entry)" },
        .init("participants") { $0.room.memberCount }, .init("teams") { $0.room.ruleset.teams },
        .init("currentPickNumber") { $0.room.currentPickNumber },
        .init("totalPicks") { $0.room.ruleset.snake.pickCount },
        .init("isMyTurn") { $0.room.status == .active && $0.room.seatOnClock == $0.room.seat(of: $0.user) },
    ]

    /// `?speed=fast`: the user's drafts that are not over, the last first.
    @Sendable
    private func drafts(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let speed = exchange.query("speed")
        if let speed, !["fast", "slow"].contains(speed) {
            throw Problem(.badRequest, "'speed' is '\(speed)', expected fast or slow.")
        }
        return try await reader.read { ledger in
            var (titles, drafts) = (Titles(ledger), [CurrentDraft]())
            for entry in try Self.entries(of: user, in: ledger) where !entry.draft.status.isTerminal {
                guard let room = try ledger.room(entry.id.room), room.isTheApps,
                    speed.map({ $0 == room.ruleset.appSpeed }) ?? true
                else { continue }
                drafts.append(
                    CurrentDraft(room: room, title: try titles.title(of: room.tournament), entry: entry.id, user: user))
            }
            return Response(json: Self.drafts.json(of: drafts))
        }
    }

    /// A projection of points where the pool has one; the ledger knows of no season that was played.
    @Sendable
    private func stats(_ exchange: Exchange) async throws -> Response {
        let name = (exchange.parameters["player"] ?? "").removingPercentEncoding ?? ""
        let sight = try await app.sight()
        guard let pool = sight.pool, let index = pool.index(of: name) else {
            throw Problem(.notFound, "There is no player '\(name)'.")
        }
        let points = pool.players[Int(index)].projectedPoints
        return Response(json: Self.stats.json(of: points.map { Double($0) / 100 }))
    }

    static let stats = Members<Double?>(
        "AppPlayerStats",
        [
            .init("seasons", .list(.map(.any))) { _ in [] },
            .init("projected", projection) { $0 },
        ])

    private static let projection: Members<Double> = [.init("points") { $0 }]
}

/// The titles of contests, each looked up once.
private struct Titles {
    let ledger: DraftLedger
    private var known: [TournamentID: String] = [:]

    init(_ ledger: DraftLedger) { self.ledger = ledger }

    mutating func title(of contest: TournamentID?) throws -> String? {
        guard let contest else { return nil }
        if let title = known[contest] { return title }
        let title = try ledger.tournament(contest)?.details.title
        known[contest] = title
        return title
    }
}
