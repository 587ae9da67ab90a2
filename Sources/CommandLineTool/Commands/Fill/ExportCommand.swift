import ArgumentParser
import Draft
import DraftLedger
import Interchange

struct ExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Hand the events on.",
        discussion: """
            The whole ledger as jsonl, imported into an empty one, gives the same size and the same root. A file \
            appears whole or not at all. tlog writes the static files of a tiled log (C2SP tlog-tiles) into a directory: \
            a complete copy that anybody can check without us, and that grows with each export.

            EXAMPLE:
              draftledger export --as jsonl -o ledger.jsonl
              draftledger --ledger copy.ledger import ledger.jsonl --as jsonl
              draftledger export --as tlog -o public/
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case jsonl
        case tlog
    }

    @Option(name: .customLong("as"), help: ArgumentHelp("In which form.", valueName: "jsonl|tlog"))
    var form: Format = .jsonl
    @Option(help: ArgumentHelp("Only what everyone in this room could see.", valueName: "room")) var room: String?
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to (default: standard output).", valueName: "path"),
        completion: .file())
    var output: String?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard form == .tlog else { return }
        guard let output, output != "-" else { throw ValidationError("--as tlog needs a directory: -o DIR.") }
        guard room == nil else { throw ValidationError("--as tlog is the whole ledger; --room goes with jsonl.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        switch form {
        case .jsonl: try exportLines(on: console)
        case .tlog: try exportTiles(to: output ?? "", on: console)
        }
        return .done
    }

    private func exportTiles(to directory: String, on console: Console) throws {
        let (draft, checkpoint) = try ledger.openPublished(console)
        defer { draft.close() }
        let summary = try console.withProgress("export") { progress in
            var export = TiledLogExport()
            export.progress = progress
            return try export.run(draft, asOf: checkpoint, to: directory)
        }
        console.note(
            "\(Figures.grouped(summary.records)) records in \(directory): \(Figures.grouped(summary.filesWritten)) files "
                + "written, \(Figures.grouped(summary.filesKept)) kept")
    }

    private func exportLines(on console: Console) throws {
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
    }
}
