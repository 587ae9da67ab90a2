import Draft
import DraftLedger
import Foundation
import Records
import ToolSupport

/// A staff member with a signing key in a file.
struct CommandSigner {
    let person: UserID
    /// The file's path.
    let key: String

    /// Signs a command, sends it and waits for its outcome.
    ///
    /// - Throws: `ToolError` with the refusal, which is on record then.
    @discardableResult
    func settle(
        _ command: Command, onBehalfOf user: UserID? = nil, in draft: DraftLedger
    ) throws -> [RecordedEvent] {
        try Self.settle(
            command, as: .admin(person, onBehalfOf: user), by: try SealingKeyFile(key).read(), in: draft)
    }

    /// The same with a key that is at hand, for any sender.
    @discardableResult
    static func settle(
        _ command: Command, as sender: Sender, by key: SealingKey, in draft: DraftLedger
    ) throws -> [RecordedEvent] {
        let id = CommandID.random()
        let command = try draft.pinningWords(of: command, as: sender, id: id)
        let seal = try draft.seal(command, id: id, as: sender, by: key)
        switch try draft.sendBlocking(command, as: sender, id: id, seal: seal) {
        case .accepted(let events, _): return events
        case .refused(let refusal, _, _):
            throw ToolError(.refused, "Refused (\(refusal.code.name)): \(refusal.message)")
        }
    }
}

extension DraftLedger {
    /// Signs a command with the state observed here: the published checkpoint, and the version of the command's stream.
    func seal(
        _ command: Command, id: CommandID, as sender: Sender, because dispute: CaseID? = nil, by key: SealingKey
    ) throws -> CommandSeal {
        let signable = SignableCommand(command, id: id, actor: sender, dispute: dispute, ledger: try origin ?? "")
        return try key.seal(signable, at: try sight(of: command.anchor))
    }

    /// Proposes a command under the next number that is free.
    func propose(
        _ command: Command, because dispute: CaseID?, reason: String, by signer: CommandSigner
    ) throws -> MeasureID {
        let id = MeasureID((try measures().last?.number ?? 0) + 1)
        try signer.settle(
            .measure(id, .proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: Wording(reason)))), in: self)
        return id
    }
}
