import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Merkle
import Pages

struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Hand the ledger on.",
        discussion: """
            jsonl: the events; the whole ledger, imported into an empty one, gives the same size and the same root. sqlite: \
            one file with the tables contest, room, player, entry, pick, standing, event, posting, dispute and profile for SQL, \
            pandas, DuckDB or R; its .schema says what the columns mean; with --user it has all of that user, cases with their words, measures, refusals and profile too, nobody \
            else's entries, picks or number, and its exposure is the user's. picks: one flat table in CSV, a row a pick, with the names and figures of its draft, its \
            entry and its player beside it; columns mean what those of the same name do in sqlite's .schema, so a slot counts from \
            0. underdog: a user's entries in the site's own 27 columns, those of voided and cancelled rooms left out; an \
            imported export comes out again but for three things: a first name of several words keeps only the first \
            of them, a player has the Appearance id of the first slate he was met in, and every time has seconds. tlog: the static \
            files of a tiled log (C2SP tlog-tiles), a copy that anybody can check without us and that grows with each \
            export. A file appears whole or not at all.

            EXAMPLE:
              draftledger export --as jsonl -o ledger.jsonl
              draftledger --ledger copy.ledger import ledger.jsonl --as jsonl
              draftledger export --as sqlite -o ledger.sqlite && sqlite3 ledger.sqlite 'SELECT * FROM exposure LIMIT 10'
              draftledger export --as picks -o picks.csv
              draftledger export --as underdog --user jane -o jane.csv
              draftledger export --as tlog -o public/
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case jsonl, sqlite, picks, underdog, tlog
    }

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("In which form.", valueName: "jsonl|sqlite|picks|underdog|tlog"))
    var form: Format = .jsonl
    @Option(help: ArgumentHelp("Only what everyone in this room could see.", valueName: "room")) var room: String?
    @Option(
        help: ArgumentHelp(
            "For sqlite, picks and underdog: only what is this user's.", valueName: "user"))
    var user: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to (default: standard output).", valueName: "path"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        if room != nil, user != nil { throw ValidationError("--room and --user exclude each other.") }
        let isFile = output != nil && output != "-"
        switch form {
        case .jsonl: if user != nil { throw ValidationError("--user belongs to --as sqlite, picks and underdog.") }
        case .underdog:
            if user == nil { throw ValidationError("--as underdog is one user's export: name the --user.") }
        case .picks: break
        case .sqlite: if !isFile { throw ValidationError("--as sqlite needs a file: -o ledger.sqlite.") }
        case .tlog:
            if !isFile { throw ValidationError("--as tlog needs a directory: -o DIR.") }
            if room != nil || user != nil { throw ValidationError("--as tlog is the whole ledger.") }
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let token = Interruption.shared.onInterrupt { UnfinishedFiles.remove() }
        defer { Interruption.shared.forget(token) }
        do {
            let summary =
                switch form {
                case .jsonl: try lines(console)
                case .underdog: try rows(console)
                case .sqlite: try tables(console)
                case .picks: try picks(console)
                case .tlog: try tiles(console)
                }
            if let output { console.note(StyledText("\(summary) written to \(output)")) }
        } catch let error as InterchangeError where error.code == .outputFailed && console.output.isAbandoned {
            throw SinkError.closed
        }
        return .done
    }

    private func lines(_ console: Console) throws -> String {
        let draft = try ledger.open(console, readsAll: room == nil && user == nil)
        defer { draft.close() }
        let room = try room.map { try draft.resolveRoom($0) }
        let count = try console.withProgress("export") { progress in
            var export = JSONLinesExport(room: room)
            export.progress = progress
            return try export.run(draft, to: output)
        }
        return Figures.plural(count, "event")
    }

    private func rows(_ console: Console) throws -> String {
        let draft = try ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let count = try UnderdogExport(user: try draft.resolveUser(user ?? "")).run(draft, to: output)
        return "\(Figures.grouped(count.entries)) entries, \(Figures.plural(count.picks, "pick"))"
    }

    private func tables(_ console: Console) throws -> String {
        let draft = try ledger.open(
            console, readsAll: room == nil && user == nil, makingFiguresOf: ["rooms", "rosters"])
        defer { draft.close() }
        let scope = try scope(draft)
        let count = try console.withProgress("export", unit: "rows") { progress in
            var export = SQLiteExport(scope)
            export.progress = progress
            return try export.run(draft, to: output ?? "")
        }
        return Figures.plural(count, "event")
    }

    private func picks(_ console: Console) throws -> String {
        let draft = try ledger.open(
            console, readsAll: room == nil && user == nil, makingFiguresOf: ["rooms", "rosters"])
        defer { draft.close() }
        let scope = try scope(draft)
        let count = try console.withProgress("export", unit: "picks") { progress in
            var export = PicksExport(scope)
            export.progress = progress
            return try export.run(draft, to: output)
        }
        return Figures.plural(count, "pick")
    }

    private func scope(_ draft: DraftLedger) throws -> ExportScope {
        if let room { return .room(try draft.resolveRoom(room)) }
        if let user { return .user(try draft.resolveUser(user)) }
        return .everything
    }

    private func tiles(_ console: Console) throws -> String {
        let (draft, checkpoint) = try ledger.openPublished(console)
        defer { draft.close() }
        let summary = try console.withProgress("export") { progress in
            var export = TiledLogExport()
            export.progress = progress
            return try export.run(draft, asOf: checkpoint, to: output ?? "")
        }
        return "\(Figures.plural(summary.records, "record")) in \(Figures.grouped(summary.filesWritten)) new and "
            + "\(Figures.grouped(summary.filesKept)) kept files"
    }
}
