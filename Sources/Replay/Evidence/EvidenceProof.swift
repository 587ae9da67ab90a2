public import Merkle
public import Statements
import Draft
import DraftLedger
import Records

/// Something that a verifier holds and knows to be in the ledger. A bundle that lacks it was cut, even if the rest is
/// genuine.
public enum EvidenceProof: Sendable {
    /// A receipt for a command about the room or the claimant's queue, and the keys that may have signed it, among them that
    /// of `<origin>/receipt`.
    case receipt(Receipt, by: [VerifierKey])
    /// The proof of a record, which it contains as its addition (`extra`).
    case record(ProofFile)

    /// The missing record in a sentence; nil if the bundle has it.
    ///
    /// - Throws: `EvidenceError.badFile` for a proof that proves nothing about this bundle.
    func fault(in bundle: EvidenceBundle, by policy: TrustPolicy) throws -> String? {
        switch self {
        case .receipt(let receipt, let keys):
            let name = "the receipt for command \(receipt.command)"
            do { try receipt.verify(by: keys) } catch { throw EvidenceError.badFile(name, "\(error)") }
            try Self.check(receipt.origin, receipt.stream, of: name, in: bundle)
            let isHere = try bundle.records.contains { item in
                let event = try item.decoded()
                return event.stream == receipt.stream && event.origin?.commandID == receipt.command
                    && event.origin?.actor == receipt.actor
            }
            return isHere
                ? nil
                : "The ledger's receipt for command \(receipt.command) of \(receipt.actor.text) promises a record in "
                    + "\(receipt.stream) by \(receipt.dueAt.iso8601). The bundle has none."
        case .record(let proof):
            let name = "the proof of position \(proof.index)"
            guard let record = proof.extra else { throw EvidenceError.badFile(name, "it does not contain the record") }
            let checkpoint = try policy.verify(proof.checkpoint).checkpoint
            try proof.proof.verify(
                leaf: .leaf(record), index: proof.index, size: checkpoint.size, root: checkpoint.root)
            let event = try EvidenceRecord(position: proof.index, record: record).decoded()
            try Self.check(checkpoint.origin, event.stream, of: name, in: bundle)
            guard let item = bundle.records.first(where: { $0.position == proof.index }) else {
                return
                    "The ledger has \(event.event.type.name.withArticle) of \(event.stream) at position \(proof.index). "
                    + "The bundle does not have it."
            }
            return item.leaf == .leaf(record) ? nil : "Position \(proof.index) of the bundle is another record."
        }
    }

    private static func check(_ origin: String, _ stream: StreamKey, of name: String, in bundle: EvidenceBundle) throws
    {
        guard origin == bundle.claim.origin else {
            throw EvidenceError.badFile(name, "it is of the ledger \(origin.asciiEscaped)")
        }
        let claim = bundle.claim
        let isOfClaim =
            switch stream {
            case .room(let room): room == claim.room
            case .queue(let room, let seat): claim.isClaimants(seat, of: room)
            case .user(let user): user == claim.claimant
            default: false
            }
        guard isOfClaim, claim.pick != nil, claim.isWhole(stream, inFormatOfEnds: bundle.ends != nil) else {
            throw EvidenceError.badFile(name, "it is about \(stream), of which the bundle need not have every record")
        }
    }
}
