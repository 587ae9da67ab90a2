import ArgumentParser
import DraftLedger
import Merkle
import Pages

struct KeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the key that verifies the ledger's checkpoints.",
        discussion: """
            Publish it where people look for official notices: whoever has it can check every checkpoint and every proof. \
            The secret half is the file log.key in the ledger, which only its owner can read.

            A key that has to change is rotated: the old one vouches for the new one.

            EXAMPLE:
              draftledger key
              draftledger key rotate
              draftledger key history -o keys
              draftledger key follow keys --key OLDKEY
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
        commandName: "checkpoint", abstract: "Sign the ledger as it stands, and publish that.",
        discussion: """
            Prints a C2SP signed note: origin, number of events, root of the tree, signature. The ledger has to extend \
            what was published before; it then refuses for ever to be opened for writing with less or with another history. \
            Where it cannot be signed, or nothing here can check who signed what is published, nothing is printed, and the \
            exit status and the message say why.

            EXAMPLE:
              draftledger checkpoint > monday.checkpoint
              draftledger verify --against monday.checkpoint
            """)

    @Flag(help: "Show the last published one and sign nothing.") var published = false
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
