import ArgumentParser
import Draft
import DraftLedger
import Notices
import Pages
import Remote
import TextFormats
import ToolSupport

struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "Show, export or erase the data of a user.",
        discussion: """
            The log has user IDs only. Names and external IDs are stored outside the log, so that they can be erased without \
            a change of history.

            EXAMPLE:
              draftledger profiles show 7
              draftledger profiles export 7 -o user-7.json
              draftledger profiles erase 7 --yes
              draftledger profiles sign-out 7 --server https://drafts.example.com
            """,
        subcommands: [
            ProfilesShowCommand.self, ProfilesExportCommand.self, ProfilesEraseCommand.self,
            ProfilesSignOutCommand.self,
        ])
}

struct ProfilesShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the profile of a user.",
        discussion: """
            EXAMPLE:
              draftledger profiles show 7 --format json
            """)

    @Argument(help: "The user: number, external ID or name.") var user: String
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
        commandName: "erase", abstract: "Erase the profile of a user permanently.",
        discussion: """
            Erases the external ID, the display name, and the free text about the user: claims, titles of documents and \
            reasons. The log has only digests of these texts, and keeps the history of the user ID. The next import from the \
            same source creates a new user.

            Sign-ins as that user are refused afterwards, so the user must have no money and no running draft. The ledger \
            records who erased the profile. --server needs the token of an officer. A server erases the profile again after a \
            restore.

            --also erases the user from archives and backups, too, and rewrites their files, so that none of the bytes is left \
            in them. Their logs and roots stay the same; the file erased.jsonl in each lists the erasure. --compact rewrites \
            the file of the ledger itself, which takes as long as a backup. No process may write to these files meanwhile.

            EXAMPLE:
              draftledger profiles erase 7 --yes
              draftledger profiles erase 7 --yes --compact --also 2025.ledger --also monday.backup
              draftledger profiles erase 7 --yes --server https://drafts.example.com
            """)

    @Argument(help: "The user: number, external ID or name; over --server the number.") var user: String
    @Flag(help: "Confirm: this cannot be undone.") var yes = false
    @Flag(help: "Rewrite the file of the ledger, without the erased bytes.") var compact = false
    @OptionGroup var archives: ArchiveOptions
    @OptionGroup var acting: ActingOptions
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        var page = try remote.remote(console).map(erase(over:)) ?? erase(on: console)
        if yes {
            page.archives = try archives.paths.map { try erase(page.user, fromArchive: $0, ofStaff: page.isOfStaff) }
        }
        try console.present(page, as: format.format)
        return page.isComplete ? .done : .found
    }

    private func erase(_ user: UserID, fromArchive path: String, ofStaff isOfStaff: Bool) throws -> ArchiveErasure {
        let erasure = try DraftLedger.erase(user, fromArchive: path, ofStaff: isOfStaff)
        try Outbox.erase(user, besideLedger: path)
        try Outbox.compact(besideLedger: path)
        try PayoutBook.erase(user, besideLedger: path)
        try PayoutBook.compact(besideLedger: path)
        return erasure
    }

    private func erase(over server: RemoteServer) throws -> ErasurePage {
        guard !compact else {
            throw ToolError(
                .usage, "Leave out --compact: a server has its ledger open. Stop the server, then compact the ledger.")
        }
        guard let number = UInt64(user), number > 0, number <= UserID.maximum.number else {
            throw ToolError(.usage, "'\(user)' is not a user ID. With --server name the user by the ID, such as 7.")
        }
        let path = "/v1/users/\(number)/profile"
        guard yes else {
            let kept = try server.reading(path)
            throw unsaid(
                UserID(number), kept["profile"]?.kind == .object, kept["texts"]?.integer(as: Int.self) ?? 0)
        }
        let erased = try server.doing("DELETE", path)
        guard let had = erased["erased"]?.boolean, let words = erased["texts"]?.integer(as: Int.self),
            let isComplete = erased["complete"]?.boolean
        else {
            throw ToolError(
                .badData,
                "The answer of the server does not say what was erased. Check the address and the version of the server."
            )
        }
        return ErasurePage(
            user: UserID(number), had: had, left: nil, words: words, wordsLeft: isComplete ? 0 : max(1, words))
    }

    private func unsaid(_ user: UserID, _ hasProfile: Bool, _ words: Int) -> ToolError {
        ToolError(
            .usage,
            !hasProfile && words == 0
                ? "User \(user) has no profile and no free text, so there is nothing to erase."
                : "This erases the profile of user \(user) permanently. Pass --yes to confirm; `profiles show` shows what is erased."
        )
    }

    private func erase(on console: Console) throws -> ErasurePage {
        let draft = try ledger.open(console, for: yes ? .writing : .reading)
        defer { draft.close() }
        let user = try draft.resolveUser(user)
        let (before, words) = (try draft.profile(of: user), try draft.countWords(about: user))
        guard yes else { throw unsaid(user, before != nil, words) }
        if let use = try draft.use(ofAccount: user) {
            throw ToolError(.refused, "The profile of user \(user) cannot be erased. \(use.hint)")
        }
        let signer = try acting.signer(in: draft)
        // Text that staff wrote takes an approval once staff roles are enabled: `text erase` proposes it.
        if let erasure = try draft.erasure(about: user, ofStaff: signer == nil) {
            if let signer {
                try signer.settle(erasure.command, in: draft)
            } else {
                try draft.settle(erasure.command, as: .admin(nil))
            }
        }
        if before != nil { try draft.setProfiles([(user, nil)]) }
        try Outbox.erase(user, besideLedger: draft.path)
        try PayoutBook.erase(user, besideLedger: draft.path)
        let page = ErasurePage(
            user: user, had: before != nil, left: try draft.profile(of: user), words: words,
            wordsLeft: try draft.countWords(about: user), areLeftOfStaff: signer != nil)
        if compact {
            draft.close()
            try DraftLedger.compact(at: draft.path)
            try Outbox.compact(besideLedger: draft.path)
            try PayoutBook.compact(besideLedger: draft.path)
        }
        return page
    }
}

struct ProfilesSignOutCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign a user out on all devices.",
        discussion: """
            Use it after a lost device. A running server ends the user's sessions and streams, and refuses tokens that were \
            issued before. The user signs in again at the issuer. This needs the token of the user or of an officer. It does \
            not end API tokens of programs: see `token revoke`.

            EXAMPLE:
              draftledger profiles sign-out 7 --server https://drafts.example.com
            """)

    @Argument(help: "The user ID.", transform: UserArgument.parse) var user: UserID
    @OptionGroup var remote: RemoteOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let server = try remote.remote(console) else {
            throw ToolError(
                .usage, "--server is missing: name the running server, such as https://host:3000.")
        }
        _ = try server.doing("DELETE", "/v1/users/\(user)/sessions")
        try console.print([StyledText("user \(user)", .bold) + StyledText(" is signed out on all devices")])
        return .done
    }
}
