import ArgumentParser
import Draft
import DraftLedger
import Pages
import Remote
import TextFormats

struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "Show who a user's number is, or erase it.",
        discussion: """
            Who a number stands for is kept beside the log, where it can be erased without touching history.

            EXAMPLE:
              draftledger profiles show 7
              draftledger profiles erase 7 --yes
              draftledger profiles sign-out 7 --server https://drafts.example.com
            """,
        subcommands: [ProfilesShowCommand.self, ProfilesEraseCommand.self, ProfilesSignOutCommand.self])
}

struct ProfilesShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what is kept about who a user is.",
        discussion: """
            EXAMPLE:
              draftledger profiles show 7 --format json
            """)

    @Argument(help: "The user's number or outside id.") var user: String
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let user = try draft.resolveUser(user)
        try console.present(
            ProfilePage(user: user, profile: try draft.profile(of: user), words: try draft.countWords(about: user)),
            as: format.format)
        return .done
    }
}

struct ProfilesEraseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Erase who a user is, for ever.",
        discussion: """
            The outside id and the display name go, and nothing leads from them to the number any more; so do the words of \
            the user's cases, claims, titles of documents and reasons, of which the log has only digests. The log keeps the \
            number's history. The next import from the same source knows the user as somebody new.

            Over --server it takes an officer's token, and a user who has neither money there nor a draft under way: \
            nobody can sign in as that user any more. It is done again after a restore.

            EXAMPLE:
              draftledger profiles erase 7 --yes
              draftledger profiles erase 7 --yes --server https://drafts.example.com
            """)

    @Argument(help: "The user's number or outside id; over --server the number.") var user: String
    @Flag(help: "Do it: nothing brings it back.") var yes = false
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let page = try remote.remote(console).map(erase(over:)) ?? erase(on: console)
        try console.present(page, as: format.format)
        return page.isComplete ? .done : .found
    }

    private func erase(over server: RemoteServer) throws -> ErasurePage {
        guard let number = UInt64(user), number > 0, number <= UserID.maximum.number else {
            throw ToolError(.usage, "'\(user)' is no user's number: over --server a user is named by the number.")
        }
        let path = "/v1/users/\(number)/profile"
        guard yes else {
            let kept = try server.reading(path)
            throw unsaid(
                UserID(number), kept["profile"]?.kind == .object, kept["words"]?.integer(as: Int.self) ?? 0)
        }
        let erased = try server.doing("DELETE", path)
        guard let had = erased["erased"]?.boolean, let words = erased["words"]?.integer(as: Int.self),
            let isComplete = erased["complete"]?.boolean
        else { throw ToolError(.badData, "The server does not say what it erased: is it this program?") }
        return ErasurePage(
            user: UserID(number), had: had, left: nil, words: words, wordsLeft: isComplete ? 0 : max(1, words))
    }

    private func unsaid(_ user: UserID, _ hasProfile: Bool, _ words: Int) -> ToolError {
        ToolError(
            .usage,
            !hasProfile && words == 0
                ? "User \(user) has no profile and no words in cases, so there is nothing to erase."
                : "This erases for ever who user \(user) is. Say --yes to do it; `profiles show` shows what goes.")
    }

    private func erase(on console: Console) throws -> ErasurePage {
        let draft = try ledger.open(console, for: yes ? .writing : .reading)
        defer { draft.close() }
        let user = try draft.resolveUser(user)
        let (before, words) = (try draft.profile(of: user), try draft.countWords(about: user))
        guard yes else { throw unsaid(user, before != nil, words) }
        if before != nil { try draft.setProfiles([(user, nil)]) }
        if words > 0 { try draft.eraseWords(about: user) }
        return ErasurePage(
            user: user, had: before != nil, left: try draft.profile(of: user), words: words,
            wordsLeft: try draft.countWords(about: user))
    }
}

struct ProfilesSignOutCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign a user out everywhere, as after a lost device.",
        discussion: """
            Ends the user's sessions and streams at a running server, and refuses tokens that were issued before. The user \
            signs in again at the issuer. It takes that user's token or an officer's. Machine tokens stay: `token revoke`.

            EXAMPLE:
              draftledger profiles sign-out 7 --server https://drafts.example.com
            """)

    @Argument(help: "The user's number.", transform: UserArgument.parse) var user: UserID
    @OptionGroup var remote: RemoteOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let server = try remote.remote(console) else {
            throw ToolError(
                .usage, "A running server knows who is signed in: name it with --server, such as https://host:3000.")
        }
        _ = try server.doing("DELETE", "/v1/users/\(user)/sessions")
        try console.print([StyledText("user \(user)", .bold) + StyledText(" is signed out everywhere")])
        return .done
    }
}
