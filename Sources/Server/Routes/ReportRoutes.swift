import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Interchange
import Pages
import Projections
import Reports

/// The reports on the drafts of the field and of users: `/v1/reports/NAME` with the filters of the commands,
/// `/v1/users/U/exposure`, and the players at a seat's next pick.
struct ReportRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, operations) = (server.reader, server.operations)
    }

    static var routes: [Route] {
        ReportCatalogue.all.map { type in
            route(
                .get, "/v1/reports/\(type.name)",
                id: "report\(type.capitalizedName)",
                tag: .reports, "Report \(type.titleInSentence).", details: type.help.abstract, cost: .report,
                access: .checked(.reports),
                privacy: .filtered, query: Route.Parameter.ofReport(type), answers: .report(type), problems: [404]
            ) { try await $0.report(type, $1, of: nil) }
        } + [
            route(
                .get, "/v1/reports", id: "listReports", tag: .reports, "List the reports with their parameters.",
                cost: .read, access: .anyone, privacy: .open, answers: .json("ReportList")
            ) { _, _ in Response(json: ReportCatalogue.json) },
            route(
                .get, "/v1/users/{user}/exposure", id: "getUserExposure", tag: .reports,
                "Report the exposure of a user's entries.", cost: .report, access: .account("exposure"),
                privacy: .account(.entries),
                query: Route.Parameter.ofReport(ExposureRequest.self).filter { $0.name != "user" },
                answers: .report(ExposureRequest.self)
            ) {
                try await $0.report(
                    ExposureRequest.self, $1, of: UserID(try $1.number("user", upTo: UserID.maximum.number)))
            },
            route(
                .get, "/v1/rooms/{room}/seats/{seat}/next", id: "getNextPick", tag: .rooms,
                "Compare the players for a seat's next pick.", cost: .report, access: .checked(.seat),
                privacy: .filtered,
                query: [
                    .position, .text("site", "The site whose latest ADPs count; by default the only one, or the pool."),
                    .season("The season; by default the only one on record."),
                    .limitOfFigures(default: 25, "The maximum number of players."),
                ], answers: .page("NextPickReport")
            ) { try await $0.next($1) },
            route(
                .get, "/v1/balances", id: "listBalances", tag: .staff, "List the balances of all accounts.",
                cost: .report,
                access: .officers("The balance of all accounts"), privacy: .filtered, query: [.at],
                answers: .page("Balances")
            ) { try await $0.balances($1) },
        ]
    }

    /// - Parameter owner: the user whose entries count, if the path names one whom the caller may see.
    private func report(
        _ type: any TabledReport.Type, _ exchange: Exchange, of owner: UserID?
    ) async throws -> Response {
        let call = try exchange.reportCall(of: type, about: owner)
        let (question, request) = (call.question, call.request)
        // Users are found by their numbers only: to find them by an external ID would tell who plays.
        let user = question.user.flatMap { UInt64($0) }.map { UserID($0) }
        guard user != nil || !type.needsUser else {
            throw Problem(.badRequest, "The report '\(type.name)' needs a user. Add the parameter 'user'.")
        }
        let (ledger, caller, rows) = (reader.ledger, exchange.caller, operations.rows)
        if let user { exchange.reads.note(user, .entries) }
        let contest = try await reader.read { ledger in
            let contest = try question.contest.map { try ledger.resolveTournament($0) }
            let other = try request.otherContest.map { try ledger.resolveTournament($0) }
            guard owner == nil, !caller.maySeeField, !(request.isAboutOwn && user != nil && user == caller.user)
            else { return contest }
            // A report discloses whatever it is made of.
            let isOver = try contest.map { try ledger.isOver($0) && (other.map(ledger.isOver) ?? true) } ?? false
            guard isOver else { throw Self.refusal(isAboutOwn: request.isAboutOwn, to: try caller.known()) }
            return contest
        }
        let table: @Sendable (LongReads.Interest) throws -> FigureTable = { interest in
            try rows.check(ledger)
            let analysis = try Analysis(
                of: ledger, at: question.at, onlyOf: request.needsOnlyOwn ? user : nil,
                sitesPositions: request.needsSitesPositions)
            try interest.check()
            var source = ReportSource(
                ledger, analysis,
                ReportFilter(question.filter(user: user, contest: contest), position: request.position))
            source.limits = ExpectLimits(plays: Self.mostPlays, threads: 1) { try interest.check() }
            return try Problem.explaining { try call.table(of: source) }
        }
        if exchange.wantsDatabase {
            let bytes = try await reader.longReads.read(for: exchange.channel) { try table($0).database() }
            return Self.database(bytes, named: type.name)
        }
        let size = try ledger.size
        if question.at == .latest, let answer = exchange.unchanged("p\(size)") { return answer }
        return try await exchange.longPage(from: reader) { interest in
            let table = try table(interest)
            return (table, "p\(table.scope.ledgerPosition)")
        }
    }

    /// The problem of a report whose figures would disclose other members' entries.
    static func refusal(isAboutOwn: Bool, to user: UserID) -> Problem {
        let own = isAboutOwn ? " For your own entries add user=\(user)." : ""
        return Problem(
            .forbidden,
            "This report is about the entries of all users, which only analysts may see. For a contest that is over add "
                + "contest=NUMBER.\(own)")
    }

    /// Entries times seasons that one request may simulate: a thousand seasons of 150 entries, each in another draft of
    /// twelve.
    private static let mostPlays = 2_000_000

    private static func database(_ bytes: [UInt8], named name: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = Exchange.databaseType
        headers[.contentDisposition] = "attachment; filename=\"\(name).sqlite\""
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Accept, Authorization"
        return Response(status: .ok, headers: headers, body: .init(bytes))
    }

    /// Lists the players that are left at a seat's next pick, and the effect of each on its roster. The answer compares
    /// them with the user's other teams. It is for that user, and for officers, who see both.
    @Sendable
    private func next(_ exchange: Exchange) async throws -> Response {
        let (site, season) = (exchange.query("site"), try exchange.season())
        let (id, name) = (RoomID(try exchange.number("room")), exchange.parameters["seat"] ?? "")
        let (position, top) = (try exchange.position(), try exchange.number(ofQuery: "limit"))
        let (caller, rows) = (exchange.caller, operations.rows)
        // This precedes the queue for reads, so that a caller without access costs nothing.
        let user = try await reader.read { ledger in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            // Only callers that may see the room learn the users of its seats.
            try caller.demand(caller.maySee(room), "Room \(id)")
            guard let seat = Seat(name), let member = room.member(at: seat) else {
                throw Problem(.notFound, "Nobody sits on seat '\(name)' of room \(id).")
            }
            let isOwn = member.user.map(caller.maySeeAccount) ?? caller.isOfficer
            try caller.demand(isOwn, "The next pick of another seat")
            return member.user
        }
        if let user { exchange.reads.note(user, .entries, room: id) }
        let ledger = reader.ledger
        return try await exchange.longPage(from: reader) { interest in
            try rows.check(ledger)
            let analysis = try Analysis(of: ledger)
            try interest.check()
            let view = try ledger.view(ofRoom: "\(id)", at: .position(analysis.rosters.position))
            guard let seat = Seat(name), view.room.member(at: seat)?.user == user, !view.room.status.isTerminal else {
                throw Problem(.notFound, "Room \(id) is \(view.room.status.name): no pick is left to make.")
            }
            let drafted = analysis.season(of: view.room.tournament, startedAt: view.room.startedAt)
            let dated = try Problem.explaining {
                try analysis.dated(site: site, season: season, for: Set([drafted].compactMap(\.self)), isNeeded: false)
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
        let moment = try exchange.momentOfLedger()
        let (ledger, reads) = (reader.ledger, exchange.reads)
        return try await exchange.longPage(from: reader) { _ in
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

extension ReportRequest {
    /// The title within a sentence; abbreviations stay as they are.
    fileprivate static var titleInSentence: String {
        let title = help.title
        return title.dropFirst().first?.isUppercase == true ? title : title.prefix(1).lowercased() + title.dropFirst()
    }
}

extension Exchange {
    fileprivate static let databaseType = "application/vnd.sqlite3"

    /// Whether a report is asked for as an SQLite database.
    fileprivate var wantsDatabase: Bool { request.headers[.accept]?.contains(Self.databaseType) == true }
}

extension Caller {
    /// Reports over everybody's entries, also where they still draft.
    var maySeeField: Bool { roles.contains(.analyst) }
}

extension DraftLedger {
    /// Whether a contest takes no more entries, and all its rooms have ended.
    func isOver(_ contest: TournamentID) throws -> Bool {
        try tournaments().first { $0.tournament == contest }.map { [.complete, .cancelled].contains($0.status) }
            ?? false
    }
}
