import ArgumentParser
import DraftLedger
import Merkle
import Pages
import Statements

struct ReceiptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Hold the ledger to what it promised about a command.",
        discussion: """
            Who sends a command can be given a receipt at once: signed, with the command's digest and the time by which it \
            will be in the log. A receipt without its event proves that the command was left out.

            EXAMPLE:
              draftledger receipt verify pick-17.receipt
            """,
        subcommands: [ReceiptVerifyCommand.self, ReceiptKeyCommand.self])
}

struct ReceiptVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check a receipt, and that the ledger has kept its promise.",
        discussion: """
            Finds the event or refusal with the receipt's command id and content, and says whether it was in time. Exits \
            with 1 when it is missing, late, or another one. The key is the ledger's own unless given.

            EXAMPLE:
              draftledger receipt verify pick-17.receipt --key KEY
            """)

    @Argument(help: "The receipt.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("The verifier key of the receipts, or the file of it.", valueName: "key"),
        transform: KeyText.read)
    var key: VerifierKey?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let receipt: Receipt
        do {
            receipt = try Receipt(try SmallFile.read(file))
        } catch let error as AttestationError {
            throw ToolError(.found, "\(file) is no receipt, or was altered: \(error).")
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        do {
            try receipt.verify(by: try key.map { [$0] } ?? draft.ownVerifierKeys())
        } catch let error as AttestationError {
            if case .keyMissing = error { throw ToolError(.noInput, "\(file): \(error).") }
            throw ToolError(.found, "\(file) proves nothing: \(error).")
        }
        guard try draft.origin == receipt.origin else {
            let origin = receipt.origin.asciiEscaped
            throw ToolError(.noInput, "\(file) is a receipt of \(origin), and this is another ledger.")
        }
        let page = ReceiptPage(receipt: receipt, size: try draft.size, verdict: try draft.verdict(on: receipt))
        try console.present(page, as: format.format)
        return page.isKept ? .done : .found
    }
}

struct ReceiptKeyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the key that verifies receipts, as the last line.",
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
