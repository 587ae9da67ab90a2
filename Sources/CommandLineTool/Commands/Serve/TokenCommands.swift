#if Server
    import ArgumentParser
    import Draft
    import DraftLedger
    import Foundation
    import Merkle
    import Pages
    import Server

    struct TokenCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "token", abstract: "Tokens by which programs act for the house.",
            discussion: """
                A backend, a monitor, or what scrapes figures. The tokens stand beside the ledger, as digests; a server that runs \
                takes a new one at once, and a revoked one no more.

                EXAMPLE:
                  draftledger token create app-backend --user 905 --roles backend
                  draftledger token list
                  draftledger token revoke 3f9a12c0
                """,
            subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self])
    }

    struct TokenCreateCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Make a token, and print it this once.",
            discussion: """
                --user is the number under which it acts. What that person may do, the ledger's staff say; --roles count only in \
                a ledger that does not say who acts for the house.

                EXAMPLE:
                  draftledger token create app-backend --user 905 --roles backend
                """)

        @Argument(help: "What it is for.") var name: String
        @Option(
            parsing: .unconditional, help: ArgumentHelp("The number under which it acts.", valueName: "person"),
            transform: UserArgument.parse)
        var user: UserID
        @Option(help: ArgumentHelp("In which roles, with commas.", valueName: "roles"), transform: RolesArgument.parse)
        var roles: StaffRoles = []
        @OptionGroup var ledger: LedgerOptions

        func validate() throws {
            guard (1...64).contains(name.utf8.count), !name.contains(where: \.isNewline) else {
                throw ValidationError("The name has \(name.utf8.count) bytes, expected 1 to 64 on one line.")
            }
        }

        func execute(on console: Console) throws -> ExitStatus {
            let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            let tokens = try TokenFile.of(ledger, on: console)
            let (token, entry) = try TokenFile.telling { try tokens.create(name, user: user, roles: roles, at: now) }
            console.note("token \(entry.id): keep it where only \(name) reads it; it is shown this once")
            try console.output.writeLine(token)
            return .done
        }
    }

    struct TokenListCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the tokens, without any of them.",
            discussion: """
                EXAMPLE:
                  draftledger token list --format csv
                """)

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var format: FormatOptions

        func execute(on console: Console) throws -> ExitStatus {
            let tokens = try TokenFile.of(ledger, on: console)
            try console.present(TokensPage(tokens: try TokenFile.telling { try tokens.list() }), as: format.format)
            return .done
        }
    }

    struct TokenRevokeCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Have a token be nobody's from now on.",
            discussion: """
                EXAMPLE:
                  draftledger token revoke 3f9a12c0
                """)

        @Argument(help: "Its id, as `token list` shows it.") var id: String
        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) throws -> ExitStatus {
            let tokens = try TokenFile.of(ledger, on: console)
            guard let revoked = try TokenFile.telling({ try tokens.revoke(id) }) else {
                throw ToolError(
                    .noInput, "There is no token \(id.asciiEscaped). `token list` lists those that there are.")
            }
            try console.print([
                StyledText("token \(revoked.id)", .bold) + StyledText(" of \(revoked.name) is nobody's now")
            ]
            )
            return .done
        }
    }

    /// The file of tokens beside a ledger.
    private enum TokenFile {
        static func of(_ ledger: LedgerOptions, on console: Console) throws -> MachineTokens {
            let path = ledger.path(console)
            guard DraftLedger.exists(at: path) else {
                throw ToolError(
                    .noInput,
                    "There is no ledger at \(path), so a token has no use. Create one first: `import`, or `serve --create`."
                )
            }
            return MachineTokens(of: path)
        }

        static func telling<Result>(_ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as MachineTokensError {
                throw ToolError(.badData, error.description)
            }
        }
    }
#endif
