import ArgumentParser
import Draft
import DraftLedger
import Notices
import Pages
import Platform
import TextFormats
import ToolSupport

struct ProfilesExportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export everything about a user.",
        discussion: """
            Writes a JSON document with the profile, devices, addresses and payout accounts, balance, entries with their teams, events, and the \
            free text about the user. Each ledger also has the activity as text (`activity`). Other members have no IDs in it. \
            --also adds the ledgers of earlier seasons, where the user has the same ID.

            EXAMPLE:
              draftledger profiles export 7 -o user-7.json
              draftledger profiles export 7 -o user-7.json --also 2025.ledger --also 2024.ledger
            """)

    @Argument(help: "The user: number, external ID or name.") var user: String
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "path"),
        completion: .file(extensions: ["json"]))
    var output: String?
    @OptionGroup var archives: ArchiveOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let others = try archives.open()
        defer { for other in others { other.close() } }
        let user = try draft.resolveUser(user)
        var data = UserData(of: user)
        for ledger in [draft] + others {
            try console.withProgress("export") { progress in
                try data.add(
                    ledger, contact: try Self.contact(of: user, in: ledger),
                    payoutAccounts: try PayoutBook.destinations(of: user, besideLedger: ledger.path), progress: progress
                )
            }
        }
        let document = Array((data.json.document + "\n").utf8)
        guard let output, output != "-" else {
            try console.output.write(document)
            return .done
        }
        try SmallFile.write(document, to: output)
        let count = "\(Figures.plural(data.events, "event")) and \(Figures.plural(data.texts, "text"))"
        console.note(StyledText("\(count) of user \(user) written to \(output)"))
        return .done
    }

    /// The devices and addresses of a user; nil for a ledger without notices.
    private static func contact(of user: UserID, in ledger: DraftLedger) throws -> JSON? {
        try Outbox.contact(of: user, besideLedger: ledger.path)?.json
    }
}
