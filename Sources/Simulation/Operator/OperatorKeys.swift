import Draft
import DraftLedger
import Records

/// The signing keys of simulated people, which follow from the seed, so that a ledger is reproducible. They
/// are public.
struct OperatorKeys: Sendable {
    let seed: UInt64

    /// The ledger's name, which is part of all that is signed.
    let ledger: String

    /// A person's key.
    ///
    /// - Parameter ordinal: 0 for the first one, and so on.
    func key(of person: UserID, ordinal: UInt64 = 0) -> SealingKey {
        var generator = SeededGenerator(seed: seed, purpose: .keys, number: person.number << 8 | ordinal)
        let seed = (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        // 32 bytes are a key.
        return SealingKey(seed: seed) ?? SealingKey()
    }

    /// The key that is kept offline.
    var recovery: SealingKey { key(of: UserID(0)) }
}

/// Signs the commands of simulated services by the keys of their accounts.
struct ServiceSigner: Sendable {
    let keys: OperatorKeys
    let accounts: [LedgerService: UserID]

    /// The origin of a command with its signature; as it is for a sender without an account.
    func signing(_ command: Command, _ origin: CommandOrigin) -> CommandOrigin {
        let service: LedgerService? =
            switch origin.actor.role {
            case .scheduler: .scheduler
            case .provider: command.namedProvider.map { .provider($0) }
            case .user, .admin, .importer: nil
            }
        guard origin.actor.user == nil, let account = service.flatMap({ accounts[$0] }) else { return origin }
        var signed = origin
        signed.actor = Sender(origin.actor.role, user: account, onBehalfOf: origin.actor.onBehalfOf)
        let signable = SignableCommand(command, id: origin.commandID, actor: signed.actor, ledger: keys.ledger)
        // A key that does not sign would leave the command unsigned, and refused.
        signed.signature = try? keys.key(of: account).seal(signable).recorded
        return signed
    }
}

extension SimulatedOperator {
    var keys: OperatorKeys { OperatorKeys(seed: options.seed, ledger: numbers.ledger) }

    /// Sends a signed command. Its observed state has no checkpoint: none is published during a simulation.
    ///
    /// - Parameters:
    ///   - key: what signs.
    ///   - dispute: the case for which a staff member acts.
    ///   - moment: when it reaches the edge of the system.
    ///   - isForged: whether the signature is not the key's, which is noticed before anything is decided.
    /// - Returns: why it was refused; nil when it was accepted.
    @discardableResult
    func send(
        _ command: Command, as sender: Sender, by key: SealingKey, because dispute: CaseID? = nil,
        at moment: Timestamp, isForged: Bool = false
    ) -> Refusal? {
        let letter = desk.journal.letter(of: command, from: sender, arriving: moment)
        let command = letter.pinned ?? command
        var origin = letter.origin
        origin.dispute = dispute
        let signable = SignableCommand(
            command, id: origin.commandID, actor: sender, dispute: dispute, ledger: keys.ledger)
        // A key that does not sign would leave the command unsigned, and refused.
        origin.signature = try? key.seal(signable).recorded
        if isForged { origin.signature?.bytes[0] ^= 1 }
        let outcome: OperatorDesk.Outcome
        if isForged {
            let refusal = Refusal(.badSignature, "The signature is not the key's under this command.")
            outcome = desk.refuse(command, with: refusal, origin: origin, at: now)
        } else {
            outcome = desk.send(command, origin: origin, at: now)
        }
        if case .refused(let refusal, _) = outcome { return refusal }
        desk.store.keep(letter)
        return nil
    }

    /// Sends a staff command that the simulation needs, signed with the first key of the staff member.
    ///
    /// - Throws: `SimulationError.refused`.
    func demand(
        _ command: Command, of person: UserID, because dispute: CaseID? = nil
    ) throws(SimulationError) {
        try demand(command, as: .admin(person), by: keys.key(of: person), because: dispute)
    }

    /// - Throws: `SimulationError.refused`.
    func demand(
        _ command: Command, as sender: Sender, by key: SealingKey, because dispute: CaseID? = nil
    ) throws(SimulationError) {
        let moment = try later(.seconds(1)...(.seconds(4)))
        if let refusal = send(command, as: sender, by: key, because: dispute, at: moment) {
            throw .refused(command: command.kind, refusal: refusal)
        }
    }
}
