package import Ledger
package import Records

/// The parts of a ledger that do not depend on its kind of events: an application with other events appends to a `Ledger` by
/// itself, and has its checkpoints, receipts, proofs and verification from here.
extension DraftLedger {
    /// The statements of a ledger that another module has open and appends to. No command can be sent to it.
    ///
    /// - Throws: `damaged`, `inputOutput`.
    package convenience init(statementsOf ledger: Ledger) throws(DraftLedgerError) {
        do {
            try self.init(
                ledger: ledger, access: ledger.mode == .readWrite ? .writing : .reading, cryptography: nil,
                clock: Ledger.Options.systemClock)
        } catch {
            throw DraftLedgerError(.inputOutput, "\(ledger.path): \(error)")
        }
    }

    /// Makes sure that a ledger extends its published checkpoint, before anything is appended.
    ///
    /// - Throws: `ledgerRolledBack`, `ledgerForked`, `checkpointDamaged`, `signingKeyForeign`.
    package static func requirePublishedHistory(of ledger: Ledger) throws(DraftLedgerError) {
        try rethrowing { try checkPublished(ledger) }
    }

    /// The key that salts the private records of a ledger, derived from the secret in `draw.key`.
    ///
    /// - Throws: `drawKeyMissing`, `inputOutput`.
    package static func recordSaltKey(in path: String) throws(DraftLedgerError) -> SaltKey {
        try rethrowing { SaltKey(master: try DrawKey.read(in: path)) }
    }
}
