import ArgumentParser
import Draft
import DraftLedger
import Pages

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
            the same for everything that is about one user.

            EXAMPLE:
              draftledger words erase 81234 --yes
            """)

    @Argument(help: "The event's position in the ledger.") var position: UInt64
    @Flag(help: "Do it: nothing brings it back.") var yes = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, for: yes ? .writing : .reading)
        defer { draft.close() }
        let words = try draft.words(at: position)
        guard words.contains(where: { $0.words != .erased }) else {
            throw ToolError(.badData, "Event \(position) has no words that could be erased.")
        }
        guard yes else {
            throw ToolError(
                .usage,
                "This erases for ever what was written with event \(position). Say --yes to do it; `words show` shows it."
            )
        }
        for (digest, _) in words { try draft.eraseWords(pinnedBy: digest) }
        try console.present(WordsPage(position: position, words: try draft.words(at: position)), as: format.format)
        return .done
    }
}
