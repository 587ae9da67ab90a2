import ArgumentParser
import Draft
import DraftLedger
import Pages
import Platform
import Records
import ToolSupport

struct WithdrawalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdrawals", abstract: "Manage withdrawals: list, approve, pay, release.",
        discussion: """
            A user's withdrawal is held until it is paid or released. A cashier proposes a payout of withdrawals to one \
            provider, and another person approves it (see `approval`). The payout file goes to the provider. Afterwards each \
            withdrawal is posted, by the provider's message or with `withdrawals post`.

            EXAMPLE:
              draftledger withdrawals list
              draftledger withdrawals approve --provider bank --staff-id 904 --signing-key cora.key
              draftledger withdrawals file 8812 --server https://drafts.example.com -o payout.csv
            """,
        subcommands: [
            WithdrawalListCommand.self, WithdrawalApproveCommand.self, PayoutListCommand.self, PayoutFileCommand.self,
            WithdrawalPostCommand.self, WithdrawalReleaseCommand.self,
        ])
}

struct WithdrawalListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the withdrawals that are not paid.",
        discussion: """
            The oldest first. The ends of accounts are shown with --server.

            EXAMPLE:
              draftledger withdrawals list --waiting
              draftledger withdrawals list --server https://drafts.example.com --format csv
            """)

    @Flag(help: "Only withdrawals that wait for approval.") var waiting = false
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let page: WithdrawalsPage
        if let server = try remote.remote(console) {
            guard let read = WithdrawalsPage(try server.reading("/v1/withdrawals")) else {
                throw ToolError.untold("withdrawals")
            }
            page = read
        } else {
            let draft = try ledger.open(console, makingFiguresOf: ["balances"])
            defer { draft.close() }
            let names = LedgerNames(draft)
            page = WithdrawalsPage(withdrawals: try draft.openWithdrawals()) { names.user($0) }
        }
        try console.present(waiting ? page.waiting : page, as: format.format)
        return .done
    }
}

struct WithdrawalApproveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve withdrawals for payment together.",
        discussion: """
            Without withdrawals as arguments, all that wait for approval are meant, the oldest first, at most 500. Name one as \
            USER:NUMBER. Once staff roles are enabled, this proposes the payout with --staff-id and --signing-key, and an \
            officer approves it. A withdrawal stands in one payout only.

            EXAMPLE:
              draftledger withdrawals approve --provider bank
              draftledger withdrawals approve 7:1 12:3 --provider bank --staff-id 904 --signing-key cora.key
            """)

    @Argument(
        help: ArgumentHelp("Withdrawals by user and number, such as 7:1.", valueName: "withdrawal"),
        transform: Self.withdrawal)
    var withdrawals: [WithdrawalID] = []
    @Option(help: ArgumentHelp("The payment provider.", valueName: "name")) var provider: String
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String?
    @OptionGroup var operation: OperatorOptions

    private static func withdrawal(_ text: String) throws -> WithdrawalID {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = UInt32(parts[1]), number > 0 else {
            throw ValidationError("'\(text)' is not a withdrawal. Use the form 7:1, the user and the number.")
        }
        return WithdrawalID(user: try UserArgument.parse(String(parts[0])), withdrawal: number)
    }

    func validate() throws {
        try FreeText.require(provider, of: "--provider")
        try reason.map { try FreeText.require($0, of: "--reason") }
        guard withdrawals.count <= ApprovePayout.largestCount else {
            throw ValidationError("These are \(withdrawals.count) withdrawals. A payout has at most 500.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (payout, measure) = try operation.work(on: console) { place in
            let chosen = withdrawals.isEmpty ? try place.waitingWithdrawals(to: provider) : withdrawals
            guard !chosen.isEmpty else {
                throw ToolError(.noInput, "No withdrawals to \(provider) wait for approval.")
            }
            let payout = ApprovePayout(
                provider: provider, withdrawals: Array(chosen.prefix(ApprovePayout.largestCount)))
            let measure = try place.settle(
                .ledger(.approvePayout(payout)), as: .admin(nil),
                reason: reason ?? "\(Figures.plural(payout.withdrawals.count, "withdrawal")) wait.")
            return (payout, measure)
        }
        let words = "\(Figures.plural(payout.withdrawals.count, "withdrawal")) to \(provider)"
        if let measure {
            try console.print(measure, proposing: "to pay \(words)")
        } else {
            try console.print([
                StyledText(words, .bold) + StyledText(" approved. `withdrawals payouts` has the number.")
            ])
        }
        return .done
    }
}

struct PayoutListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "payouts", abstract: "List payouts, the last one first.",
        discussion: """
            EXAMPLE:
              draftledger withdrawals payouts
              draftledger withdrawals payouts --server https://drafts.example.com --format json
            """)

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let server = try remote.remote(console) {
            guard let page = PayoutsPage(try server.reading("/v1/payouts")) else { throw ToolError.untold("payouts") }
            try console.present(page, as: format.format)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(PayoutsPage(payouts: try draft.payouts()), as: format.format)
        return .done
    }
}

struct PayoutFileCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "file", abstract: "Write the file of a payout for the provider.",
        discussion: """
            CSV with a line for each withdrawal that is not paid yet: reference, amount, holder, account and bank. Accounts are \
            kept by the server, so this needs --server. Do not pay a line without an account: none was set at the request, \
            or it was changed since. --format text and json show all lines.

            EXAMPLE:
              draftledger withdrawals file 8812 --server https://drafts.example.com -o payout.csv
            """)

    @Argument(help: "The number of the payout.") var payout: UInt64
    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output).", valueName: "path"),
        completion: .file())
    var output: String?
    @OptionGroup var remote: RemoteOptions
    @Option(help: ArgumentHelp("The output format.", valueName: "csv|json|text")) var format = OutputFormat.csv

    func execute(on console: Console) throws -> ExitStatus {
        guard let server = try remote.remote(console) else {
            throw ToolError(.usage, "Add --server and --token: the server keeps the accounts of withdrawals.")
        }
        guard let page = PayoutPage(try server.reading("/v1/payouts/\(payout)")) else {
            throw ToolError.untold("payout \(payout)")
        }
        let document = page.document(as: format, on: output == nil ? console.terminal : .file)
        guard let output, output != "-" else {
            try console.output.write(document)
            return .done
        }
        // Accounts are personal data: for the owner of the file only.
        guard try DurableFile.create(output, with: Array(document.utf8), permissions: 0o600) else {
            throw ToolError(.cannotCreate, "\(output) already exists. Use another name.")
        }
        console.note("payout \(payout) written to \(output)")
        return .done
    }
}

struct WithdrawalPostCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Record that a withdrawal was paid.",
        discussion: """
            Only if the provider does not report it itself.

            EXAMPLE:
              draftledger withdrawals post 7 1 --payment-id "wire 8812-1"
            """)

    @Argument(help: "The user ID.", transform: UserArgument.parse) var user: UserID
    @Argument(help: "The number of the withdrawal.") var number: UInt32
    @Option(help: ArgumentHelp("The ID of the payment at the provider.", valueName: "text")) var paymentId: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(paymentId, of: "--payment-id") }

    func execute(on console: Console) throws -> ExitStatus {
        _ = try operation.work(on: console) { place in
            try place.send(
                .wallet(user, .postWithdrawal(withdrawal: number, reference: paymentId)),
                as: .admin(nil, onBehalfOf: user))
        }
        try console.print([StyledText("withdrawal \(number) of user \(user)", .bold) + StyledText(" paid")])
        return .done
    }
}

struct WithdrawalReleaseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Cancel a withdrawal, which goes back to the balance.",
        discussion: """
            Before you release one that stands in a payout, make sure that the provider does not pay it.

            EXAMPLE:
              draftledger withdrawals release 7 1 --reason "The account does not exist."
            """)

    @Argument(help: "The user ID.", transform: UserArgument.parse) var user: UserID
    @Argument(help: "The number of the withdrawal.") var number: UInt32
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        _ = try operation.work(on: console) { place in
            try place.send(
                .wallet(user, .releaseWithdrawal(withdrawal: number, reason: Wording(reason))),
                as: .admin(nil, onBehalfOf: user))
        }
        try console.print([StyledText("withdrawal \(number) of user \(user)", .bold) + StyledText(" released")])
        return .done
    }
}
