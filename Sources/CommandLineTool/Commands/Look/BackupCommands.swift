import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import ToolSupport

struct BackupCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the ledger while it is in use.",
        discussion: """
            The copy has all events up to one commit, and the published checkpoints. Other processes may write meanwhile. A \
            copy without keys can be read and verified, but not written to. --with-keys also copies draw.key, log.key and the \
            other secret keys: keep such a copy as safe as the keys. `restore` makes a ledger from a copy.

            EXAMPLE:
              draftledger backup monday.backup
              draftledger backup /safe/monday.backup --with-keys
            """)

    @Argument(help: "The directory to create.", completion: .directory) var destination: String
    @Flag(help: "Also copy the secret keys of the ledger.") var withKeys = false
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let backup = try draft.backup(to: destination, withKeys: withKeys)
        try console.print(backup.lines(saying: "copied"))
        return .done
    }
}

struct RestoreCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a ledger from a backup and verify it.",
        discussion: """
            Checks every page, record and hash of the new ledger, recomputes its projections, and compares its history with \
            the checkpoints in the backup. Prints the number of events and the root, which are those of the ledger at the \
            time of the backup. Existing files are never overwritten, and a damaged backup is not restored.

            If a server has erased users since the backup, copy the file erasures.json of the old ledger into the new one. \
            The server erases these users again when it starts. Pass the verifier key from a source that you trust.

            EXAMPLE:
              draftledger restore monday.backup restored.ledger
            """)

    @Argument(help: "The directory of the backup.", completion: .directory) var backup: String
    @Argument(help: "The directory to create.", completion: .directory)
    var destination: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try verifierKey.map { [try KeyText.read($0)] } ?? []
        let restored = try console.withProgress("restore") {
            try DraftLedger.restore(from: backup, to: destination, trusting: keys, progress: $0)
        }
        try console.print(restored.lines(saying: "restored"))
        return .done
    }
}

extension LedgerBackup {
    /// The result, for people.
    fileprivate func lines(saying what: String) -> [StyledText] {
        let published =
            checkpoint.map { "published up to \(Figures.grouped($0.unverified.size))" } ?? "nothing published"
        let lines = [
            "\(what) the first \(Figures.grouped(size)) events to \(path)", "root \(root.base64)",
            "\(published), \(hasKeys ? "with keys" : "without keys")",
        ]
        return lines.map { StyledText($0) }
    }
}
