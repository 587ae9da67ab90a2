import Draft
import DraftLedger
import Records

/// Holds commands to what a service asks of them before any rule does: that their ids are new, and their signatures are by
/// keys of their senders.
struct CommandWatch: Codable {
    /// Commands that have left their mark in the ledger's own stream: there a service looks for every id.
    private var systemCommands: Set<CommandKey> = []

    /// Takes a group.
    ///
    /// - Parameter state: the ledger's state before it.
    mutating func note(_ group: CommandGroup, _ notes: inout AuditNotes, in state: LedgerState) {
        notes.checkMoment(of: group)
        guard let origin = group.origin else { return }
        if group.first.stream == .system {
            systemCommands.insert(origin.key)
        } else if systemCommands.contains(origin.key), group.rejection?.code != .duplicateCommand {
            notes.note(
                .idempotency, at: group.first, expected: "refused as duplicateCommand, or nothing appended",
                actual: group.first.event.type.name,
                "The command id \(origin.commandID) was used in the ledger's own stream already.")
        }
        notes.remarkCause(of: group, in: state)
        checkDevice(group, &notes, in: state)
    }

    /// Checks that members' signatures are by their own keys. The first key is self-signed.
    func checkDevice(_ group: CommandGroup, _ notes: inout AuditNotes, in state: LedgerState) {
        guard let origin = group.origin, let signature = origin.signature, origin.actor.role == .user,
            let user = origin.actor.user, group.rejection?.code != .badSignature
        else { return }
        var keys = state.user(user).keys
        if keys.isEmpty, case .keyAdded(let added) = group.first.event.account { keys = [added.key] }
        if keys.isEmpty, case .user(user, .addDeviceKey(let key))? = group.rejection?.refusedCommand { keys = [key] }
        let known = keys.map { KeyID(digest: Digest256(hashing: $0.bytes)) }
        guard !known.contains(signature.key) else { return }
        notes.note(
            .decision, at: group.first, expected: known.isEmpty ? "no signature" : "a key of user \(user)",
            actual: "the key \(signature.key)", "The command of user \(user) is not signed by a key of the user.")
    }
}
