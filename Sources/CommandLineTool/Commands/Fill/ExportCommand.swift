import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Merkle
import Pages
import ToolSupport

struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the ledger as JSON Lines, SQLite, CSV or tiles.",
        discussion: """
            jsonl: the events. Imported into an empty ledger, the whole export gives the same size and the same root.

            sqlite: one file with the tables contest, room, player, entry, pick, standing, event, posting, dispute and \
            profile. Use it with SQL, pandas, DuckDB or R; its .schema explains the columns. With --user it has only \
            the data of that user, with cases and their free text, approval requests, refusals and the profile. It has \
            no entries, picks or IDs of other users.

            picks: one flat table in CSV, a row per pick, with columns of its draft, entry and player. Columns have the same \
            meaning as in sqlite, so slot counts from 0.

            underdog: a user's entries in the site's own 27 columns, without voided and cancelled rooms. An imported \
            export is reproduced with three exceptions. A first name of several words is shortened to the first word. \
            A player has the Appearance ID of the first slate. Every time has seconds.

            tlog: the static files of a tiled log (C2SP tlog-tiles), a copy that third parties can verify, and that grows with \
            each export.

            --room exports what everyone in the room could see. A file is written completely or not at all.

            EXAMPLE:
              draftledger export --format jsonl -o ledger.jsonl
              draftledger --ledger copy.ledger import ledger.jsonl --input-format jsonl
              draftledger export --format sqlite -o ledger.sqlite && sqlite3 ledger.sqlite 'SELECT * FROM exposure LIMIT 10'
              draftledger export --format picks -o picks.csv
              draftledger export --format underdog --user jane -o jane.csv
              draftledger export --format tlog -o public/
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case jsonl, sqlite, picks, underdog, tlog
    }

    @Option(
        name: .customLong("format"),
        help: ArgumentHelp("The output format.", valueName: "jsonl|sqlite|picks|underdog|tlog"))
    var form: Format = .jsonl
    @Option(help: ArgumentHelp("Only this room.", valueName: "room")) var room: String?
    @Option(
        help: ArgumentHelp(
            "Only this user: number, external ID or name.", valueName: "user"))
    var user: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "path"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        if room != nil, user != nil { throw ValidationError("--room and --user exclude each other. Name one of them.") }
        let isFile = output != nil && output != "-"
        switch form {
        case .jsonl: if user != nil { throw ValidationError("--user needs --format sqlite, picks or underdog.") }
        case .underdog:
            if user == nil { throw ValidationError("--format underdog exports one user's entries: name the --user.") }
        case .picks: break
        case .sqlite: if !isFile { throw ValidationError("--format sqlite needs a file: -o ledger.sqlite.") }
        case .tlog:
            if !isFile { throw ValidationError("--format tlog needs a directory: -o DIR.") }
            if room != nil || user != nil {
                throw ValidationError("--format tlog exports the whole ledger: leave out --room and --user.")
            }
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
