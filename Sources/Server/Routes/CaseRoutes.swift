import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import Replay
import Reports

/// The routes of an officer's work outside the rooms: cases, patterns, and the audit of everything.
struct CaseRoutes: RouteGroup {
    let reader: LedgerReader
    let results: Results

    init(_ server: ServerServices) {
        (reader, results) = (server.reader, server.results)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/cases", id: "listCases", tag: .cases, "List the cases.",
                details:
                    "In the order in which they were opened. `after` is the `openedPosition` of a case, because the numbers of cases are random.",
                cost: .readUnless("againstRules"), access: .checked(.claims), privacy: .filtered,
                query: Route.Parameter.cursor + [
                    .user("Only cases of this claimant."),
                    .choice(
                        "status", CaseStatus.allCases.map(\.name),
                        "Only cases with this status."),
                    .text("openedBefore", length: 1...200, "Only cases that were opened before then."),
                    .flag("againstRules", "Only cases whose resolution differs from the rules; for officers."),
                ], answers: .page("Cases").paged
            ) { try await $0.cases($1) },
            route(
                .get, "/v1/cases/{case}", id: "getCase", tag: .cases, "Get a case and the verdict of the rules.",
                cost: .read, access: .checked(.claims), privacy: .filtered, answers: .page("Case")
            ) { try await $0.one($1) },
            route(
                .get, "/v1/integrity-indicators", id: "listIntegrityIndicators", tag: .staff,
                "List integrity indicators.", cost: .report,
                access: .officers("The report on integrity indicators"), privacy: .open,
                query: [
                    .choice("kind", of: UnusualFinding.Kind.self, "Only indicators of this kind."),
                    .limitOfFigures(default: 10, "The maximum number of indicators of each kind."),
                ], answers: .page("IntegrityIndicators")
            ) { try await $0.unusual($1) }.formerly("/v1/unusual"),
            route(
                .get, "/v1/audit", id: "getAudit", tag: .staff, "Get the progress and result of the audit.",
                cost: .read,
                access: .officers("The audit"), privacy: .filtered, answers: .json("Audit")
            ) { try await $0.audit(for: $1) },
            route(
                .post, "/v1/audit", id: "startAudit", tag: .staff, "Start the audit of the whole ledger.", cost: .write,
                access: .officers("The audit"), privacy: .open, answers: .accepted("Audit")
            ) { try await $0.startAudit($1) },
        ]
    }

    /// Lists cases like `case list`: all for officers, upheld cases for cashiers, and their own for all users.
    @Sendable
    private func cases(_ exchange: Exchange) async throws -> Response {
        let caller = exchange.caller
        let user = try exchange.userOfQuery()
        let againstRules = try exchange.flag("againstRules", named: "true")
        // A verdict discloses what others tried without success, perhaps in a live draft.
        let isOwn = user != nil && user == caller.user && !againstRules
        let status = try exchange.query("status").map { text in
            guard let status = CaseStatus(text) else {
                let known = CaseStatus.allCases.map(\.name).joined(separator: ", ")
                throw Problem(.badRequest, "'status' is '\(text)': expected one of \(known).")
            }
            return status
        }
        let isToBePaid = caller.roles.contains(.cashier) && status == .verdict(.upheld) && !againstRules
        try caller.demand(
            caller.isOfficer || isOwn || isToBePaid, "Cases of others, and the verdict of the rules on them")
        let end = try exchange.time("openedBefore")
        let isChosen = user != nil || status != nil || end != nil || againstRules
        let (ledger, reads) = (reader.ledger, exchange.reads)
        return try await exchange.longPage(from: reader) { interest in
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            var cases = try ledger.cases().compactMap { CaseSummary($0, try ledger.caseHistory($0)) }.filter { found in
                (user == nil || found.state.opened.claimant == user) && status?.includes(found.state) ?? true
                    && end.map { found.openedAt < $0 } ?? true
            }
            if againstRules {
                cases = try cases.compactMap { found in
                    try interest.check()
                    // The verdict of the rules discloses what members tried without success.
                    guard found.state.resolution != nil, try !withholding.isLive(found.state.opened.room) else {
                        return nil
                    }
                    var found = found
                    found.rules = try ledger.casePage(found.id).verdict
                    return found.isAgainstRules ? found : nil
                }
            }
            cases = try exchange.cut(cases) { $0.openedPosition }
            for found in cases {
                if let claimant = found.state.opened.claimant { reads.note(claimant, .cases) }
            }
            return (CasesPage(cases: cases, isChosen: isChosen, names: LedgerNames(ledger)), nil)
        }
    }

    /// Returns a case like `case show`, for officers, and for the claimant when the draft is over. A cashier sees the
    /// record of an upheld case, from which a refund may follow, but not the verdict of the rules, which discloses the
    /// actions of others.
    @Sendable
    private func one(_ exchange: Exchange) async throws -> Response {
        let (id, caller, ledger) = (CaseID(try exchange.number("case")), exchange.caller, reader.ledger)
        let reads = exchange.reads
        let record = try await reader.read { ledger -> CaseRecord? in
            let record = try CaseRecord(id, in: ledger)
            let opened = record?.opened
            let room = try opened.flatMap { try ledger.room($0.room) }
            let isOver = room?.status.isTerminal ?? false
            if let claimant = opened?.claimant { reads.note(claimant, .cases, room: opened?.room, dispute: id) }
            guard !caller.isOfficer else {
                guard record != nil else { throw Problem(.notFound, "There is no case \(id).") }
                guard isOver else { return record }
                for member in room?.members ?? [] {
                    if let user = member?.user { reads.note(user, .draft, room: opened?.room, dispute: id) }
                }
                return nil
            }
            let isOwn = caller.user != nil && opened?.claimant == caller.user
            if isOwn && isOver { return nil }
            let isToBePaid = caller.roles.contains(.cashier) && record?.resolution?.content.verdict == .upheld
            try caller.demand(isToBePaid, "A case that is not yours, or whose draft is under way")
            return record
        }
        if let record {
            return try await exchange.page(from: reader) { ledger in
                let untold = CasePage.Judgment.unjudged(
                    "Only officers can see the verdict of the rules on a case, when the draft is over.")
                return (CasePage(record: record, judgment: untold, names: LedgerNames(ledger)), nil)
            }
        }
        return try await exchange.longPage(from: reader) { _ in (try ledger.casePage(id), nil) }
    }

    @Sendable
    private func unusual(_ exchange: Exchange) async throws -> Response {
        let kind = try exchange.choice("kind", of: UnusualFinding.Kind.self)
        let (top, ledger) = (try exchange.number(ofQuery: "limit"), reader.ledger)
        return try await exchange.longPage(from: reader) { _ in
            let kinds = kind.map { [$0] } ?? UnusualFinding.Kind.allCases
            var unusual = Unusual(ledger)
            unusual.top = top
            return (
                IntegrityPage(of: kinds, findings: try unusual.findings(of: kinds), names: LedgerNames(ledger)), nil
            )
        }
    }

    /// Starts the audit of the whole ledger, unless one is running.
    @Sendable
    private func startAudit(_ exchange: Exchange) async throws -> Response {
        try results.audit.start(on: reader.longReads)
        return try await audit(for: exchange, status: .accepted)
    }

    /// The audit of everything without what it says of drafts that are not over.
    private func audit(for exchange: Exchange, status: HTTPResponse.Status = .ok) async throws -> Response {
        let (json, caller, reads) = (results.audit.json, exchange.caller, exchange.reads)
        return try await reader.read { ledger in
            var withholding = Withholding(from: caller, in: ledger, noting: reads)
            return Response(json: try withholding.audit(json, in: ledger), status: status)
        }
    }
}
