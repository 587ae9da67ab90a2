import ArgumentParser
import DraftLedger
import Merkle
import Pages
import Statements
import ToolSupport

struct AttestVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify an attested report.",
        discussion: """
            Recomputes the report from the same events of the ledger and compares the digests. --offline checks signatures, \
            digests and proof only. The default keys are the ledger's own; give --verifier-key twice for the report key and \
            the checkpoint key. The exit status is 1 if something differs.

            EXAMPLE:
              draftledger attest verify exposure.attested --offline --verifier-key KEY
            """)

    @Argument(help: "The file of the attested report.", completion: .file()) var file: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key"), transform: KeyText.read)
    var verifierKey: [VerifierKey] = []
    @Flag(help: "Check signatures, digests and proof without a ledger.") var offline = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let bytes = try SmallFile.read(file)
        guard !offline || !verifierKey.isEmpty else {
            throw ValidationError("--offline needs the key of the report: --verifier-key KEY.")
        }
        let report: AttestedReport
        do {
            report = try AttestedReport(bytes)
        } catch {
            throw ToolError(.found, "\(file) is not an attested report, or was altered: \(error).")
        }
        var page = AttestPage(statement: report.unverified)
        let keys = verifierKey.isEmpty ? try ownKeys(console) : verifierKey
        do {
            let verified = try report.verified(by: keys)
            page.pass("signature", "by \(verified.key.text)")
            if let log = verified.log {
                page.pass("checkpoint", "of \(report.checkpoint.unverified.size) events, by \(log.text)")
            } else {
                page.skip("checkpoint", "its key is not given; the root is the report key's word alone")
            }
        } catch {
            if case .keyMissing = error { throw ToolError(.noInput, "\(file): \(error).") }
            page.fail("signature", "\(error)")
        }
        if page.isSound, !offline { try compare(report, on: console, into: &page) }
        if offline { page.skip("ledger", "not compared") }
        try console.present(page, as: format.format)
        return page.isSound ? .done : .found
    }

    private func ownKeys(_ console: Console) throws -> [VerifierKey] {
        let draft = try ledger.open(console)
        defer { draft.close() }
        return try draft.ownVerifierKeys()
    }

    /// Recomputes everything that the statement names, and reports each difference.
    private func compare(_ report: AttestedReport, on console: Console, into page: inout AttestPage) throws {
        let statement = report.unverified
        let draft = try ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let size = try draft.size
        guard statement.size <= size else {
            return page.fail("events", "the ledger has \(size) of the \(statement.size) events")
        }
        let root = try draft.treeEdge(at: statement.size).root
        guard root == statement.root else {
            return page.fail(
                "events", "the ledger's first \(statement.size) have the root \(root.base64), not the one stated")
        }
        page.pass("events", "the ledger's first \(statement.size) have the root stated")
        let fold = try console.withProgress("digest") { try draft.rosterDigest(at: statement.size, progress: $0) }
        page.compare("fold", fold, statement.fold)
        guard let type = AttestableReports.named(statement.report) else {
            return page.fail("report", "this version has no report '\(statement.report)'")
        }
        let json: String
        do {
            if let request = statement.request {
                let call = try ReportCall(attested: request, as: statement.report)
                json = try call.json(of: draft, at: statement.size, on: console)
            } else {
                let call = try type.attestedCall(earlier: statement.options)
                json = try call.json(of: draft, at: statement.size, takesAnySeason: true, on: console)
            }
        } catch let error as DraftLedgerError {
            throw error
        } catch {
            return page.fail("report", "its parameters are not valid: \(DraftLedgerCommand.message(for: error))")
        }
        page.compare("report", json, report.json)
    }
}
