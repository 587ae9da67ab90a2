import ArgumentParser
import DraftLedger
import Merkle
import Pages
import ToolSupport

struct KeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the verifier key of checkpoints.",
        discussion: """
            Publish this key: with it, anybody can verify checkpoints, proofs and evidence bundles. The secret key is the file \
            log.key in the ledger, which only its owner can read. `key rotate` replaces the key; the old key signs the new \
            one.

            EXAMPLE:
              draftledger key
              draftledger key rotate
              draftledger key history -o keys
              draftledger key follow keys --verifier-key OLDKEY
            """,
        subcommands: [KeyRotateCommand.self, KeyHistoryCommand.self, KeyFollowCommand.self])

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(KeyPage(key: try draft.verifierKey()), as: format.format)
        return .done
    }
}

struct CheckpointCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "checkpoint", abstract: "Sign and publish a checkpoint.",
        discussion: """
            Prints a C2SP signed note: origin, number of events, root of the tree, signature. The ledger has to extend the \
            last published checkpoint. Afterwards it can never be opened for writing with fewer events or another history. If \
            the checkpoint cannot be signed, or the last one cannot be verified, nothing is printed, and a message says why.

            EXAMPLE:
              draftledger checkpoint > monday.checkpoint
              draftledger verify --checkpoint monday.checkpoint
            """)

    @Flag(help: "Print the last published checkpoint and sign nothing.") var published = false
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        if published {
            let draft = try ledger.open(console)
            defer { draft.close() }
            guard let checkpoint = try draft.publishedCheckpoint() else {
                throw ToolError(.noInput, "Nothing is published yet. `draftledger checkpoint` signs and publishes.")
            }
            try console.output.write(checkpoint.description)
            return .done
        }
        let (draft, checkpoint) = try ledger.openPublished(console, takesOlder: false)
        defer { draft.close() }
        try console.output.write(checkpoint.description)
        return .done
    }
}
