import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Interchange
import NIOCore
import Pages
import Platform
import Records
import TextFormats
import Tokens

/// `POST /v1/imports`: a file about a season, or a site's rankings, recorded as commands of the caller.
///
/// Nothing that is in the ledger is recorded again, so clients can send the same file any number of times. Each command is decided
/// by itself, as if the caller had sent it to `/v1/commands`.
struct ImportRoutes: RouteGroup {
    let reader: LedgerReader
    let commands: CommandService
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, commands, operations) = (server.reader, server.commands, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .post, "/v1/imports", id: "importFile", tag: .imports, "Import a file about a season, or rankings.",
                details:
                    "The body is CSV, or gzip of CSV. Rows that are on record already are skipped, so the same file may be sent again. If a row is refused, the answer is 422 with the same shape.",
                cost: .write, access: .checked(.imports), privacy: .open,
                query: parameters + [.flag("dryRun", "Check everything and record nothing.")], body: .csv,
                answers: .json("ImportSummary").orRefused(422), problems: [422]
            ) { try await $0.post($1) },
            route(
                .post, "/v1/imports/plan", id: "planImport", tag: .imports, "Plan an import and record nothing.",
                details:
                    "The body and the parameters of /v1/imports. The answer has the commands that record what is missing: clients that hold a signing key sign each and send it to /v1/commands, in this order. Rows that are not valid are listed in `refused`.",
                cost: .write, access: .checked(.imports), privacy: .open, query: parameters, body: .csv,
                answers: .json("ImportPlan")
            ) { try await $0.makePlan($1) },
        ]
    }

    /// The facts about the file besides its rows.
    private static let parameters = facts.map { $0.shared(as: "\($0.name)OfImport") }

    private static let facts: [Route.Parameter] = [
        .choice("as", kinds.map(\.dialect.rawValue), "The kind of file.").required,
        .season("For all kinds except rankings: the year in which the season begins."),
        .text("name", "The name of the file."),
        .text("reason", "The reason for a correction of recorded figures."),
        .text("scoring", "For scores: the name of the scoring."),
        .flag("final", "For scores: the weeks of the file are complete."),
        .text("site", "For adp: the site."),
        .day("date", "For adp: the day, if the file does not have it."),
        .text("slate", "For adp: the site's slate, such as superflex; by default its main one."),
        .text("map", "Other names of columns, as NAME=COLUMN, separated by commas."),
    ]

    /// Kinds of files that are commands of staff, with a kind of command that each leads to.
    private static let kinds: [(dialect: ImportDialect, kind: CommandKind)] = [
        (.rankings, .publishPool), (.scores, .recordScores), (.adp, .recordNotes), (.players, .recordNotes),
        (.schedule, .recordGames),
    ]

    @Sendable
    private func post(_ exchange: Exchange) async throws -> Response {
        let isDryRun = try exchange.flag("dryRun", named: "true")
        let (page, summary) = try await run(exchange, isDryRun: isDryRun, plan: nil)
        return Response(json: page.json, status: summary.isComplete ? .ok : .unprocessableContent)
    }

    /// Returns the commands of an import without sending them, for clients that sign by themselves.
    @Sendable
    private func makePlan(_ exchange: Exchange) async throws -> Response {
        let plan = ImportPlan()
        let (page, _) = try await run(exchange, isDryRun: true, plan: plan)
        return Response(json: Self.plan.json(of: (page, plan.commands)))
    }

    static let plan = Members<(page: ImportPage, commands: [Command])>(
        "ImportPlan",
        ImportPage.members.of { $0.page } + [
            .init("commands", .list(.named("Command"))) { plan in
                .array(plan.commands) { .encoded(CommandRequest($0).json) }
            }
        ])

    private func run(
        _ exchange: Exchange, isDryRun: Bool, plan: ImportPlan?
    ) async throws -> (page: ImportPage, summary: ImportSummary) {
        let user = try exchange.caller.known()
        let (dialect, kind) = try self.kind(exchange)
        guard commands.mayAct(exchange.caller, by: kind, for: nil) else {
            throw Problem(.forbidden, "Importing \(dialect.rawValue) takes a staff role: operator or importer.")
        }
        let source = try source(dialect, exchange)
        let columns = try self.columns(exchange)
        let file = try ImportedFile(named: exchange.query("name") ?? "\(dialect.rawValue).csv")
        defer { file.remove() }
        try await exchange.body(upTo: exchange.limits.importBytes, into: file.path)
        let arrival = reader.now
        let summary = try await reader.longReads.read(for: exchange.channel) { interest in
            let desk = ImportingDesk(
                reader: reader, commands: commands, operations: operations, sender: .admin(user), arrival: arrival,
                isDryRun: isDryRun, plan: plan, interest: interest)
            do {
                return file.naming(
                    dialect == .rankings
                        ? try desk.publish(rankingsAt: file.path, columns)
                        : try HistoryImport(source, isDryRun: isDryRun, columns: columns).run([file.path], into: desk))
            } catch let error as InterchangeError {
                throw Problem(.badRequest, file.naming(error.message))
            } catch let error as DraftLedgerError {
                operations.health.note(error)
                throw Problem(error, ofLedgerAt: reader.ledger.path)
            }
        }
        return (ImportPage(summary: summary, dialect: dialect, isDryRun: isDryRun), summary)
    }

    private func columns(_ exchange: Exchange) throws -> ColumnMap {
        do throws(InterchangeError) {
            return try ColumnMap(exchange.query("map").map { [$0] } ?? [])
        } catch {
            throw Problem(.badRequest, error.message)
        }
    }

    private func kind(_ exchange: Exchange) throws -> (dialect: ImportDialect, kind: CommandKind) {
        let text = exchange.query("as") ?? ""
        guard let row = Self.kinds.first(where: { $0.dialect.rawValue == text }) else {
            let names = Self.kinds.map(\.dialect.rawValue).joined(separator: ", ")
            throw Problem(
                .badRequest,
                "'as' is '\(text)': expected one of \(names). Other history goes into a ledger without a server.")
        }
        return row
    }

    private func source(_ dialect: ImportDialect, _ exchange: Exchange) throws -> ImportSource {
        let statements = ImportStatement.allCases.filter { $0.dialects.contains(dialect) }
        try exchange.checkParameters(only: Set(["as", "dryRun", "map", "name"] + statements.map(\.rawValue)))
        if dialect == .rankings { return .rankings }
        guard let season = try exchange.season() else {
            throw Problem(.badRequest, "The season is missing: 'season' is the year in which it begins, such as 2026.")
        }
        let reason = exchange.query("reason")
        if dialect == .scores {
            return .scores(
                ScoreTerms(
                    season: season, scoring: exchange.query("scoring") ?? ScoringSet.halfPPR, reason: reason,
                    isFinal: try exchange.flag("final", named: "true")))
        }
        let day = try exchange.day("date")
        let (site, slate) = (exchange.query("site"), exchange.query("slate"))
        if let fault = ImportStatement.fault(ofSite: site, slate: slate) { throw Problem(.badRequest, fault) }
        let terms = NoteTerms(season: season, site: site, slate: slate, day: day, reason: reason)
        return dialect == .adp ? .adp(terms) : dialect == .players ? .players(terms) : .schedule(terms)
    }
}

/// A file of a client, for as long as it is read.
struct ImportedFile: Sendable {
    private let folder: String
    let path: String

    /// - Parameter name: as the client calls it, and the ledger does.
    init(named name: String) throws {
        guard (1...100).contains(name.utf8.count), name.isPrintable, !name.hasPrefix("."), !name.contains("/") else {
            throw Problem(.badRequest, "'name' is '\(name)': expected the name of a file, of up to 100 bytes.")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "draftledger-import-\(UUID().uuidString)")
            .path()
        path = folder + "/" + name
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)  // of temporary files the system takes care as well
    }

    /// Whether gzip has packed it.
    func isPacked() throws -> Bool {
        try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2) == Data([0x1F, 0x8B])
    }

    /// A text in which the file goes by its name alone.
    func naming(_ text: String) -> String { text.replacing(folder + "/", with: "") }

    func naming(_ summary: ImportSummary) -> ImportSummary {
        var summary = summary
        for index in summary.refused.indices { summary.refused[index].file = naming(summary.refused[index].file) }
        summary.notes = summary.notes.map(naming)
        return summary
    }
}

/// The commands of an import that is only planned, in their order.
private final class ImportPlan: Sendable {
    private let planned = Guarded<[Command]>([])

    var commands: [Command] { planned.withLock { $0 } }

    func add(_ commands: [Command]) { planned.withLock { $0 += commands } }
}

/// Sends what files tell to the desk, one command after the other.
private struct ImportingDesk: SeasonPlace {
    let reader: LedgerReader
    let commands: CommandService
    let operations: Operations
    let sender: Sender
    let arrival: Timestamp
    let isDryRun: Bool
    /// Takes the commands of an import that is only planned; nil for any other.
    let plan: ImportPlan?
    let interest: LongReads.Interest

    var cryptography: LedgerCryptography? { reader.ledger.cryptography }

    func season(_ id: SeasonID) throws -> SeasonState? { try reader.ledger.season(id) }

    func notes(_ id: SeasonID) throws -> NotesState? { try reader.ledger.notes(of: id) }

    func record(_ commands: [Command], events: [PendingEvent]) throws {
        plan?.add(commands)
        guard !isDryRun else { return }
        for command in commands { _ = try demand(command) }
    }

    func finish() {}

    /// - Returns: how many events the command led to.
    /// - Throws: `PlaceRefused` with the refusal; `CancellationError` if the client has disconnected.
    private func demand(_ command: Command) throws -> UInt64 {
        try interest.check()
        let start = ContinuousClock.now
        let plain = SentCommand(line: 1, command: command, actor: sender, id: .random(), occurredAt: arrival)
        let sent = try commands.devStaff?.signed(plain) ?? plain
        let outcome = try reader.ledger.sendBlocking(
            sent.command, as: sent.actor, id: sent.id, occurredAt: sent.occurredAt, seal: sent.seal)
        operations.health.note(nil)
        operations.metrics.note(command.kind, outcome.name, after: ContinuousClock.now - start)
        switch outcome {
        case .accepted(let events, _): return UInt64(events.count)
        case .refused(let refusal, _, _): throw PlaceRefused("\(refusal.code.name): \(refusal.message)")
        }
    }

    private func isKnown(_ pool: PublishPool) throws -> Bool {
        try reader.ledger.pools().contains { try reader.ledger.pool($0)?.externalID == pool.externalID }
    }

    /// Publishes rankings as a pool, unless there is that pool already.
    func publish(rankingsAt path: String, _ columns: ColumnMap) throws -> ImportSummary {
        var summary = ImportSummary()
        do {
            let pool = try PublishPool(rankingsAt: path, columns: columns)
            while true {
                if try isKnown(pool) {
                    summary.skipped += 1
                    return summary
                }
                let number = try reader.ledger.freeNumbers().pool
                guard !isDryRun else {
                    plan?.add([.pool(number, .publishPool(pool))])
                    summary.events += UInt64(pool.players.count) + 1
                    break
                }
                do {
                    summary.events += try demand(.pool(number, .publishPool(pool)))
                    break
                } catch let refused as PlaceRefused {
                    // Somebody else may have taken the number meanwhile.
                    guard try reader.ledger.freeNumbers().pool == number else { continue }
                    throw ImportIssue(
                        file: path, place: nil, found: "rankings that are refused (\(refused.reason))",
                        expected: "a pool that the ledger takes")
                }
            }
            summary.imported += 1
        } catch let issue as ImportIssue {
            summary.refused.append(issue)
        }
        return summary
    }
}
