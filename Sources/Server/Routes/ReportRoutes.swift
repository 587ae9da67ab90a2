import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Interchange
import Pages
import Projections
import Reports

/// What the field drafts, and what everybody has: `/v1/reports/NAME` with the filters of the commands,
/// `/v1/users/U/exposure`, and what a seat's next pick finds.
struct ReportRoutes {
    let house: House

    var routes: [Route] {
        ReportKind.allCases.map { kind in
            Route(.get, "/v1/reports/\(kind.rawValue)") { try await report(kind, $0, of: nil) }
        } + [
            Route(.get, "/v1/users/{user}/exposure") { exchange in
                let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
                try exchange.caller.demand(exchange.caller.maySeeAccount(of: user), "User \(user)'s exposure")
                return try await report(.exposure, exchange, of: user)
            },
            Route(.get, "/v1/rooms/{room}/seats/{seat}/next", next),
            Route(.get, "/v1/balances", balances),
        ]
    }

    /// - Parameter owner: whose entries count, where the path says it and it was looked at who asks.
    private func report(_ kind: ReportKind, _ exchange: Exchange, of owner: UserID?) async throws -> Response {
        let question = try exchange.question(of: kind, about: owner)
        let maker = try kind.maker(exchange, question, house.ledger)
        let (position, isOwnOnly) = (try exchange.position(), try kind.isOwnOnly(exchange))
        let (needsOwnOnly, sitesPositions) = (try kind.needsOwnOnly(exchange), try kind.needsSitesPositions(exchange))
        // Nobody is found by an id at the outside here: that would tell who plays.
        let user = try owner ?? exchange.ordinal("user", upTo: UserID.maximum.number).map { UserID($0) }
        let (ledger, caller, rows) = (house.ledger, exchange.caller, house.operations.rows)
        if let user { exchange.reads.note(user, .entries) }
        let like = kind == .expect ? exchange.query("like") : nil
        let contest = try await house.reading { ledger in
            let contest = try question.contest.map { try ledger.resolveTournament($0) }
            let like = try like.map { try ledger.resolveTournament($0) }
            guard owner == nil, !caller.maySeeField, !(isOwnOnly && user != nil && user == caller.user) else {
                return contest
            }
            // What simulated seasons are made of shows in them.
            let isOver = try contest.map { try ledger.isOver($0) && (like.map(ledger.isOver) ?? true) } ?? false
            try caller.demand(isOver, "A report over the field of what is not over")
            return contest
        }
        let table: @Sendable (LongReads.Interest) throws -> FigureTable = { interest in
            try rows.check(ledger)
            let analysis = try Analysis(
                of: ledger, at: question.at, onlyOf: needsOwnOnly ? user : nil, sitesPositions: sitesPositions)
            try interest.check()
            let filter = ReportFilter(question.filter(user: user, contest: contest), position: position)
            var table = try Problem.explaining { try maker(analysis, filter, interest) }
            if kind.hasSideFindings { table.note(analysis.sideFindings) }
            return table
        }
        if exchange.wantsDatabase {
            let bytes = try await house.operations.longReads.read(for: exchange.channel) { try table($0).database() }
            return Self.database(bytes, named: kind.rawValue)
        }
        let size = try ledger.size
        if question.at == .latest, let answer = exchange.unchanged("p\(size)") { return answer }
        return try await exchange.longPage(from: house) { interest in
            let table = try table(interest)
            return (table, "p\(table.scope.ledgerPosition)")
        }
    }

    private static func database(_ bytes: [UInt8], named name: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = Exchange.databaseType
        headers[.contentDisposition] = "attachment; filename=\"\(name).sqlite\""
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Accept, Authorization"
        return Response(status: .ok, headers: headers, body: .init(bytes))
    }

    /// Who is left at a seat's next pick, and what each would make of its roster, beside what its user has elsewhere: for
    /// that user, and for officers, who see both.
    @Sendable
    private func next(_ exchange: Exchange) async throws -> Response {
        try exchange.checkParameters(["position", "site", "season", "top", "after"])
        let site = try exchange.site()
        let (id, name) = (RoomID(try exchange.number("room")), exchange.parameters["seat"] ?? "")
        let (position, top) = (try exchange.position(), try exchange.positive("top") ?? 25)
        let (caller, rows) = (exchange.caller, house.operations.rows)
        // Before anybody waits for a turn: who may not see it, costs nothing.
        let user = try await house.reading { ledger in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            // Who sits where is told by who may see the room alone.
            try caller.demand(caller.maySee(room), "Room \(id)")
            guard let seat = Seat(name), let member = room.member(at: seat) else {
                throw Problem(.notFound, "Nobody sits on seat '\(name)' of room \(id).")
            }
            let isOwn = member.user.map(caller.maySeeAccount) ?? caller.isOfficer
            try caller.demand(isOwn, "The next pick of seat \(seat)")
            return member.user
        }
        if let user { exchange.reads.note(user, .entries, room: id) }
        let ledger = house.ledger
        return try await exchange.longPage(from: house) { interest in
            try rows.check(ledger)
            let analysis = try Analysis(of: ledger)
            try interest.check()
            let view = try ledger.view(ofRoom: "\(id)", at: .position(analysis.rosters.position))
            guard let seat = Seat(name), view.room.member(at: seat)?.user == user, !view.room.status.isTerminal else {
                throw Problem(.notFound, "Room \(id) is \(view.room.status.name): no pick is left to make.")
            }
            let dated = try Problem.explaining {
                try site.dated(
                    analysis,
                    for: Set(
                        [analysis.season(of: view.room.tournament, startedAt: view.room.startedAt)].compactMap(\.self)),
                    isNeeded: false)
            }
            let report = analysis.nextPick(
                of: seat, in: view.room, pool: view.pool, user: user, dated: dated, position: position)
            let words = [user.map { "user \($0)" } ?? "no user"] + (position.map { ["\($0.abbreviation) only"] } ?? [])
            var table = FigureTable.nextPick(
                report, listing: Array(report.rows.prefix(top)), filter: words.joined(separator: ", "))
            table.note(dated?.findings ?? [])
            table.note(analysis.sideFindings)
            return (table, nil)
        }
    }

    /// All accounts, for officers.
    @Sendable
    private func balances(_ exchange: Exchange) async throws -> Response {
        try exchange.caller.demand(exchange.caller.roles.contains(.officer), "What all accounts hold")
        let moment = try exchange.momentOfLedger()
        let (ledger, reads) = (house.ledger, exchange.reads)
        return try await exchange.longPage(from: house) { _ in
            let rows = try ledger.balances(at: moment).accountRows
            for row in rows {
                switch row.account {
                case .available(let user), .held(let user): reads.note(user, .money)
                default: break
                }
            }
            return (BalancesPage(rows: rows, statements: try ledger.providerStatements(at: moment)), nil)
        }
    }
}

extension Exchange {
    fileprivate static let databaseType = "application/vnd.sqlite3"

    /// Whether a report is asked for as an SQLite database.
    fileprivate var wantsDatabase: Bool { request.headers[.accept]?.contains(Self.databaseType) == true }
}

extension Caller {
    /// Reports over everybody's entries, also where they still draft.
    fileprivate var maySeeField: Bool { roles.contains(.analyst) }
}

extension DraftLedger {
    /// Whether a contest takes no more entries, and all its rooms have ended.
    fileprivate func isOver(_ contest: TournamentID) throws -> Bool {
        try tournaments().first { $0.tournament == contest }.map { [.complete, .cancelled].contains($0.status) }
            ?? false
    }
}
