import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages

struct BackupCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the ledger while it is being written.",
        discussion: """
            The copy has the first so many events, as of one commit, and the checkpoints that were published; whoever writes \
            goes on. --with-keys also takes draw.key, log.key and what else signs for the ledger: a copy without them can be \
            read and verified, and not be written to; with them it has to be kept as the keys are. `restore` makes a ledger \
            of it, and proves it.

            EXAMPLE:
              draftledger backup monday.backup
              draftledger backup /safe/monday.backup --with-keys
            """)

    @Argument(help: "Where the copy goes: a path where there is nothing.", completion: .directory) var destination:
        String
    @Flag(help: "Also the keys that draw orders and sign.") var withKeys = false
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
        commandName: "restore", abstract: "Make a ledger out of a backup, and prove that it is one.",
        discussion: """
            Every page, record and hash of the new ledger is looked at, its projections are compared with a fold of its \
            events, and its history is held against the checkpoints that came with it. Says which events it has, and the \
            root over them: those of the ledger when it had so many. Nothing is written over, and of a backup that is \
            damaged nothing is made. Whom a server has erased since the backup is in the old ledger's erasures.json: put that \
            beside the new one, and the server erases them again when it starts. --key takes the verifier key from a source of your own.

            EXAMPLE:
              draftledger restore monday.backup restored.ledger
            """)

    @Argument(help: "The backup.", completion: .directory) var backup: String
    @Argument(help: "Where the ledger goes: a path where there is nothing.", completion: .directory)
    var destination: String
    @Option(help: ArgumentHelp("The key that has to have signed what was published.", valueName: "key"))
    var key: String?
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try key.map { [try VerifierKeyArgument.parse($0)] } ?? []
        let restored = try console.withProgress("restore") {
            try DraftLedger.restore(from: backup, to: destination, trusting: keys, progress: $0)
        }
        try console.print(restored.lines(saying: "restored"))
        return .done
    }
}

extension LedgerBackup {
    /// What was made, for people.
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
