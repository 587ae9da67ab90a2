import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import Remote
import ToolSupport

struct DepositCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Record a user's deposit at a payment provider.",
        discussion: """
            Each payment ID of a provider is accepted once. A server accepts payments from an account of the provider. \
            Appoint it with `staff appoint --service provider:NAME`, and give its token and its signing key here. A server \
            for development also takes play money from a cashier, without a signing key.

            EXAMPLE:
              draftledger deposit 7 2500 --payment-id pay_81723
              draftledger deposit 7 2500 --payment-id pay_81723 --server http://127.0.0.1:3000
              draftledger deposit 7 2500 --payment-id pay_81723 --provider bank --signing-key bank.key --server https://drafts.example.com
            """)

    @Argument(help: "The user ID.", transform: UserArgument.parse) var user: UserID
    @Argument(help: "The amount in cents.") var cents: Int64
    @Option(help: ArgumentHelp("The ID of the payment at the provider.", valueName: "text")) var paymentId: String
    @Option(help: ArgumentHelp("The payment provider.", valueName: "name")) var provider = "play"
    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp("The file with your signing key, from `staff key`.", valueName: "file"),
        completion: .file())
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
        if let server = try remote.remote(console) {
            let key = try key.map { try SealingKeyFile($0).read() }
            // The token names the account that signs. Play money has neither.
            let account = key == nil ? nil : try server.waiting { try await $0.user() }
            try server.settle(command, as: Sender(.provider, user: account, onBehalfOf: user), by: key)
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
                try draft.settle(command, as: .provider(onBehalfOf: user))
            }
        }
        try console.print([
            StyledText("user \(user)", .bold) + StyledText(" deposited \(Figures.money(Cents(cents)))")
        ])
        return .done
    }
}
