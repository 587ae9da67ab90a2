import ArgumentParser
import Draft
import DraftLedger
import Pages
import Remote

struct DepositCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Record what a payment provider has taken in for a user.",
        discussion: """
            A provider's reference stands for one payment: the same one again is refused. Over --server it takes a cashier, \
            and a server for development, whose money is play money; elsewhere providers tell of payments themselves.

            EXAMPLE:
              draftledger deposit 7 2500 --reference pay_81723
              draftledger deposit 7 2500 --reference pay_81723 --server http://127.0.0.1:3000
            """)

    @Argument(help: "The user's number.", transform: UserArgument.parse) var user: UserID
    @Argument(help: "How much, in cents.") var cents: Int64
    @Option(help: ArgumentHelp("The provider's own name for the payment.", valueName: "text")) var reference: String
    @Option(help: ArgumentHelp("Which provider.", valueName: "name")) var provider = "play"
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions

    func validate() throws {
        guard cents > 0 else { throw ValidationError("\(cents) cents is nothing to pay in: expected more than 0.") }
        try Words.require(reference, of: "--reference")
        try Words.require(provider, of: "--provider")
    }

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.wallet(
            user, .recordDeposit(amount: Cents(cents), provider: provider, reference: reference))
        let sender = Sender.provider(onBehalfOf: user)
        if let server = try remote.remote(console) {
            try server.settle(command, as: sender, by: nil)
        } else {
            let draft = try ledger.open(console, for: .writing)
            defer { draft.close() }
            try draft.settle(command, as: sender)
        }
        try console.print([
            StyledText("user \(user)", .bold) + StyledText(" has paid in \(Figures.money(Cents(cents)))")
        ])
        return .done
    }
}
