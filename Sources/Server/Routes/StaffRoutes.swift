import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Records
import TextFormats

/// The routes of staff, approval requests, the actions of staff, and the pools to draft from.
struct StaffRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication

    init(_ server: ServerServices) {
        (reader, authentication) = (server.reader, server.authentication)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/staff", id: "listStaff", tag: .staff, "List the staff.", cost: .read,
                access: .staff("The list of staff"), privacy: .open, answers: .page("Staff")
            ) { try await $0.staff($1) },
            route(
                .get, "/v1/staff/actions", id: "listStaffActions", tag: .staff, "List the actions of staff.",
                details: "With their reasons and approvals.", cost: .report, access: .auditors("The actions of staff"),
                privacy: .filtered,
                query: [
                    .text("actor", "Only actions of this actor: a role, a user number or both, such as admin/7."),
                    .user("Only actions about this user."),
                    .room("Only actions in this room."), .since, .until,
                    .from, .limit,
                ], answers: .lines("StaffAction")
            ) { try await $0.actions($1) }.formerly("/v1/staff/acts"),
            route(
                .get, "/v1/approvals", id: "listApprovals", tag: .staff, "List the approval requests.", cost: .read,
                access: .staff("The list of approval requests"), privacy: .open, query: Route.Parameter.cursor,
                answers: .page("Approvals").paged
            ) { try await $0.approvals($1) }.formerly("/v1/measures"),
            route(
                .get, "/v1/approvals/{approval}", id: "getApproval", tag: .staff, "Get an approval request.",
                cost: .read,
                access: .staff("An approval request"), privacy: .open, answers: .page("Approval")
            ) { try await $0.approval($1) }.formerly("/v1/measures/{approval}"),
            route(
                .get, "/v1/pools", id: "listPools", tag: .pools, "List the latest player pools.", cost: .read,
                access: .staff("The list of pools"), privacy: .open, query: Route.Parameter.cursor,
                answers: .json("PoolList").paged
            ) { try await $0.pools($1) },
        ]
    }

    /// Pools that are listed: those of the highest numbers.
    private static let poolLimit: UInt64 = 200

    @Sendable
    private func staff(_ exchange: Exchange) async throws -> Response {
        let told = authentication.accounts.told
        return try await exchange.page(from: reader) { ledger in
            let (staff, tag) = (try ledger.staff(), told.tag)
            return (StaffPage(staff: staff, names: LedgerNames(ledger)), "s\(staff.version).\(tag)")
        }
    }

    /// Returns the actions of staff like `staff log`: JSON Lines, or CSV.
    @Sendable
    private func actions(_ exchange: Exchange) async throws -> Response {
        let actor = try exchange.query("actor").map { text in
            guard let actor = ActorPattern(text) else {
                throw Problem(
                    .badRequest, "'actor' is '\(text)': expected a role, a user's number, or both, such as admin/7.")
            }
            return actor
        }
        var filter = EventFilter(actor: actor, since: try exchange.time("since"), until: try exchange.time("until"))
        filter.staffOnly = true
        let user = try exchange.userOfQuery()
        let room = try exchange.roomOfQuery()
        let from = try exchange.natural("from") ?? 0
        let limit = try exchange.number(ofQuery: "limit")
        let (ledger, format, asked) = (reader.ledger, exchange.pageFormat, filter)
        let (caller, reads) = (exchange.caller, exchange.reads)
        return try await reader.longReads.read(for: exchange.channel) { interest in
            let names = LedgerNames(ledger)
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            let lines = StaffActionLines(as: format, on: .file, names: names)
            var (text, count, next) = (lines.head, 0, UInt64?.none)
            try ledger.events(matching: asked, from: from) { event in
                try interest.check()
                guard try !withholding.withholds(event) else { return true }
                guard let act = try StaffAction(try ledger.told(event), names: names, in: ledger),
                    (user ?? act.user) == act.user,
                    (room ?? act.room) == act.room
                else { return true }
                guard count < limit else {
                    next = event.position
                    return false
                }
                // The list has the payments that providers report, with their amounts.
                if case .wallet(let owner) = event.stream { reads.note(owner, .money) }
                count += 1
                text += lines.line(of: act)
                return true
            }
            let type = format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson"
            return Exchange.text(
                text, as: type, next: limit > 0 ? next.map { exchange.address(replacing: "from", by: "\($0)") } : nil)
        }
    }

    @Sendable
    private func approvals(_ exchange: Exchange) async throws -> Response {
        let ledger = reader.ledger
        return try await exchange.longPage(from: reader) { _ in
            let measures = try exchange.cut(try ledger.measures()) { $0.number }.compactMap { id in
                try ledger.measure(id).map { (id, $0, reason: try ledger.told($0.proposed.reason).description) }
            }
            return (ApprovalsPage(measures: measures, names: LedgerNames(ledger)), nil)
        }
    }

    @Sendable
    private func approval(_ exchange: Exchange) async throws -> Response {
        let id = MeasureID(try exchange.number("approval"))
        let told = authentication.accounts.told
        return try await exchange.page(from: reader) { ledger in
            let tag = told.tag
            let events = try ledger.stream(.measure(id)).map { try ledger.told($0) }
            guard let page = try ApprovalPage(id, events, in: ledger) else {
                throw Problem(.notFound, "There is no approval request \(id).")
            }
            return (page, "m\(id).\(events.last?.version ?? 0).\(tag)")
        }
    }

    /// Lists the latest pools, on which contests can be opened, in the order of their numbers.
    @Sendable
    private func pools(_ exchange: Exchange) async throws -> Response {
        return try await reader.read { ledger in
            let end = try ledger.freeNumbers().pool.number
            let first = max(1, end > Self.poolLimit ? end - Self.poolLimit : 1)
            let numbers = try exchange.cut(Array(first..<max(first, end))) { $0 }
            let pools = try numbers.compactMap { try ledger.pool(PoolID($0)) }
            return Response(json: .array(pools, Self.listedPool.json))
        }
    }

    static let listedPool: Members<PoolState> = [
        .init("pool") { $0.id }, .init("title") { Name($0.title) }, .init("externalID") { Name($0.externalID) },
        .init("players") { $0.players.count },
    ]
}
