import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote

struct DepositCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Record a user's deposit at a payment provider.",
        discussion: """
            Each payment ID of a provider is accepted once. --server needs the token of a cashier, and a server for \
            development, which has play money; for other servers, providers report payments themselves.

            EXAMPLE:
              draftledger deposit 7 2500 --payment-id pay_81723
              draftledger deposit 7 2500 --payment-id pay_81723 --server http://127.0.0.1:3000
            """)

    @Argument(help: "The user ID.", transform: UserArgument.parse) var user: UserID
    @Argument(help: "The amount in cents.") var cents: Int64
    @Option(help: ArgumentHelp("The ID of the payment at the provider.", valueName: "text")) var paymentId: String
    @Option(help: ArgumentHelp("The payment provider.", valueName: "name")) var provider = "play"
    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp("The file with your signing key, from `staff key`.", valueName: "file"), completion: .file())
    var key: String?
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard cents > 0 else { throw ValidationError("The amount is \(cents) cents: expected more than 0.") }
        try FreeText.require(paymentId, of: "--payment-id")
        try FreeText.require(provider, of: "--provider")
    }

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.wallet(
            user, .recordDeposit(amount: Cents(cents), provider: provider, reference: paymentId))
        let sender = Sender.provider(onBehalfOf: user)
        if let server = try remote.remote(console) {
            guard key == nil else {
                throw ToolError(.usage, "Leave out --signing-key: a development server takes play money unsigned.")
            }
            try server.settle(command, as: sender, by: nil)
        } else {
            let draft = try ledger.open(console, for: .writing)
            defer { draft.close() }
            if let key {
                let key = try SealingKeyFile(key).read()
                let account = try draft.staff().members.first {
                    $0.value.service == .provider(provider) && $0.value.key == key.publicKey
                }
                guard let account = account?.key else {
                    throw ToolError(
                        .usage, "The key is not that of an account of \(provider). `staff list` lists the accounts.")
                }
                try CommandSigner.settle(
                    command, as: Sender(.provider, user: account, onBehalfOf: user), by: key, in: draft)
            } else {
                try draft.settle(command, as: sender)
            }
        }
        try console.print([
            StyledText("user \(user)", .bold) + StyledText(" deposited \(Figures.money(Cents(cents)))")
        ])
        return .done
    }
}
