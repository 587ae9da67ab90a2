import ArgumentParser
import DraftLedger
import Merkle
import Pages
import Replay
import Statements
import ToolSupport

struct ReceiptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Verify signed receipts for commands.",
        discussion: """
            Clients can request a signed receipt for a command. It has the digest of the command, and the time by \
            which the command will be in the log. A receipt without its event proves that the command was omitted.

            EXAMPLE:
              draftledger receipt verify pick-17.receipt
            """,
        subcommands: [ReceiptVerifyCommand.self, ReceiptKeyCommand.self])
}

struct ReceiptVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a receipt, and that its promise was kept.",
        discussion: """
            Finds the event or refusal with the command ID and content of the receipt, and checks its times. The exit status \
            is 1 if it is missing, late or different, or if the ledger dates its arrival later than the receipt. The default \
            key is the ledger's own. `dispute --receipt` judges a pick by the receipt.

            EXAMPLE:
              draftledger receipt verify pick-17.receipt --verifier-key KEY
            """)

    @Argument(help: "The file of the receipt.", completion: .file()) var file: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key"), transform: KeyText.read)
    var verifierKey: VerifierKey?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let receipt = try draft.verifiedReceipt(in: file, by: verifierKey)
        let page = ReceiptPage(receipt: receipt, size: try draft.size, verdict: try draft.judge(receipt))
        try console.present(page, as: format.format)
        return page.isKept ? .done : .found
    }
}

extension DraftLedger {
    /// Reads a receipt of this ledger and verifies its signature.
    ///
    /// - Parameter key: the key of receipts; the ledger's own for nil.
    func verifiedReceipt(in file: String, by key: VerifierKey?) throws -> Receipt {
        let receipt: Receipt
        do {
            receipt = try Receipt(try SmallFile.read(file))
        } catch let error as AttestationError {
            throw ToolError(.found, "\(file) is not a receipt, or was altered: \(error).")
        }
        do {
            try receipt.verify(by: try key.map { [$0] } ?? ownVerifierKeys())
        } catch let error as AttestationError {
            if case .keyMissing = error { throw ToolError(.noInput, "\(file): \(error).") }
            throw ToolError(.found, "\(file) proves nothing: \(error).")
        }
        guard try origin == receipt.origin else {
            let origin = receipt.origin.asciiEscaped
            throw ToolError(.noInput, "\(file) is a receipt of the ledger \(origin). Name that ledger with --ledger.")
        }
        return receipt
    }
}

struct ReceiptKeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the verifier key of receipts.",
        discussion: """
            EXAMPLE:
              draftledger receipt key
            """)

    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.output.writeLine(try draft.receiptSigner().verifierKey.text)
        return .done
    }
}
