import ArgumentParser
import DraftLedger
import Merkle
import Pages
import ToolSupport

struct WitnessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Exchange cosignatures of checkpoints with a witness.",
        discussion: """
            A witness cosigns a checkpoint only if it extends the one that it cosigned last. So all readers \
            see the same history. Request and answer are files (C2SP tlog-witness); you exchange them with the witness.

            The default of --old-size is the size of the last cosigned checkpoint. The output is the body of an add-checkpoint \
            request.

            EXAMPLE:
              draftledger witness request -o request.txt
              draftledger witness add answer.txt --verifier-key witness.example+1a2b3c4d+BA...
            """,
        subcommands: [WitnessRequestCommand.self, WitnessAddCommand.self])
}

struct WitnessRequestCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Write the request for a cosignature.",
        discussion: """
            The default of --old-size is the size of the last cosigned checkpoint. The output is the body of an add-checkpoint \
            request.

            EXAMPLE:
              draftledger witness request --old-size 512 -o request.txt
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of events of the earlier ledger.",
            valueName: "events"))
    var oldSize: UInt64?
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
        let size = oldSize ?? cosigned?.unverified.size ?? 0
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
        commandName: "add", abstract: "Add a cosignature to the published checkpoint.",
        discussion: """
            With --verifier-key, which may be repeated, the cosignature is verified first, and other parts of the answer are \
            ignored. Without it the answer is added unverified; verifiers of the checkpoint decide which witnesses count.

            EXAMPLE:
              draftledger witness add answer.txt --verifier-key witness.example+1a2b3c4d+BA...
            """)

    @Argument(help: "The file with the answer of the witness.", completion: .file()) var answer: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: [String] = []
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try verifierKey.map { try KeyText.read($0) }
        let lines = try SmallFile.read(answer)
        let draft = try ledger.open(console, for: .writing)
        defer { draft.close() }
        let cosigned = keys.isEmpty ? try draft.addUnverifiedWitness(lines) : try draft.addWitness(lines, from: keys)
        guard keys.isEmpty || cosigned.note.signatures.contains(where: { line in keys.contains { line.names($0) } })
        else {
            throw ToolError(
                .found, "\(answer) has no cosignature by the keys given. Check the --verifier-key of the witness.")
        }
        if keys.isEmpty {
            console.note(StyledText("The cosignature was not verified. --verifier-key verifies it.", .dim))
        }
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
            throw ToolError(
                .usage, "'\(text)' is not a verifier key: \(error). Use the last line that `draftledger key` prints.")
        }
    }
}
