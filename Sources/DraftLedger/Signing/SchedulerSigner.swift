import Draft
import Ledger
import Platform
package import Records

/// Signs the commands of the scheduler of this process by the key of its account.
///
/// Until the key is that of an appointed account, commands are sent unsigned: before an appointment the ledger accepts no
/// signature of a scheduler, after one it accepts nothing else.
final class SchedulerSigner: Sendable {
    private struct Identity {
        var key: SealingKey
        /// The ledger's name, which is part of all that is signed.
        var ledger: String
    }

    private let identity = Guarded<Identity?>(nil)

    /// The account of the key as of a version of the staff.
    private let account = Guarded<(version: UInt32, person: UserID?)?>(nil)

    var isSet: Bool { identity.withLock { $0 != nil } }

    func use(_ key: SealingKey, in ledger: String) {
        identity.withLock { $0 = Identity(key: key, ledger: ledger) }
        account.withLock { $0 = nil }
    }

    /// The account that has the key; nil without one.
    ///
    /// - Parameters:
    ///   - version: of the stream of staff.
    ///   - staff: as of that version; read if the account is not known yet.
    func person(asOf version: UInt32, _ staff: () throws -> StaffState) rethrows -> UserID? {
        if let known = account.withLock({ $0 }), known.version == version { return known.person }
        guard let key = identity.withLock({ $0?.key.publicKey }) else { return nil }
        let person = try staff().members.first { $0.value.service == .scheduler && $0.value.key == key }?.key
        account.withLock { $0 = (version, person) }
        return person
    }

    /// Returns the origin of a command of the scheduler, signed by its account; as it is for all other commands.
    ///
    /// - Parameter person: the account that has the key, as of the decision; nil for none.
    func signing(_ command: Command, _ origin: CommandOrigin, as person: UserID?) throws -> CommandOrigin {
        guard let person, let identity = identity.withLock({ $0 }) else { return origin }
        var signed = origin
        signed.actor = Sender(.scheduler, user: person)
        let signable = SignableCommand(command, id: origin.commandID, actor: signed.actor, ledger: identity.ledger)
        signed.signature = try identity.key.seal(signable).recorded
        return signed
    }
}

extension CommandOrigin {
    /// Whether the scheduler of this process sends the command, and can sign it. Ticks decide nothing and are never signed.
    func isSchedulersOwn(of kind: CommandKind) -> Bool { actor == .scheduler && signature == nil && kind != .tickClock }
}

extension DraftLedger {
    /// Signs the scheduler's commands of this process from now on, as soon as the key is that of an appointed account.
    ///
    /// - Throws: what keeps the ledger's name from being read.
    package func signSchedulerCommands(by key: SealingKey) throws(DraftLedgerError) {
        schedulerSigner.use(key, in: try origin ?? "")
    }

    /// Whether the ledger demands signatures of the scheduler that this process cannot make: nothing automatic would happen.
    package var schedulerLacksKey: Bool {
        get throws(DraftLedgerError) {
            let staff = try staff()
            return try rethrowing {
                staff.services.contains(.scheduler)
                    && schedulerSigner.person(asOf: staff.version) { staff } == nil
            }
        }
    }

    /// The account that signs the scheduler's commands; nil for none.
    func schedulersAccount() throws -> UserID? {
        guard schedulerSigner.isSet else { return nil }
        let version = try log.ledger.head(of: StreamID(.staff))?.version ?? 0
        return try schedulerSigner.person(asOf: version) { StaffState.folding(try log.events(of: .staff)) }
    }
}
