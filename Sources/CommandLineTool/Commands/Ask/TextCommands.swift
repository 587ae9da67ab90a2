import ArgumentParser
import Draft
import DraftLedger
import Pages
import Remote
import TextFormats
import ToolSupport

struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Show or erase the free text of an event.",
        discussion: """
            Claims, titles of documents and reasons are stored outside the log, which has only their salted digests. Free text \
            with personal data can be erased, and history stays complete.

            EXAMPLE:
              draftledger text show 81234
              draftledger text erase 81234 --yes
            """,
        subcommands: [TextShowCommand.self, TextEraseCommand.self])
}

struct TextShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the free text of an event.",
        discussion: """
            The text is compared with the digests of the event. A text that does not match is marked as altered.

            EXAMPLE:
              draftledger text show 81234 --format json
            """)

    @Argument(help: "The position of the event in the ledger.") var position: UInt64
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(FreeTextPage(position: position, words: try draft.words(at: position)), as: format.format)
        return .done
    }
}

struct TextEraseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the free text of an event permanently.",
        discussion: """
            Erases the text and its salt, and records the erasure. The digest in the log reveals nothing without them. \
            `profiles erase` does the same for all texts about one user. --server needs the token of an officer. Once staff \
            roles are enabled, text that staff wrote needs an approval request: --reason proposes it.

            EXAMPLE:
              draftledger text erase 81234 --yes
              draftledger text erase 81234 --yes --server https://drafts.example.com
            """)

    @Argument(help: "The position of the event in the ledger.") var position: UInt64
    @Flag(help: "Confirm: this cannot be undone.") var yes = false
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String?
    @OptionGroup var acting: ActingOptions
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let page = try remote.remote(console).map(erase(over:)) ?? erase(on: console) else { return .done }
        try console.present(page, as: format.format)
        return .done
    }

    private func check(_ words: [(digest: Digest256, words: StoredText)]) throws {
        guard words.contains(where: { $0.words != .erased }) else {
            throw ToolError(
                .noInput,
                words.isEmpty
                    ? "Event \(position) has no free text." : "The free text of event \(position) is erased already.")
        }
        guard yes else {
            throw ToolError(
                .usage,
                "This erases the free text of event \(position) permanently. Pass --yes to confirm; `text show` shows it."
            )
        }
    }

    private func erase(over server: RemoteServer) throws -> FreeTextPage {
        let path = "/v1/events/\(position)/text"
        try check(try StoredText.all(in: try server.reading(path)))
        return FreeTextPage(position: position, words: try StoredText.all(in: try server.doing("DELETE", path)))
    }

    /// - Returns: nil if the erasure is only proposed.
    private func erase(on console: Console) throws -> FreeTextPage? {
        let draft = try ledger.open(console, for: yes ? .writing : .reading)
        defer { draft.close() }
        try check(try draft.words(at: position))
        guard let erasure = try draft.erasure(at: position) else { return nil }
        let command = erasure.command
        guard let signer = try acting.signer(in: draft) else {
            try draft.settle(command, as: .admin(nil))
            return FreeTextPage(position: position, words: try draft.words(at: position))
        }
        guard !erasure.isOfStaff else {
            guard let reason else {
                throw ToolError(
                    .usage,
                    "Staff wrote the text of event \(position), so erasing it needs an approval request. Pass --reason to "
                        + "propose it.")
            }
            try console.print(
                try draft.propose(command, because: nil, reason: reason, by: signer),
                proposing: "to erase the text of event \(position)")
            return nil
        }
        try signer.settle(command, in: draft)
        return FreeTextPage(position: position, words: try draft.words(at: position))
    }
}

extension FreeTextErased {
    /// The command that erases it.
    var command: Command { .ledger(.eraseText(self)) }
}

extension StoredText {
    /// Reads the free text of an event from the answer of a server.
    ///
    /// - Throws: `ToolError` for another answer.
    fileprivate static func all(in answer: JSONValue) throws -> [(digest: Digest256, words: StoredText)] {
        try (answer["texts"]?.elements ?? []).map { kept in
            guard let digest = kept["digest"]?.string.flatMap({ Digest256(hexadecimal: $0) }) else { throw untold }
            switch kept["status"]?.string {
            case "kept": return (digest, .told(kept["text"]?.string ?? ""))
            case "erased": return (digest, .erased)
            case "altered": return (digest, .altered)
            default: throw untold
            }
        }
    }

    private static var untold: ToolError {
        ToolError(
            .badData, "The answer of the server has no free text. Check the address and the version of the server.")
    }
}
