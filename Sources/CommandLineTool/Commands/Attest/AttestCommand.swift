import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import Statements
import TextFormats

struct AttestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attest", abstract: "Hand on a report as evidence: signed, with what it was computed from.",
        discussion: """
            The file states which report it is, with which options, of which events; the ledger's root at that size, the \
            digest of the fold, the digest of the report; signed, with the report and the checkpoint that covers it.

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
        abstract: "Attest a report (the default: `attest exposure` is `attest report exposure`).",
        discussion: """
            Takes the report's own options besides: see `draftledger exposure --help`. Reports: \
            \(AttestableReports.names.joined(separator: ", ")). Publishes a checkpoint first where \
            this process may write; else the report is as of the last published one.

            EXAMPLE:
              draftledger attest exposure --user 7 --position WR -o exposure.attested
            """)

    @Argument(help: "The report.") var report: String
    @Argument(parsing: .allUnrecognized, help: "The report's options.") var reportOptions: [String] = []
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

    /// Published, and covering all events where this process may publish it.
    private func newestCheckpoint(_ console: Console) throws -> SignedCheckpoint {
        let (draft, checkpoint) = try ledger.openPublished(console)
        draft.close()
        return checkpoint
    }
}

struct AttestKeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the key that verifies attested reports, as the last line.",
        discussion: """
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
