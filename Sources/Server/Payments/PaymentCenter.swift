import Draft
import DraftLedger
import Payments

/// The server's part in payments: the providers of the settings, and the accounts to which withdrawals are paid.
final class PaymentCenter: Sendable {
    let configuration: PaymentConfiguration
    let desk: PaymentDesk
    let book: PayoutBook

    /// - Returns: nil where no provider is configured: no account is stored then.
    /// - Throws: what keeps the file of the providers, or the accounts, from being used.
    init?(_ ledger: DraftLedger, _ options: ServerOptions) throws {
        guard let file = options.payments else { return nil }
        configuration = try PaymentConfiguration(contentsOf: file)
        desk = PaymentDesk(ledger, keys: configuration.signingKeys)
        book = try PayoutBook(path: Self.path(in: ledger.path), of: ledger)
    }

    /// The place of the accounts in the directory of a ledger.
    static func path(in ledger: String) -> String { ledger + "/" + PayoutBook.directory }
}
