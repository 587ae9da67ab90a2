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
import ToolSupport

struct KeyRotateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Replace the checkpoint key.",
        discussion: """
            Records the new key in the ledger. The checkpoint that covers this record is the last one signed by the old key, \
            and the new key signs it too. The old key is deleted afterwards. If the rotation is interrupted, the next command \
            that writes completes it. Prints the new verifier key as the last line.

            Once staff roles are enabled, an operator proposes the rotation, and another staff member, an officer, approves \
            it. With --server the new key is created at the ledger, and stays there.

            EXAMPLE:
              draftledger key rotate && draftledger key history -o keys
              draftledger key rotate --staff-id 901 --signing-key anna.key --reason "The old one was on a laptop."
              draftledger key rotate --signing-key anna.key --server https://drafts.example.com
            """)

    @Option(
        help: ArgumentHelp(
            "The user who requests it; only before staff roles are enabled.", valueName: "user"))
    var requester: String?
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text"))
    var reason: String?
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        let key = try operation.work(on: console) { place in
            let (key, measure) = try place.rotateCheckpointKey(by: requester, reason: reason, on: console)
            if let measure { try console.print(measure, proposing: "to sign checkpoints with another key") }
            return key
        }
        try console.output.writeLine(key)
        return .done
    }
}

extension Console {
    /// Prints how the checkpoint of a key rotation is signed.
    func noteRotation(in draft: DraftLedger) throws {
        guard let published = try draft.publishedCheckpoint() else { return }
        note(
            "The checkpoint of \(Figures.grouped(published.unverified.size)) events is signed by the old key and the "
                + "new one. Publish the new key, and the file that `key history` writes.")
    }
}

struct KeyHistoryCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Write the chain of checkpoint keys to a file.",
        discussion: """
            One block per rotation: its record in base64, and the .tlog-proof that the record is in a checkpoint by the \
            previous key.

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
        commandName: "follow", abstract: "Follow the chain from an old key to the current one.",
        discussion: """
            Verifies each rotation with the previous key, and prints the current key as the last line. The exit status is 1 \
            if the chain is broken. Evidence may have checkpoints by earlier keys: --write-policy writes a trust policy with \
            all keys of the chain.

            EXAMPLE:
              draftledger key follow keys --verifier-key OLDKEY --write-policy my-policy
            """)

    @Argument(help: "The file from `key history`.", completion: .file()) var file: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key"), transform: KeyText.read)
    var verifierKey: VerifierKey
    @Option(
        help: ArgumentHelp("Write a trust policy with the keys of the chain to this file.", valueName: "file"),
        completion: .file())
    var writePolicy: String?
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let history: KeyHistory
        do {
            history = try KeyHistory(try SmallFile.read(file))
        } catch let error as AttestationError {
            throw ToolError(.badData, "\(file) is not a key history: \(error)")
        }
        let path = history.follow(from: verifierKey)
        if let policy = writePolicy, path.broken == nil {
            let logs = ([verifierKey] + path.steps.map(\.key)).map { "log \($0.text)\n" }.joined()
            try SmallFile.write(Array("\(logs)quorum none\n".utf8), to: policy)
        }
        try console.present(KeyPathPage(origin: history.origin, start: verifierKey, path: path), as: format.format)
        return path.broken == nil ? .done : .found
    }
}

/// A verifier key on the command line: its text, or the file that holds it.
enum KeyText {
    static let help = "The verifier key that you trust, or a file with it."

    static func read(_ text: String) throws -> VerifierKey {
        do {
            return try VerifierKeyArgument.parse(text)
        } catch {
            // Neither a key nor a file with one: the error is about the argument.
            guard let bytes = try? SmallFile.read(text, upTo: 1 << 16),
                let line = String(validating: bytes, as: UTF8.self),
                let key = try? VerifierKey(line.trimmingCharacters(in: .whitespacesAndNewlines))
            else { throw ValidationError("\(error)") }
            return key
        }
    }
}
