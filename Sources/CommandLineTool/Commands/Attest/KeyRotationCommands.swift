import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Merkle
import Pages
import Platform
import Records
import Remote
import Statements
import TextFormats

struct KeyRotateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give the ledger a new checkpoint key.",
        discussion: """
            The ledger states the new key, and the checkpoint that covers it is the last one signed by the old key; the \
            new key signs it too. The old key is gone afterwards. Interrupted at any point, the next command that writes \
            brings it to its end. Prints the new verifier key as its last line. Once authority has begun it is a measure: an \
            operator proposes it, and it happens when an officer approves, who is somebody else. Over --server the new key \
            is made where the ledger is, and stays there.

            EXAMPLE:
              draftledger key rotate && draftledger key history -o keys
              draftledger key rotate --as 901 --key anna.key --reason "The old one was on a laptop."
              draftledger key rotate --key anna.key --server https://drafts.example.com
            """)

    @Option(
        help: ArgumentHelp(
            "Who wants it, for the record, before authority began (default: an admin without a number).",
            valueName: "user"))
    var by: String?
    @Option(help: ArgumentHelp("Why, once authority has begun (default: that it is time).", valueName: "text"))
    var reason: String?
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        let key = try house.work(on: console) { place in
            let (key, measure) = try place.rotateCheckpointKey(by: by, reason: reason, on: console)
            if let measure { try console.print(measure, proposing: "to sign checkpoints by another key") }
            return key
        }
        try console.output.writeLine(key)
        return .done
    }
}

extension Console {
    /// Says by what the ledger was signed when its key was changed.
    func noteRotation(in draft: DraftLedger) throws {
        guard let published = try draft.publishedCheckpoint() else { return }
        note(
            "The checkpoint of \(Figures.grouped(published.unverified.size)) events is signed by the old key and the "
                + "new one. Publish the new key, and the file that `key history` writes.")
    }
}

struct KeyHistoryCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Write what leads from any old checkpoint key to the current one.",
        discussion: """
            One block for each rotation: its record in base64, and the .tlog-proof that it is in a checkpoint by the key \
            before it.

            EXAMPLE:
              draftledger key history -o keys
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let history = try draft.keyHistory()
        try output.write(Array(history.description.utf8), on: console)
        console.note(StyledText(Figures.plural(history.links.count, "rotation"), .dim))
        return .done
    }
}

struct KeyFollowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Come from an old checkpoint key to the current one, without any ledger.",
        discussion: """
            Checks each rotation by the key before it and prints the current key as its last line; exits with 1 where the \
            chain breaks. Evidence can hold checkpoints by keys of the past: --policy writes a policy that names your key \
            and all that it leads to.

            EXAMPLE:
              draftledger key follow keys --key OLDKEY --policy my-policy
            """)

    @Argument(help: "What `key history` wrote.", completion: .file()) var file: String
    @Option(help: ArgumentHelp("The verifier key that you trust.", valueName: "key"), transform: KeyText.read)
    var key: VerifierKey
    @Option(
        help: ArgumentHelp("A policy to write, without witnesses (C2SP tlog-policy).", valueName: "file"),
        completion: .file())
    var policy: String?
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let history: KeyHistory
        do {
            history = try KeyHistory(try SmallFile.read(file))
        } catch let error as AttestationError {
            throw ToolError(.badData, "\(file) is no key history: \(error)")
        }
        let path = history.follow(from: key)
        if let policy, path.broken == nil {
            let logs = ([key] + path.steps.map(\.key)).map { "log \($0.text)\n" }.joined()
            try SmallFile.write(Array("\(logs)quorum none\n".utf8), to: policy)
        }
        try console.present(KeyPathPage(origin: history.origin, start: key, path: path), as: format.format)
        return path.broken == nil ? .done : .found
    }
}

/// A verifier key on the command line: its text, or the file that holds it.
enum KeyText {
    static func read(_ text: String) throws -> VerifierKey {
        do {
            return try VerifierKeyArgument.parse(text)
        } catch {
            // Neither a key nor a file with one: the mistake that is told is the argument's own.
            guard let bytes = try? SmallFile.read(text, upTo: 1 << 16),
                let line = String(validating: bytes, as: UTF8.self),
                let key = try? VerifierKey(line.trimmingCharacters(in: .whitespacesAndNewlines))
            else { throw ValidationError("\(error)") }
            return key
        }
    }
}
