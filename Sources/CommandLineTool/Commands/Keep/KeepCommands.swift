import ArgumentParser
import DraftLedger
import Pages

struct StatusCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the ledger in a few numbers.",
        discussion: """
            EXAMPLE:
              draftledger --ledger demo.ledger status --format json
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(StatusPage(status: try draft.status()), as: format.format)
        return .done
    }
}

struct RebuildCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Fold the projections anew from the first event.",
        discussion: """
            Projections are rows that the events can write again at any time; readers see the old ones until the new \
            ones are complete.

            EXAMPLE:
              draftledger rebuild rosters
            """)

    @Argument(help: "The projection, as `status` names it; all by default.") var name: String?
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, for: .writing, readsAll: true)
        defer { draft.close() }
        let start = ContinuousClock.now
        let events = try console.withProgress("rebuild") { try draft.rebuild(name, progress: $0) }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let what = name ?? "all projections"
        try console.print(["rebuilt \(what) from \(Figures.grouped(events)) events in \(Figures.decimal(seconds)) s"])
        return .done
    }
}

struct SchemaCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the SBE schema of the records.",
        discussion: """
            With it and any library for FIX Simple Binary Encoding 1.0 a stranger decodes every record.

            EXAMPLE:
              draftledger schema > draft-ledger.xml
            """)

    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        try console.output.write(RecordSchema.xml)
        return .done
    }
}
