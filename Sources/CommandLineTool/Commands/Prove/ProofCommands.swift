import ArgumentParser
import DraftLedger
import Merkle

/// Where a command's bytes go.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where to (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?

    func write(_ bytes: [UInt8], on console: Console) throws {
        if let output, output != "-" {
            try SmallFile.write(bytes, to: output)
        } else {
            try console.output.write(bytes)
        }
    }
}

struct RecordCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write the stored bytes of an event, and nothing else.",
        discussion: """
            They are the leaf of the tree: SHA-256 of a zero byte and these bytes is its hash. `schema` tells how to decode \
            them.

            EXAMPLE:
              draftledger record 991 -o 991.record
            """)

    @Argument(help: "The event's position in the ledger.") var position: UInt64
    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try output.write(try draft.record(at: position), on: console)
        return .done
    }
}

struct ProveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove", abstract: "Prove that an event is in the signed ledger.",
        discussion: """
            Writes a C2SP tlog-proof: the position, the hashes up to the root, and the checkpoint that states it. Whoever has \
            the record and the ledger's key needs nothing else.

            EXAMPLE:
              draftledger prove 991 -o 991.tlog-proof
            """)

    @Argument(help: "The event's position in the ledger.") var position: UInt64
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("A checkpoint that somebody kept (default: the latest).", valueName: "file"),
        completion: .file())
    var kept: String?
    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft: DraftLedger
        let checkpoint: SignedCheckpoint
        if let kept {
            draft = try ledger.open(console)
            checkpoint = try KeptCheckpoint.read(kept)
        } else {
            (draft, checkpoint) = try ledger.openPublished(console)
        }
        defer { draft.close() }
        if let kept { try draft.check(checkpoint, named: "The checkpoint in \(kept)") }
        try output.write(Array(try draft.proof(of: position, in: checkpoint).description.utf8), on: console)
        return .done
    }
}

struct ConsistencyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "consistency", abstract: "Prove that the ledger only ever grew.",
        discussion: """
            The hashes by which whoever kept a checkpoint of the first size checks that one of the second extends it (RFC \
            9162, 2.1.4), in base64, one a line; none for equal sizes.

            EXAMPLE:
              draftledger consistency --from 512 --to 991
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The size of the earlier ledger.", valueName: "events"))
    var from: UInt64
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The size of the later one (default: the ledger's).", valueName: "events"))
    var to: UInt64?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard from > 0 else {
            throw ValidationError("--from is 0, expected at least 1: every ledger extends an empty one.")
        }
        if let to, to < from { throw ValidationError("--to is \(to), expected at least the \(from) of --from.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let proof = try draft.consistencyProof(from: from, to: try to ?? draft.size)
        for hash in proof.hashes { try console.output.writeLine(hash.base64) }
        return .done
    }
}

/// A checkpoint that somebody kept in a file.
enum KeptCheckpoint {
    static func read(_ path: String) throws -> SignedCheckpoint {
        do {
            return try SignedCheckpoint(try SmallFile.read(path))
        } catch let error as FormatError {
            throw ToolError(.badData, "\(path) is not a checkpoint: \(error)")
        }
    }
}
