package import Draft
import DraftLedger
public import Merkle

/// All that a stranger needs to judge one disputed pick, or one disputed week's points, without the ledger, and without
/// trusting its author: the records, the proofs that they are the signed ledger's, and the documents derived from them.
///
/// Derived documents are not evidence on their own. Author and verifier derive them from the records with the same
/// function, so a state, a statement or a verdict that contradicts the records is detected.
public struct EvidenceBundle: Sendable {
    public let claim: EvidenceClaim

    /// By size, the last the one that all records are proven in.
    let checkpoints: [SignedCheckpoint]

    /// From each checkpoint to the next.
    let consistency: [ConsistencyProof]

    /// By section, then position.
    let records: [EvidenceRecord]

    /// The roots that signatures name, by size.
    let anchors: [EvidenceAnchor]
    /// Positions of records that others' queues stand in: what they say is stated, not shown.
    var withheld: [UInt64] { records.filter(\.isWithheld).map(\.position) }

    /// The rooms that the bundle has records of, queues and refusals among them.
    package func rooms() throws(EvidenceError) -> Set<RoomID> {
        var rooms: Set<RoomID> = []
        for record in records {
            if let room = try record.decoded().stream.room { rooms.insert(room) }
        }
        return rooms
    }

    /// The checkpoint that covers everything in the bundle.
    public var latest: SignedCheckpoint { checkpoints[checkpoints.count - 1] }

    /// - Parameter checkpoints: at least one.
    init(
        claim: EvidenceClaim, checkpoints: [SignedCheckpoint], consistency: [ConsistencyProof],
        records: [EvidenceRecord], anchors: [EvidenceAnchor]
    ) {
        self.claim = claim
        self.checkpoints = checkpoints
        self.consistency = consistency
        self.records = records
        self.anchors = anchors
    }
}

// MARK: Files

extension EvidenceBundle {
    static func checkpointFile(_ checkpoint: SignedCheckpoint) -> String {
        "checkpoints/\(EvidenceRecord.digits(checkpoint.unverified.size)).checkpoint"
    }

    static func consistencyFile(_ old: SignedCheckpoint, _ new: SignedCheckpoint) -> String {
        let sizes = [old, new].map { EvidenceRecord.digits($0.unverified.size) }
        return "checkpoints/\(sizes[0])-\(sizes[1]).consistency"
    }

    /// The primary files: the claim, the checkpoints, the roots that signatures name, the records and their proofs.
    var primaryFiles: [(name: String, bytes: [UInt8])] {
        var files = [(name: EvidenceClaim.file, bytes: claim.json)]
        for checkpoint in checkpoints {
            files.append((Self.checkpointFile(checkpoint), Array(checkpoint.description.utf8)))
        }
        for (index, proof) in consistency.enumerated() {
            let lines = proof.hashes.map { $0.base64 + "\n" }.joined()
            files.append((Self.consistencyFile(checkpoints[index], checkpoints[index + 1]), Array(lines.utf8)))
        }
        for anchor in anchors { files.append((anchor.name, anchor.bytes)) }
        for item in records {
            files.append((item.file, item.record))
            if let leaf = item.withheldLeaf {
                files.append((item.name + EvidenceRecord.leafSuffix, Array("\(leaf.base64)\n".utf8)))
            }
            let proof = ProofFile(index: item.position, proof: item.proof, checkpoint: latest)
            files.append((item.name + EvidenceRecord.proofSuffix, Array(proof.description.utf8)))
        }
        return files
    }

    /// The bundle as one file. The same bundle gives the same bytes.
    ///
    /// - Parameter key: the key that signed the latest checkpoint, which the suggested policy names.
    /// - Throws: `EvidenceError` for records that are not the ones that the claim takes.
    public func archive(signedBy key: VerifierKey) throws -> [UInt8] {
        let documents = EvidenceDocuments(try history(), in: self, key: key)
        return TarArchive(primaryFiles + documents.files).bytes
    }
}

/// Why a bundle of evidence cannot be made or not be read at all. What a readable one proves, its report says.
public enum EvidenceError: Error, Hashable, Sendable {
    /// Not a bundle's archive, with what is wrong.
    case notAnArchive(String)
    /// A file of a bundle that is missing or not what it should be.
    case badFile(String, String)
    /// The checkpoint does not cover all events that the evidence consists of.
    case notCovered(size: UInt64, needed: UInt64)
    /// A seat with nobody on it.
    case noClaimant
    /// The pod of the week comes from too many drafts for a bundle.
    case tooManyRecords(drafts: Int, limit: Int)
}

extension EvidenceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnArchive(let reason): "This is not an evidence bundle: \(reason)."
        case .badFile(let name, let reason): "\(name) of the bundle is not valid: \(reason)."
        case .notCovered(let size, let needed):
            "The published checkpoint covers \(size) events, the evidence needs \(needed). "
                + "Publish a newer one with `checkpoint`."
        case .noClaimant: "The seat has no user, so there is no claim to prove."
        case .tooManyRecords(let drafts, let limit):
            "The pod of that week comes from \(drafts) drafts, which have more than the \(limit) records that a bundle "
                + "holds. Export the whole log with `export --format tlog` instead, which anyone can verify; a week of an "
                + "earlier round has a smaller pod."
        }
    }
}
