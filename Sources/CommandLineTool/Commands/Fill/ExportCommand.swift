import ArgumentParser
import Draft
import DraftLedger
import Interchange

struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Hand the ledger on.",
        discussion: """
            The whole ledger as jsonl, imported into an empty one, gives the same size and the same root. sqlite is one \
            file with the tables contest, room, player, entry, pick, event and posting for SQL, pandas, DuckDB or R; \
            its .schema says what the columns mean. A file appears whole or not at all.

            EXAMPLE:
              draftledger export --as jsonl -o ledger.jsonl
              draftledger --ledger copy.ledger import ledger.jsonl --as jsonl
              draftledger export --as sqlite -o ledger.sqlite && sqlite3 ledger.sqlite 'SELECT * FROM exposure LIMIT 10'
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case jsonl, sqlite
    }

    @Option(name: .customLong("as"), help: ArgumentHelp("One event a line, or tables.", valueName: "jsonl|sqlite"))
    var form: Format = .jsonl
    @Option(help: ArgumentHelp("Only what everyone in this room could see.", valueName: "room")) var room: String?
    @Option(help: ArgumentHelp("For sqlite: only what this user could see.", valueName: "user")) var user: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        if room != nil, user != nil { throw ValidationError("--room and --user exclude each other.") }
        switch form {
        case .jsonl: if user != nil { throw ValidationError("--user belongs to --as sqlite.") }
        case .sqlite:
            if output == nil || output == "-" { throw ValidationError("--as sqlite needs a file: -o ledger.sqlite.") }
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let token = Interruption.shared.onInterrupt { UnfinishedFiles.remove() }
        defer { Interruption.shared.forget(token) }
        do {
            let count =
                switch form {
                case .jsonl: try lines(of: draft, console)
                case .sqlite: try tables(of: draft, console)
                }
            if let output { console.note("\(Figures.grouped(count)) events written to \(output)") }
        } catch let error as InterchangeError where error.code == .outputFailed && console.output.isAbandoned {
            throw SinkError.closed
        }
        return .done
    }

    private func lines(of draft: DraftLedger, _ console: Console) throws -> UInt64 {
        let room = try room.map { try draft.resolveRoom($0) }
        return try console.withProgress("export") { progress in
            var export = JSONLinesExport(stream: room.map { .room($0) })
            export.progress = progress
            return try export.run(draft, to: output)
        }
    }

    private func tables(of draft: DraftLedger, _ console: Console) throws -> UInt64 {
        let room = try room.map { SQLiteExport.Scope.room(try draft.resolveRoom($0)) }
        let user = try user.map { SQLiteExport.Scope.user(try draft.resolveUser($0)) }
        return try console.withProgress("export", unit: "rows") { progress in
            var export = SQLiteExport(room ?? user ?? .everything)
            export.progress = progress
            return try export.run(draft, to: output ?? "")
        }
    }
}
