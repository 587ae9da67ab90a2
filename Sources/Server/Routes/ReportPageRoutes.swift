import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Interchange
import Pages
import Platform
import Projections
import Records
import Reports
import Statements

/// Whole pages of figures: `/v1/reports.html` of what the ledger has, and `POST /v1/page` of a drafter's own export.
///
/// The export is written into a directory for temporary files for as long as it is read, and becomes no part of the ledger.
struct ReportPageRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations
    let pages: PagesInProgress

    init(_ server: ServerServices) {
        (reader, operations, pages) = (server.reader, server.operations, server.pages)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/reports.html", id: "getReportPage", tag: .reports, "Get all reports as one page.",
                details: "The page needs no network: it can be saved, sent and printed.", cost: .report,
                access: .checked(.reports), privacy: .filtered,
                query: Route.Parameter.ofReportFilter + [.position, references, site, season], answers: .html,
                problems: [404]
            ) { try await $0.page($1) },
            route(
                .post, "/v1/page", id: "makeExportPage", tag: .reports, "Make a page of a drafter's own export.",
                details:
                    "The body is an export of Underdog, DraftKings or Drafters: CSV of at most 4 MiB and 1,000 drafts. It is not stored, and becomes no part of the ledger.",
                cost: .page, access: .signedIn, privacy: .open,
                query: [
                    references, site, season,
                    .text("entry", length: 1...200, "Only this entry: its ID in the export."),
                    .text("name", length: 1...100, "The name of the file."),
                ], body: .csv, answers: .html, problems: [404]
            ) { try await $0.make($1) },
        ]
    }

    private static let references = Route.Parameter.choice(
        ReportPricing.reference.parameter.name, ValueReport.Reference.allCases.map(\.rawValue),
        "The reference of a pick; by default the first that any pick has."
    ).shared(as: "referenceOfPage")
    private static let site = Route.Parameter.text(
        ReportPricing.site.parameter.name, length: 1...64, ReportPricing.site.parameter.help
    ).shared(as: "siteOfPage")
    private static let season = Route.Parameter.integer(
        ReportPricing.season.parameter.name, Route.Parameter.positions, "The season of ADPs and games."
    ).shared(as: "seasonOfPage")

    /// The drafts that an export may have: more than members draft in a season.
    private static let mostDrafts = 1_000

    // MARK: The ledger's own

    @Sendable
    private func page(_ exchange: Exchange) async throws -> Response {
        let question = try exchange.reportQuestion()
        let (position, reference) = (try exchange.position(), try exchange.reference())
        let (site, season) = (exchange.query("site"), try exchange.season())
        // Users are found by their numbers only: to find them by an external ID would tell who plays.
        let user = question.user.flatMap { UInt64($0) }.map { UserID($0) }
        let (ledger, caller, rows) = (reader.ledger, exchange.caller, operations.rows)
        if let user { exchange.reads.note(user, .entries) }
        // A member's own page is made of that member's entries alone.
        let isOwn = !caller.maySeeField && user != nil && user == caller.user && question.contest == nil
        let contest = try await reader.read { ledger in
            let contest = try question.contest.map { try ledger.resolveTournament($0) }
            guard !caller.maySeeField, !isOwn else { return contest }
            guard try contest.map({ try ledger.isOver($0) }) ?? false else {
                throw ReportRoutes.refusal(isAboutOwn: true, to: try caller.known())
            }
            return contest
        }
        let html = try await reader.longReads.read(for: exchange.channel) { interest in
            try rows.check(ledger)
            let analysis = try Analysis(of: ledger, at: question.at, onlyOf: isOwn ? user : nil)
            try interest.check()
            return try Problem.explaining {
                let title = try contest.flatMap { try ledger.tournament($0)?.details.title }
                var page = ReportPage(
                    analysis, ReportFilter(question.filter(user: user, contest: contest), position: position),
                    heading: title ?? (isOwn ? "My drafts" : user.map { "Portfolio of user \($0)" } ?? "All drafts"),
                    filterWords: question.words(listing: nil))
                page.facts.source = .server
                try page.complete(from: ledger, reference: reference, site: site, season: season)
                page.attestation = try ledger.positionStatement(at: page.position)?.line
                return page.html
            }
        }
        return Self.answer(html)
    }

    // MARK: A drafter's export

    @Sendable
    private func make(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        var asked = ExportPage.Question()
        (asked.reference, asked.entry) = (try exchange.reference(), exchange.query("entry"))
        (asked.mostDrafts, asked.source) = (Self.mostDrafts, .server)
        let (site, season, question) = (exchange.query("site"), try exchange.season(), asked)
        let file = try ImportedFile(named: exchange.query("name") ?? "export.csv")
        defer { file.remove() }
        try await exchange.body(upTo: exchange.limits.exportBytes, into: file.path)
        try pages.begin(user)
        defer { pages.end(user) }
        let ledger = reader.ledger
        let html = try await reader.longReads.read(for: exchange.channel) { interest in
            // A packed file could be far larger than the body.
            guard try !file.isPacked() else {
                throw Problem(.badRequest, "The file is packed by gzip. Unpack it, and send it as CSV.")
            }
            let record = try Analysis(of: ledger, onlyOf: user)
            try interest.check()
            do {
                return try Problem.explaining {
                    try ExportPage(of: [file.path], question) { seasons in
                        try record.reference(
                            site: site, season: season, for: seasons,
                            isNeeded: question.reference?.needsDatedPositions ?? (site != nil))
                    }.html
                }
            } catch let error as InterchangeError {
                throw Problem(error.code == .tooLarge ? .tooLarge : .badRequest, file.naming(error.message))
            }
        }
        return Self.answer(html)
    }

    /// A page that loads nothing, and that no cache keeps.
    private static func answer(_ html: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentSecurityPolicy] = WebSite.policyOfReportPages
        headers[.referrerPolicy] = "same-origin"
        return Response(status: .ok, headers: headers, body: .init(Array(html.utf8)))
    }
}

/// The users whose page is being made: one of a user at a time, since a large one takes a thread of reports for seconds.
final class PagesInProgress: Sendable {
    private let users = Guarded<Set<UserID>>([])

    /// - Throws: `tooManyRequests` while another page of the user is being made.
    func begin(_ user: UserID) throws {
        guard users.withLock({ $0.insert(user).inserted }) else {
            throw Problem(
                .tooManyRequests, "Your earlier page is still being made. Wait for it, then send the file again.")
        }
    }

    func end(_ user: UserID) { users.withLock { _ = $0.remove(user) } }
}

extension Analysis {
    /// Returns what is on record for drafts of some seasons that are not in the ledger.
    fileprivate func reference(
        site: String?, season: SeasonID?, for seasons: Set<SeasonID>, isNeeded: Bool
    ) throws -> ExportPage.Reference {
        var known = ExportPage.Reference()
        known.positions =
            try recordedSite(site, of: season, for: seasons, isNeeded: isNeeded).map { recordedPositions(of: $0) } ?? []
        known.facts = seasons.sorted().flatMap { recordedFacts(of: $0) }
        known.schedule = (season ?? (seasons.count == 1 ? seasons.first : nil)).flatMap { recordedSchedule(of: $0) }
        return known
    }
}

extension Exchange {
    fileprivate func reference() throws -> ValueReport.Reference? {
        try choice(ReportPricing.reference.parameter.name, of: ValueReport.Reference.self)
    }
}
