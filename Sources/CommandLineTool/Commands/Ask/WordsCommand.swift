import ArgumentParser
import Draft
import DraftLedger
import Pages
import Remote
import TextFormats

struct WordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "words", abstract: "Show what somebody wrote, or erase it.",
        discussion: """
            Claims, titles of documents and reasons stand beside the log, which has only their salted digests. What says too \
            much of somebody can be erased there, and history stays whole.

            EXAMPLE:
              draftledger words show 81234
              draftledger words erase 81234 --yes
            """,
        subcommands: [WordsShowCommand.self, WordsEraseCommand.self])
}

struct WordsShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the words that an event has the digests of.",
        discussion: """
            Held against the digests: words that are not those which the event was recorded with are said to be altered.

            EXAMPLE:
              draftledger words show 81234 --format json
            """)

    @Argument(help: "The event's position in the ledger.") var position: UInt64
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(WordsPage(position: position, words: try draft.words(at: position)), as: format.format)
        return .done
    }
}

struct WordsEraseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase the words that an event has the digests of, for ever.",
        discussion: """
            The words and their salt go; the digest that stays in the log says nothing without them. `profiles erase` does \
            the same for everything that is about one user. Over --server it takes an officer's token.

            EXAMPLE:
              draftledger words erase 81234 --yes
              draftledger words erase 81234 --yes --server https://drafts.example.com
            """)

    @Argument(help: "The event's position in the ledger.") var position: UInt64
    @Flag(help: "Do it: nothing brings it back.") var yes = false
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let page = try remote.remote(console).map(erase(over:)) ?? erase(on: console)
        try console.present(page, as: format.format)
        return .done
    }

    private func check(_ words: [(digest: Digest256, words: KeptWords)]) throws {
        guard words.contains(where: { $0.words != .erased }) else {
            throw ToolError(
                .noInput,
                words.isEmpty
                    ? "Event \(position) has no text." : "The text of event \(position) has been erased before.")
        }
        guard yes else {
            throw ToolError(
                .usage,
                "This erases for ever what was written with event \(position). Say --yes to do it; `words show` shows it."
            )
        }
    }

    private func erase(over server: RemoteServer) throws -> WordsPage {
        let path = "/v1/words/\(position)"
        try check(try KeptWords.all(in: try server.reading(path)))
        return WordsPage(position: position, words: try KeptWords.all(in: try server.doing("DELETE", path)))
    }

    private func erase(on console: Console) throws -> WordsPage {
        let draft = try ledger.open(console, for: yes ? .writing : .reading)
        defer { draft.close() }
        let words = try draft.words(at: position)
        try check(words)
        for (digest, _) in words { try draft.eraseWords(pinnedBy: digest) }
        return WordsPage(position: position, words: try draft.words(at: position))
    }
}

extension KeptWords {
    /// The words of an event as a server tells them.
    ///
    /// - Throws: `ToolError` where it tells something else.
    fileprivate static func all(in answer: JSONValue) throws -> [(digest: Digest256, words: KeptWords)] {
        try (answer["words"]?.elements ?? []).map { kept in
            guard let digest = kept["digest"]?.string.flatMap({ Digest256(hexadecimal: $0) }) else { throw untold }
            switch kept["standing"]?.string {
            case "kept": return (digest, .told(kept["text"]?.string ?? ""))
            case "erased": return (digest, .erased)
            case "altered": return (digest, .altered)
            default: throw untold
            }
        }
    }

    private static var untold: ToolError {
        ToolError(.badData, "The server does not say what was written: is it this program?")
    }
}
