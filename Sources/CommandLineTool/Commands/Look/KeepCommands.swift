import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Records
import ToolSupport

struct StatusCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of the ledger.",
        discussion: """
            --history lists starts of the software, steps of the machine's clock and changes of the checkpoint key. \
            Starts have their commit and version of the rules. An actor is shown if one is recorded.

            EXAMPLE:
              draftledger --ledger demo.ledger status --format json
              draftledger status --history
            """)

    @Flag(help: "List software starts, clock changes and key changes.") var history = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, makingFiguresOf: ["rooms"])
        defer { draft.close() }
        if history {
            let events = try draft.stream(.system)
            try console.present(HistoryPage(events: events, names: LedgerNames(draft)), as: format.format)
        } else {
            try console.present(StatusPage(status: try draft.status()), as: format.format)
        }
        return .done
    }
}

struct RebuildCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Rebuild projections from the events.",
        discussion: """
            Projections are rows that are computed from the events. Readers see the old rows until the new rows are \
            complete.

            EXAMPLE:
              draftledger rebuild rosters
            """)

    @Argument(help: "The projection, as `status` names it (default: all).") var name: String?
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
            With this schema, any library for FIX Simple Binary Encoding 1.0 decodes every record.

            EXAMPLE:
              draftledger schema > draft-ledger.xml
            """)

    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        try console.output.write(RecordSchema.xml)
        return .done
    }
}

struct VerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify the integrity of the ledger.",
        discussion: """
            Reads and hashes every record again, on all cores. Checks positions, versions, links, times, stored hashes \
            and the root. Checks that the published checkpoint states this history and has a valid signature, and that \
            the rows of projections are those that were written.

            --full also checks every checkpoint ever published, and recomputes the projections. --checkpoint compares with a \
            checkpoint that you kept. A copy from a third party has no key of its own: pass the verifier key from a source \
            that you trust. The exit status is 1 if something is found.

            EXAMPLE:
              draftledger verify --full
              draftledger verify --verifier-key published.key
              draftledger verify --checkpoint monday.checkpoint
            """)

    @Flag(help: "Also check every published checkpoint and recompute the projections.") var full = false
    @Option(help: ArgumentHelp("A checkpoint in a file (default: the latest).", valueName: "file"), completion: .file())
    var checkpoint: String?
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let damage = try DraftLedger.verifyPages(at: ledger.path(console)) {
            try console.present(VerifyPage(report: damage), as: format.format)
            return .found
        }
        let draft = try ledger.openUnchecked(console)
        defer { draft.close() }
        let kept = try checkpoint.map { try KeptCheckpoint.read($0) }
        let trusted = try verifierKey.map { try KeyText.read($0) }
        let key = try trusted ?? kept.map { try draft.verifierKey(of: $0) }
        var report = try console.withProgress("verify") {
            try draft.verify(full: full, trusting: trusted.map { [$0] } ?? [], progress: $0)
        }
        if let kept, let key, let checkpoint {
            report.checkpoint(kept, of: checkpoint, signedBy: key, against: draft)
        } else if let key, report.isSound {
            // A signature by the key in the ledger is not one by the key that was given.
            guard let published = try draft.publishedCheckpoint(trusting: [key]) else {
                throw ToolError(
                    .noInput, "No checkpoint is published that --verifier-key could verify. `checkpoint` publishes one."
                )
            }
            report.checkpoint(published, of: "The published checkpoint", signedBy: key, against: draft)
        }
        try console.present(VerifyPage(report: report), as: format.format)
        return report.isSound ? .done : .found
    }
}
