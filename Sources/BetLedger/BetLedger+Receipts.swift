package import Bets
import DraftLedger
package import Merkle
package import Statements

/// The record that a ledger has in the place of a bet with a receipt.
package enum BetReceiptVerdict: Hashable, Sendable {
    /// The bet, in the history that the receipt states.
    case kept
    /// Another record, by its hash.
    case changed(TreeHash)
    /// Fewer records than the receipt states.
    case lost(size: UInt64)
    /// The bet, after another history: the root of as many records as the receipt states.
    case otherHistory(root: TreeHash)
}

/// Receipts of bets, with the key of a ledger's receipts (`receipt.key`).
extension BetLedger {
    /// The signed receipt of a bet: its record, its position, and the root of the ledger as it is now.
    ///
    /// - Throws: `unknown` for a bet that is not recorded, `storage`.
    package func receipt(of bet: BetID) throws(BetLedgerError) -> BetReceipt {
        let (state, size) = snapshot
        guard state.bets[bet] != nil else { throw BetLedgerError(.unknown, "Record \(bet) is not a bet.") }
        return try rethrowing {
            try statements.receiptSigner().receipt(
                ofBetAt: bet.number, record: try statements.record(at: bet.number), size: size,
                root: try statements.root(at: size))
        }
    }

    /// The key that verifies receipts; nil for a ledger that has none, such as a copy without the secret keys.
    ///
    /// Creates nothing: a key that a reader makes has signed no receipt.
    package func receiptKey() throws(BetLedgerError) -> VerifierKey? {
        let name = Receipt.keyName(of: origin)
        return try rethrowing { try statements.ownVerifierKeys().first { $0.name.text == name } }
    }

    /// The key that verifies receipts, to be published. Creates it if the ledger has none: for those that sign.
    package func ensureReceiptKey() throws(BetLedgerError) -> VerifierKey {
        try rethrowing { try statements.receiptSigner().verifierKey }
    }

    /// Compares a receipt with the ledger: the record at its position, and the history that it states.
    ///
    /// - Parameter receipt: the receipt, verified.
    /// - Throws: `unknown` for a receipt of another ledger, `storage`.
    package func verdict(on receipt: BetReceipt) throws(BetLedgerError) -> BetReceiptVerdict {
        guard receipt.origin == origin else {
            throw BetLedgerError(
                .unknown, "The receipt is of the ledger \(receipt.origin). Name that ledger with --ledger.")
        }
        let size = try self.size
        return try rethrowing {
            guard receipt.position < size else { return .lost(size: size) }
            let leaf = TreeHash.leaf(try statements.record(at: receipt.position))
            guard leaf == receipt.leaf else { return .changed(leaf) }
            guard receipt.size <= size else { return .lost(size: size) }
            let root = try statements.root(at: receipt.size)
            return root == receipt.root ? .kept : .otherHistory(root: root)
        }
    }
}
