import ArgumentParser
import DraftLedger
import Merkle
import ToolSupport

/// The file that a command writes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
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

struct ProofRecordCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write the stored bytes of an event.",
        discussion: """
            These bytes are a leaf of the tree: its hash is SHA-256 of a zero byte and these bytes. `schema` prints the \
            schema that decodes them.

            EXAMPLE:
              draftledger proof record 991 -o 991.record
            """)

    @Argument(help: "The position of the event in the ledger.") var position: UInt64
    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try output.write(try draft.record(at: position), on: console)
        return .done
    }
}

struct ProofCreateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Prove that an event is in the signed ledger.",
        discussion: """
            Writes a C2SP tlog-proof: the position, the hashes up to the root, and the checkpoint that states the root. A \
            verifier needs only this file, the record and the ledger's key.

            EXAMPLE:
              draftledger proof create 991 -o 991.tlog-proof
            """)

    @Argument(help: "The position of the event in the ledger.") var position: UInt64
    @Option(
        name: .customLong("checkpoint"),
        help: ArgumentHelp("A checkpoint in a file (default: the latest).", valueName: "file"),
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

struct ProofConsistencyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "consistency", abstract: "Prove that a later ledger extends an earlier one.",
        discussion: """
            Prints the hashes of a consistency proof (RFC 9162, 2.1.4) in base64, one per line; no line for equal sizes. With \
            them, the owner of a checkpoint of the old size verifies that one of the new size extends it.

            EXAMPLE:
              draftledger proof consistency --old-size 512 --new-size 991
            """)

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of events of the earlier ledger.", valueName: "events"))
    var oldSize: UInt64
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of events of the later ledger (default: all).", valueName: "events"))
    var newSize: UInt64?
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard oldSize > 0 else {
            throw ValidationError("--old-size is 0: expected 1 or more. Every ledger extends an empty one.")
        }
        if let newSize, newSize < oldSize {
            throw ValidationError("--new-size is \(newSize): expected \(oldSize) (--old-size) or more.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let proof = try draft.consistencyProof(from: oldSize, to: try newSize ?? draft.size)
        for hash in proof.hashes { try console.output.writeLine(hash.base64) }
        return .done
    }
}

/// A checkpoint in a file.
enum KeptCheckpoint {
    static func read(_ path: String) throws -> SignedCheckpoint {
        do {
            return try SignedCheckpoint(try SmallFile.read(path))
        } catch let error as FormatError {
            throw ToolError(.badData, "\(path) is not a checkpoint: \(error)")
        }
    }
}
