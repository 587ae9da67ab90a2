package import Draft
import Platform
package import Records

/// The account that signs the commands of an import, once the ledger has an account of the importer.
package struct ImportSigning: Sendable {
    let person: UserID
    let key: SealingKey
    let ledger: String

    /// The events of the staff, on which the commands are decided.
    package let staff: [RecordedEvent]

    /// The origin of a command, signed by the account.
    ///
    /// - Throws: what the cryptography library reports when it cannot sign.
    package func signing(_ command: Command, _ origin: CommandOrigin) throws -> CommandOrigin {
        var signed = origin
        signed.actor = Sender(.importer, user: person)
        let signable = SignableCommand(command, id: origin.commandID, actor: signed.actor, ledger: ledger)
        signed.signature = try key.seal(signable).recorded
        return signed
    }
}

extension DraftLedger {
    /// Finds the account that signs imports through this handle.
    ///
    /// - Parameter key: the account's; nil for no key.
    /// - Throws: `signingKeyMissing` if the ledger has accounts of the importer, and the key is not one of theirs; or what keeps
    ///   the ledger from being read.
    package func signImports(by key: SealingKey?) throws(DraftLedgerError) {
        let events = try stream(.staff)
        let staff = StaffState.folding(events)
        guard staff.services.contains(.importer) else { return }
        let account = key.flatMap { key in
            staff.members.first { $0.value.service == .importer && $0.value.key == key.publicKey }?.key
        }
        guard let key, let account else {
            let known = staff.accounts(of: .importer).map { "\($0)" }.joined(separator: ", ")
            throw DraftLedgerError(
                .signingKeyMissing,
                "Imports into this ledger are signed by an account of the importer (\(known)). Name the file with its key: "
                    + "--signing-key FILE.")
        }
        let signing = ImportSigning(person: account, key: key, ledger: try origin ?? "", staff: events)
        importSigner.withLock { $0 = signing }
    }

    /// The account that signs imports through this handle; nil if they are not signed.
    package var importSigning: ImportSigning? { importSigner.withLock { $0 } }
}
