import ToolSupport

#if Server
    import ArgumentParser
    import BetServer
    import Delivery
    import Pages
    import Platform
    import Values

    /// The keys of feeds, and sending as one.
    struct FeedCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "feed", abstract: "Manage feeds and send as one.",
            discussion: """
                A feed sends signed messages to a server: schedules, offers, scores, results. The sender keeps the secret key, \
                and the server has the public one. The word of the feed 'league' counts more than that of all others.

                EXAMPLE:
                  statdiscute feed key league.key
                  statdiscute --ledger season.ledger feed add league whpk_…
                  statdiscute feed send league tonight.jsonl --server https://bets.example.com --key league.key
                """,
            subcommands: [
                FeedKeyCommand.self, FeedAddCommand.self, FeedListCommand.self, FeedRemoveCommand.self,
                FeedSendCommand.self,
            ])
    }

    struct FeedKeyCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "key", abstract: "Make the key of a feed.",
            discussion: """
                Writes the secret key to a new file that only its owner can read, and prints the public key.

                EXAMPLE:
                  statdiscute feed key league.key
                """)

        @Argument(help: "The new file.", completion: .file()) var file: String

        func execute(on console: Console) async throws -> ExitStatus {
            let key = WebhookPrivateKey()
            do {
                guard try DurableFile.create(file, with: Array((key.secretText + "\n").utf8), permissions: 0o600) else {
                    throw ToolError(
                        .usage, "\(file) exists. Name a new file: a key that is lost cannot be made again.")
                }
            } catch let error as FileError {
                throw ToolError(.inputOutput, "\(file) cannot be written: \(error).")
            }
            try console.output.write(key.publicKey.text + "\n")
            return .done
        }
    }

    struct FeedAddCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Accept a feed by its public key.",
            discussion: """
                A running server accepts the key from then on. A feed can have several keys while one is replaced.

                EXAMPLE:
                  statdiscute feed add league whpk_…
                """)

        @Argument(help: ArgumentHelp("The feed, such as league.", valueName: "name")) var name: String
        @Argument(help: ArgumentHelp("The public key.", valueName: "whpk_…"), transform: FeedKeyText.publicKey)
        var key: WebhookPublicKey
        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) async throws -> ExitStatus {
            try ledger.changeFeeds(console) { try $0.add(key, of: name, at: Timestamp(microseconds: console.now())) }
            console.note("The feed \(name) is accepted.")
            return .done
        }
    }

    struct FeedListCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List feeds with their public keys.",
            discussion: """
                EXAMPLE:
                  statdiscute feed list
                """)

        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func execute(on console: Console) async throws -> ExitStatus {
            guard LedgerOptions.isThere(ledger.path(console)) else {
                throw ToolError(
                    .noInput, "There is no ledger in \(ledger.path(console)). Name one with --ledger.")
            }
            let book = try LedgerOptions.translatingFeedErrors {
                try FeedBook(contentsOf: FeedBook.path(in: ledger.accounts(console)))
            }
            try console.present(FeedsPage(entries: book.entries), as: output.format)
            return .done
        }
    }

    struct FeedRemoveCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a feed or one of its keys.",
            discussion: """
                A running server refuses the key from then on, and for all time. The reports of the feed stay in the ledger.

                EXAMPLE:
                  statdiscute feed remove league --key whpk_…
                """)

        @Argument(help: ArgumentHelp("The feed, such as league.", valueName: "name")) var name: String
        @Option(
            help: ArgumentHelp("Only this key (default: all keys of the feed).", valueName: "whpk_…"),
            transform: FeedKeyText.publicKey)
        var key: WebhookPublicKey?
        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) async throws -> ExitStatus {
            let count = try ledger.changeFeeds(console) {
                try $0.remove(key, of: name, at: Timestamp(microseconds: console.now()))
            }
            console.note("Removed \(Figures.plural(count, "key")) of the feed \(name).")
            return .done
        }
    }

    enum FeedKeyText {
        static func publicKey(_ text: String) throws -> WebhookPublicKey {
            guard let key = WebhookPublicKey(text) else {
                throw ValidationError(
                    "'\(text.prefix(64))' is not the public key of a feed. It begins with whpk_, and `statdiscute feed key` "
                        + "prints it.")
            }
            return key
        }
    }

    extension LedgerOptions {
        /// The directory of a server's accounts, next to the ledger.
        func accounts(_ console: Console) -> String { path(console) + ".accounts" }

        @discardableResult
        fileprivate func changeFeeds<Value>(
            _ console: Console, _ change: (inout FeedBook) throws -> Value
        ) throws -> Value {
            guard Self.isThere(path(console)) else {
                throw ToolError(.noInput, "There is no ledger in \(path(console)). Name one with --ledger.")
            }
            return try Self.translatingFeedErrors { try FeedBook.change(in: accounts(console), change) }
        }

        /// Gives the errors of the file of feeds their exit status.
        fileprivate static func translatingFeedErrors<Value>(_ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch let error as FeedBookError {
                let status: ExitStatus =
                    switch error.code {
                    case .invalid: .usage
                    case .unknown: .noInput
                    case .unreadable: .badData
                    case .unwritable: .inputOutput
                    }
                throw ToolError(status, error.description)
            }
        }
    }
#endif
