import ArgumentParser
import BetLedger
import DraftLedger
import Pages
import TextFormats
import ToolSupport

struct AuditCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Recompute all analyses and settlements.",
        discussion: """
            Decides every recorded command again, and compares each event, analysis and settlement exactly. `verify` checks \
            the bytes. The exit status is 1 if something differs.

            EXAMPLE:
              statdiscute audit
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let audit = try ledger.audit()
        try console.present(BetAuditPage(audit: audit), as: output.format)
        return audit.isClean ? .done : .found
    }
}

struct VerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify that no record was changed.",
        discussion: """
            Reads and hashes every record again. Checks positions, versions, links, times, the root, and that the published \
            checkpoint states this history. The ledgers of drafts have the same check. The exit status is 1 if something is \
            found.

            EXAMPLE:
              statdiscute verify --full
            """)

    @Flag(help: "Also check every published checkpoint.") var full = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let report = try ledger.statements.verify(full: full)
        try console.present(VerifyPage(report: report), as: output.format)
        return report.isSound ? .done : .found
    }
}

/// The answer to `audit`.
struct BetAuditPage: Page {
    let audit: BetAudit

    func text(on terminal: Terminal) -> [StyledText] {
        let counts =
            "Decided \(Figures.plural(Int(audit.commands), "command")) again: \(Figures.plural(Int(audit.events), "event")), "
            + "\(Figures.plural(Int(audit.settlements), "settlement")) and "
            + (audit.analyses == 1 ? "1 analysis" : "\(audit.analyses) analyses")
        guard !audit.isClean else { return [StyledText(counts + " are as recorded.")] }
        return [StyledText(counts + ".")]
            + audit.findings.map { finding in
                let place = finding.position.map { " at \($0)" } ?? ""
                return StyledText("\(finding.check.rawValue)\(place): ", .alarm) + StyledText(finding.message)
            }
    }

    var json: JSON {
        [
            "isClean": .of(audit.isClean), "events": .of(audit.events), "commands": .of(audit.commands),
            "settlements": .of(audit.settlements), "analyses": .of(audit.analyses), "findings": .array(objects),
        ]
    }

    private var objects: [JSON] {
        audit.findings.map { finding in
            [
                "check": .string(finding.check.rawValue), "position": .of(finding.position),
                "message": .string(finding.message),
            ]
        }
    }

    var csv: CSVTable { CSVTable(["check", "position", "message"], objects: objects) }
}
