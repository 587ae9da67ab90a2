import ArgumentParser
import DraftLedger
import Merkle
import Pages

struct WitnessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Have somebody else cosign the ledger's checkpoints.",
        discussion: """
            A witness cosigns a checkpoint only if it extends the one that it cosigned last: from then on nobody can be shown \
            another history. Request and answer are files (C2SP tlog-witness); how they travel is up to you.

            EXAMPLE:
              draftledger witness request -o request.txt
              draftledger witness add answer.txt --key witness.example+1a2b3c4d+BA...
            """,
        subcommands: [WitnessRequestCommand.self, WitnessAddCommand.self])
}

struct WitnessRequestCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Write the body of an add-checkpoint request.",
        discussion: """
            EXAMPLE:
              draftledger witness request --old 512 -o request.txt
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size that the witness cosigned last (default: that of the last cosigned checkpoint).",
            valueName: "events"))
    var old: UInt64?
    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let (draft, checkpoint) = try ledger.openPublished(console)
        defer { draft.close() }
        // The ledger's own keys sign in its name; after a change of keys there are two of them, and no witness.
        let cosigned = try draft.checkpointHistory().last { earlier in
            earlier.unverified.size < checkpoint.unverified.size
                && earlier.note.signatures.contains { "\($0.name)" != earlier.unverified.origin }
        }
        let size = old ?? cosigned?.unverified.size ?? 0
        guard size <= checkpoint.unverified.size else {
            throw ToolError(
                .noInput,
                "The published checkpoint has \(checkpoint.unverified.size) events; a witness cannot know one of \(size)."
            )
        }
        try output.write(Array(try draft.witnessRequest(from: size, to: checkpoint).description.utf8), on: console)
        return .done
    }
}

struct WitnessAddCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a witness's cosignature to the published checkpoint.",
        discussion: """
            With --key the cosignature is verified first, and anything else in the answer is left out. Without one it is taken \
            as it is: who verifies the checkpoint decides which witnesses count.

            EXAMPLE:
              draftledger witness add answer.txt --key witness.example+1a2b3c4d+BA...
            """)

    @Argument(help: "The witness's answer.", completion: .file()) var answer: String
    @Option(help: ArgumentHelp("The witness's verifier key; may be repeated.", valueName: "key")) var key: [String] = []
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try key.map { try VerifierKeyArgument.parse($0) }
        let lines = try SmallFile.read(answer)
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let cosigned = keys.isEmpty ? try draft.addUnverifiedWitness(lines) : try draft.addWitness(lines, from: keys)
        guard keys.isEmpty || cosigned.note.signatures.contains(where: { line in keys.contains { line.names($0) } })
        else {
            throw ToolError(.found, "\(answer) has no cosignature by the keys given.")
        }
        if keys.isEmpty { console.note(StyledText("taken as it is; --key verifies it", .dim)) }
        try console.output.write(cosigned.description)
        return .done
    }
}

/// A verifier key on the command line.
enum VerifierKeyArgument {
    static func parse(_ text: String) throws -> VerifierKey {
        do {
            return try VerifierKey(text)
        } catch {
            throw ToolError(.usage, "'\(text)' is not a verifier key: \(error)")
        }
    }
}
