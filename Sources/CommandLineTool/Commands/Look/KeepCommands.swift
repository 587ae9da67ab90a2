import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Records

struct StatusCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the ledger in a few numbers.",
        discussion: """
            --history lists what the ledger tells about itself: which software started when, with its commit and the version \
            of its rules, when the machine's clock went back, and when the checkpoint key changed; by whom, as far as that \
            is on record.

            EXAMPLE:
              draftledger --ledger demo.ledger status --format json
              draftledger status --history
            """)

    @Flag(help: "What ran, clocks that went back, keys that changed.") var history = false
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

struct VerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the ledger against itself, and against what was published.",
        discussion: """
            Every record is read and hashed again, on all cores: positions and versions without a gap, links complete, times \
            in order, every stored hash and the root as recomputed, the history the one that the published checkpoint states, \
            its signature that of a key of the ledger, and the projections' rows those that were written. --full also checks \
            every checkpoint ever published and folds all projections anew, to compare their rows. --against takes a \
            checkpoint that somebody kept. A copy that was handed on has no key, and what it publishes may be anybody's: \
            --key takes the verifier key from a source of your own. Exits with 1 when something is found.

            EXAMPLE:
              draftledger verify --full
              draftledger verify --key "$(cat published.key)"
              draftledger verify --against monday.checkpoint
            """)

    @Flag(help: "Also every published checkpoint, and the projections' rows.") var full = false
    @Option(help: ArgumentHelp("A checkpoint that somebody kept.", valueName: "file"), completion: .file())
    var against: String?
    @Option(
        help: ArgumentHelp(
            "The key that has to have signed it, or else what the ledger published (default: the ledger's own).",
            valueName: "key"))
    var key: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let damage = try DraftLedger.verifyPages(at: ledger.path(console)) {
            try console.present(VerifyPage(report: damage), as: format.format)
            return .found
        }
        let draft = try ledger.openUnchecked(console)
        defer { draft.close() }
        let kept = try against.map { try KeptCheckpoint.read($0) }
        let trusted = try key.map { try VerifierKeyArgument.parse($0) }
        let key = try trusted ?? kept.map { try draft.verifierKey(of: $0) }
        var report = try console.withProgress("verify") {
            try draft.verify(full: full, trusting: trusted.map { [$0] } ?? [], progress: $0)
        }
        if let kept, let key, let against {
            report.checkpoint(kept, of: against, signedBy: key, against: draft)
        } else if let key, report.isSound {
            // Signed by the key that lies with the ledger is not signed by the one that was given.
            guard let published = try draft.publishedCheckpoint(trusting: [key]) else {
                throw ToolError(.noInput, "Nothing is published that --key could have signed.")
            }
            report.checkpoint(published, of: "The published checkpoint", signedBy: key, against: draft)
        }
        try console.present(VerifyPage(report: report), as: format.format)
        return report.isSound ? .done : .found
    }
}
