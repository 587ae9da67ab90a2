import ArgumentParser
import BetLedger
import Bets
import DraftLedger
import Foundation
import Merkle
import Pages
import Platform
import Statements
import TextFormats
import ToolSupport
import Values

/// The receipts of bets.
struct ReceiptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Verify the signed receipt of a bet.",
        discussion: """
            The receipt of a bet has the bet's record and the root of the ledger, signed. A ledger that loses or \
            changes the bet afterwards is proved wrong by it.

            EXAMPLE:
              statdiscute receipt bet.receipt
              statdiscute receipt verify bet.receipt --verifier-key KEY
              statdiscute receipt key
            """,
        subcommands: [ReceiptVerifyCommand.self, ReceiptKeyCommand.self],
        defaultSubcommand: ReceiptVerifyCommand.self)
}

struct ReceiptVerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a receipt by its key and a ledger.",
        discussion: """
            Checks the signature, and compares the receipt with the ledger: the record at its position, and the root of the \
            history that it states. With --verifier-key and without --ledger, only the signature is checked, without any \
            ledger. Without --verifier-key, the key is the ledger's own. The exit status is 1 if the receipt was altered, or \
            proves the ledger wrong.

            EXAMPLE:
              statdiscute receipt bet.receipt --verifier-key KEY --ledger season.ledger
            """)

    @Argument(help: "The file of the receipt.", completion: .file()) var file: String
    @Option(
        help: ArgumentHelp("The verifier key of receipts, from a source that you trust.", valueName: "key"),
        transform: Self.key)
    var verifierKey: VerifierKey?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    static func key(_ text: String) throws -> VerifierKey {
        do throws(FormatError) {
            return try VerifierKey(text)
        } catch {
            throw ValidationError("'\(text.prefix(64))' is not a verifier key: \(error).")
        }
    }

    func execute(on console: Console) async throws -> ExitStatus {
        let receipt = try read()
        let isOffline = verifierKey != nil && !ledger.isNamed(console)
        guard !isOffline else {
            try verify(receipt, by: verifierKey.map { [$0] } ?? [])
            try console.present(BetReceiptPage(receipt: receipt, verdict: nil), as: output.format)
            return .done
        }
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        try verify(receipt, by: try verifierKey.map { [$0] } ?? ledger.statements.ownVerifierKeys())
        let verdict = try ledger.verdict(on: receipt)
        try console.present(BetReceiptPage(receipt: receipt, verdict: verdict), as: output.format)
        return verdict == .kept ? .done : .found
    }

    private func read() throws -> BetReceipt {
        let bytes: [UInt8]
        do {
            bytes = try OpenFile.regular(file, followsLinks: true).contents(upTo: 1 << 20)
        } catch {
            throw ToolError(.noInput, "\(file) cannot be read: \(error). Check the path.")
        }
        do throws(AttestationError) {
            return try BetReceipt(bytes)
        } catch {
            throw ToolError(.found, "\(file) is not a receipt of a bet, or was altered: \(error).")
        }
    }

    private func verify(_ receipt: BetReceipt, by keys: [VerifierKey]) throws {
        do throws(AttestationError) {
            try receipt.verify(by: keys)
        } catch {
            if case .keyMissing = error {
                throw ToolError(.noInput, "\(file): \(error). Name it with --verifier-key.")
            }
            throw ToolError(.found, "\(file) proves nothing: \(error).")
        }
    }
}

struct ReceiptKeyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Show the verifier key of receipts.",
        discussion: """
            Shows the key that the ledger has, and creates none: a server creates it at its start, and `bet --receipt` with \
            the first receipt. A copy of a ledger without the file receipt.key has no key.

            EXAMPLE:
              statdiscute receipt key
            """)

    @OptionGroup var ledger: LedgerOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        guard let key = try ledger.receiptKey() else {
            throw ToolError(
                .noInput,
                "\(ledger.path) has no key of receipts: it has signed none, or it is a copy without the file receipt.key. Ask "
                    + "for the key where the receipts are signed; a server shows it at /log/keys.")
        }
        try console.output.write(key.text + "\n")
        return .done
    }
}

/// The answer to `receipt`.
struct BetReceiptPage: Page {
    let receipt: BetReceipt
    /// Nil if no ledger was compared.
    let verdict: BetReceiptVerdict?

    private var selection: String {
        let bet = receipt.bet
        let line =
            bet.market == .moneyline ? "" : " \(bet.market == .spread ? GameLines.signed(bet.line) : "\(bet.line)")"
        return "\(bet.stake) on \(bet.side.name)\(line) at \(bet.odds), game \(bet.game)"
    }

    func text(on terminal: Terminal) -> [StyledText] {
        [
            StyledText("Receipt of \(receipt.origin)", .bold),
            field("bet", "\(receipt.position), by user \(receipt.user)"), field("selection", selection),
            field("recorded", receipt.recordedAt.iso8601), field("record", receipt.leaf.base64),
            field("ledger", "\(receipt.size) records, root \(receipt.root.base64)"), .empty,
            StyledText(sentence, verdict ?? .kept == .kept ? .bold : .alarm),
        ]
    }

    private func field(_ name: String, _ value: String) -> StyledText {
        StyledText(name.rightPadded(to: 11), .dim) + StyledText(value)
    }

    private var sentence: String {
        switch verdict {
        case nil: "The signature is genuine. No ledger was compared: name one with --ledger."
        case .kept: "Kept: the ledger has the bet, in the history that the receipt states."
        case .changed(let leaf):
            "The ledger is wrong: it has another record at position \(receipt.position), \(leaf.base64)."
        case .lost(let size): "The ledger is wrong: it has \(size) records, and had \(receipt.size) with this bet."
        case .otherHistory(let root):
            "The ledger is wrong: the root of its first \(receipt.size) records is \(root.base64)."
        }
    }

    private var word: String {
        switch verdict {
        case nil: "genuine"
        case .kept: "kept"
        case .changed: "changed"
        case .lost: "lost"
        case .otherHistory: "otherHistory"
        }
    }

    var json: JSON {
        [
            "ok": .bool(verdict ?? .kept == .kept), "verdict": .string(word), "origin": .string(receipt.origin),
            "betId": .of(receipt.position), "user": .of(receipt.user.number), "gameId": .string("\(receipt.bet.game)"),
            "selection": .string(selection), "recordedAt": .string(receipt.recordedAt.iso8601),
            "leaf": .string(receipt.leaf.base64), "size": .of(receipt.size), "root": .string(receipt.root.base64),
        ]
    }

    var csv: CSVTable {
        CSVTable(
            [
                "ok", "verdict", "origin", "betId", "user", "gameId", "selection", "recordedAt", "leaf", "size", "root",
            ], objects: [json])
    }
}
