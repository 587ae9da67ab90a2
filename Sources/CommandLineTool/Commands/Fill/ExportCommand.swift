import ArgumentParser
import Draft
import DraftLedger
import Interchange

struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Hand the events on.",
        discussion: """
            The whole ledger as jsonl, imported into an empty one, gives the same size and the same root. A file \
            appears whole or not at all.

            EXAMPLE:
              draftledger export --as jsonl -o ledger.jsonl
              draftledger --ledger copy.ledger import ledger.jsonl --as jsonl
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case jsonl
    }

    @Option(name: .customLong("as"), help: ArgumentHelp("One event a line.", valueName: "jsonl"))
    var form: Format = .jsonl
    @Option(help: ArgumentHelp("Only what everyone in this room could see.", valueName: "room")) var room: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let room = try room.map { try draft.resolveRoom($0) }
        do {
            let count = try console.withProgress("export") { progress in
                var export = JSONLinesExport(stream: room.map { .room($0) })
                export.progress = progress
                return try export.run(draft, to: output)
            }
            if let output { console.note("\(Figures.grouped(count)) events written to \(output)") }
        } catch let error as InterchangeError where error.code == .outputFailed && console.output.isAbandoned {
            throw SinkError.closed
        }
        return .done
    }
}
