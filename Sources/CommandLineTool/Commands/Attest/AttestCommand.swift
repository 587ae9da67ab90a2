import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Statements
import TextFormats
import ToolSupport

struct AttestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attest", abstract: "Sign a report together with its sources.",
        discussion: """
            The file has the report with its name and options, a signature and a checkpoint. The signature covers the \
            number of events, the root of the ledger, and the digests of the projection and the report.

            EXAMPLE:
              draftledger attest exposure --user 7 -o exposure.attested
              draftledger attest verify exposure.attested
            """,
        subcommands: [AttestReportCommand.self, AttestVerifyCommand.self, AttestKeyCommand.self],
        defaultSubcommand: AttestReportCommand.self)
}

struct AttestReportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Attest a report.",
        discussion: """
            `attest exposure` is short for `attest report exposure`. The options of the report are allowed too: see \
            `draftledger exposure --help`. Reports: \(AttestableReports.names.joined(separator: ", ")). Publishes \
            a checkpoint first; if this process cannot write, the report is as of the last published one.

            EXAMPLE:
              draftledger attest exposure --user 7 --position WR -o exposure.attested
            """)

    @Argument(help: "The name of the report.") var report: String
    @Argument(parsing: .allUnrecognized, help: "The options of the report.") var reportOptions: [String] = []
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let type = AttestableReports.named(report) else {
            let known = AttestableReports.names.joined(separator: ", ")
            throw ValidationError("'\(report)' is not a report that can be attested: expected one of \(known).")
        }
        let checkpoint = try newestCheckpoint(console)
        let draft = try ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let call = try type.attestedCall(reportOptions, in: draft)
        let size = moment.at == .latest ? checkpoint.unverified.size : try draft.position(of: moment.at)
        let json = try call.json(of: draft, at: size, on: console)
        let fold = try console.withProgress("digest") { try draft.rosterDigest(at: size, progress: $0) }
        let attested = try draft.attest(
            report: report, request: call.json.compact, json: json, at: size, fold: fold, in: checkpoint)
        try output.write(Array(attested.description.utf8), on: console)
        console.note(
            StyledText("\(report) as of pos:\(size), signed by \(attested.unverified.origin)/report", .dim))
        return .done
    }

    /// The last published checkpoint; it covers all events if this process may publish one.
    private func newestCheckpoint(_ console: Console) throws -> SignedCheckpoint {
        let (draft, checkpoint) = try ledger.openPublished(console)
        draft.close()
        return checkpoint
    }
}

struct AttestKeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the verifier key of attested reports.",
        discussion: """
            The key is the last line of the output.

            EXAMPLE:
              draftledger attest key
            """)

    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.output.writeLine(try draft.reportKey().text)
        return .done
    }
}
