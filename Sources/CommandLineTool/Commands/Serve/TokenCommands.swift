import ToolSupport

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
            commandName: "token", abstract: "Manage API tokens for programs.",
            discussion: """
                Tokens are for programs such as a backend or a monitor. The ledger's directory has their digests only. A running \
                server accepts a new token at once, and refuses a revoked one.

                EXAMPLE:
                  draftledger token create app-backend --for-user 905 --roles backend
                  draftledger token list
                  draftledger token revoke 3f9a12c0
                """,
            subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self])
    }

    struct TokenCreateCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "create", abstract: "Create a token and print it once.",
            discussion: """
                --for-user is the ID that the token acts as. Once staff roles are enabled, the token has the roles of \
                that staff member. --roles is for a ledger without staff roles.

                EXAMPLE:
                  draftledger token create app-backend --for-user 905 --roles backend
                """)

        @Argument(help: "The name of the token.") var name: String
        @Option(
            name: .customLong("for-user"), parsing: .unconditional,
            help: ArgumentHelp("The user ID or staff ID that the token acts as.", valueName: "user"),
            transform: UserArgument.parse)
        var user: UserID
        @Option(help: RolesArgument.help, transform: RolesArgument.parse) var roles: StaffRoles = []
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
            console.note("token \(entry.id): keep it where only \(name) can read it; it is not shown again")
            try console.output.writeLine(token)
            return .done
        }
    }

    struct TokenListCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List tokens without their secrets.",
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
            commandName: "revoke", abstract: "Revoke a token.",
            discussion: """
                EXAMPLE:
                  draftledger token revoke 3f9a12c0
                """)

        @Argument(help: "The ID of the token, from `token list`.") var id: String
        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) throws -> ExitStatus {
            let tokens = try TokenFile.of(ledger, on: console)
            guard let revoked = try TokenFile.telling({ try tokens.revoke(id) }) else {
                throw ToolError(
                    .noInput, "There is no token \(id.asciiEscaped). `token list` lists the tokens.")
            }
            try console.print([
                StyledText("token \(revoked.id)", .bold) + StyledText(" of \(revoked.name) is revoked")
            ]
            )
            return .done
        }
    }

    /// The file of tokens in the directory of a ledger.
    private enum TokenFile {
        static func of(_ ledger: LedgerOptions, on console: Console) throws -> MachineTokens {
            let path = ledger.path(console)
            guard DraftLedger.exists(at: path) else {
                throw ToolError(
                    .noInput,
                    "There is no ledger at \(path), so a token has no use. Create one first: `import`, or `serve --origin ORIGIN`."
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
