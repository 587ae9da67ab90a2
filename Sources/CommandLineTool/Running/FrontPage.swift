import ArgumentParser
import Draft
import Pages
import Records
import Reports

/// The answer to the name of the program alone: the commands that most people need, and three recipes.
enum FrontPage {
    private static let groups: [(title: String, commands: [any ParsableCommand.Type])] = [
        ("Start", [SimulateCommand.self, ImportCommand.self, ExportCommand.self] + server + [StatusCommand.self]),
        ("Look at drafts", [RoomsCommand.self, BoardCommand.self, ReplayCommand.self]),
        ("Analyse entries", [PageCommand.self, ReportRequestCommand<ExposureRequest>.self, ReportCommand.self]),
        ("Settle complaints", [DisputeCommand.self, CaseCommand.self, EvidenceCommand.self, AuditCommand.self]),
        ("Operate", [VerifyCommand.self, BackupCommand.self]),
    ]

    private static var server: [any ParsableCommand.Type] {
        #if Server
            [ServeCommand.self]
        #else
            []
        #endif
    }

    static var commands: [any ParsableCommand.Type] { groups.flatMap(\.commands) }

    static var text: String {
        let width = commands.map { ($0.configuration.commandName ?? "").count }.max() ?? 0
        var lines = [DraftLedgerCommand.configuration.abstract]
        for (title, commands) in groups {
            lines += ["", "\(title):"]
            lines += commands.map { command in
                let name = command.configuration.commandName ?? ""
                return "  \(name.rightPadded(to: width + 2))\(command.configuration.abstract)"
            }
        }
        lines += ["", recipes, "", more]
        return lines.joined(separator: "\n")
    }

    private static let recipes = """
        Settle the complaint "I clicked, it autopicked":
          draftledger dispute 12 --pick 4.06
          draftledger case open 12 --pick 4.06 --claim "I clicked, it autopicked."
          draftledger evidence create 12 --pick 4.06 -o pick.tar

        Analyse your own drafts:
          draftledger page export.csv
          draftledger import export.csv
          draftledger exposure --user me --limit 20

        Try it with simulated drafts, then in a browser:
          draftledger simulate --rooms 12 --seed 7
          draftledger replay 1 --play
          draftledger serve --dev
        """

    private static let more = """
        `draftledger help` lists all commands; `help COMMAND` explains one.
        The ledger is the directory --ledger, else $DRAFT_LEDGER, else ./draft.ledger.
        """
}

/// The versions that decide what this program reads and writes.
enum ProgramVersion {
    /// The version of this program, before its first release.
    static let number = "0.1.0-dev"

    /// The version of the tables of a ledger's file that this program writes.
    static let ledgerFormat = 1

    /// One line for `--version`.
    static var line: String {
        "draftledger \(number)\(sourceCommit.map { "+\($0)" } ?? "") (rules \(SoftwareStarted.currentRules), "
            + "schema \(schema ?? "unknown"), ledger format \(ledgerFormat))"
    }

    /// The version of the schema of records, as the schema states it.
    private static var schema: Substring? {
        RecordSchema.xml.firstMatch(of: /\sversion="(\d+)"/)?.output.1
    }
}
