import Draft
import Merkle
import Records

/// Bundles of formats 1 to 7, which had a file for each record, for its proof and for each step between checkpoints, in
/// folders. They are read and verified; none is written any more.
extension EvidenceBundle {
    /// Whether it was read from files of a former format: its documents are of the program that wrote it.
    var isFormer: Bool { if case .former = proofs { true } else { false } }

    static func former(_ archive: TarArchive) throws(EvidenceError) -> EvidenceBundle {
        guard let claim = archive[EvidenceClaim.file] else { throw .badFile(EvidenceClaim.file, "it is missing") }
        let checkpoints = try formerCheckpoints(archive)
        guard let latest = checkpoints.last else { throw .badFile("checkpoints", "there are no checkpoints") }
        var proofs = FormerProofs()
        for (old, new) in zip(checkpoints, checkpoints.dropFirst()) {
            let name = "checkpoints/\(digits(old.unverified.size))-\(digits(new.unverified.size)).consistency"
            guard let bytes = archive[name] else { throw .badFile(name, "it is missing") }
            proofs.steps.append(ConsistencyProof(hashes: try hashes(in: bytes, of: name)))
        }
        var trees: [UInt64: EarlierTree] = [:]
        for checkpoint in checkpoints.dropLast() {
            let tree = checkpoint.unverified
            trees[tree.size] = EarlierTree(size: tree.size, root: tree.root, checkpoint: checkpoint)
        }
        for file in archive.files(in: "anchors") {
            let lines = try hashes(in: file.bytes, of: file.name)
            let name = file.name.dropFirst("anchors/".count).dropLast(".anchor".count)
            guard let size = UInt64(name), size > 0, let root = lines.first, trees[size]?.root ?? root == root else {
                throw .badFile(file.name, "it is not the root and the proof of an earlier tree")
            }
            trees[size, default: EarlierTree(size: size, root: root)].proof =
                ConsistencyProof(hashes: Array(lines.dropFirst()))
        }
        var records: [EvidenceRecord] = []
        for section in EvidenceRecord.Section.allCases {
            for file in archive.files(in: section.rawValue) {
                guard let record = try formerRecord(file, in: archive, under: latest, &proofs) else { continue }
                guard record.section == section else { throw .badFile(file.name, "it does not belong in this folder") }
                records.append(record)
            }
        }
        records.sort { $0.position < $1.position }
        if let twice = zip(records, records.dropFirst()).first(where: { $0.position == $1.position }) {
            throw .badFile("\(twice.0.section.rawValue)", "position \(twice.0.position) occurs twice")
        }
        return EvidenceBundle(
            claim: try EvidenceClaim(json: claim), latest: latest,
            earlier: trees.values.sorted { $0.size < $1.size }, records: records, proofs: .former(proofs))
    }

    /// Twelve digits at least, so that names sort like positions.
    private static func digits(_ position: UInt64) -> String {
        let text = String(position)
        return String(repeating: "0", count: max(0, 12 - text.count)) + text
    }

    private static func formerCheckpoints(_ archive: TarArchive) throws(EvidenceError) -> [SignedCheckpoint] {
        var checkpoints: [SignedCheckpoint] = []
        for file in archive.files(in: "checkpoints") where file.name.hasSuffix(".checkpoint") {
            let checkpoint: SignedCheckpoint
            do {
                checkpoint = try SignedCheckpoint(file.bytes)
            } catch {
                throw .badFile(file.name, "\(error)")
            }
            guard file.name == "checkpoints/\(digits(checkpoint.unverified.size)).checkpoint" else {
                throw .badFile(file.name, "it states \(checkpoint.unverified.size) events")
            }
            checkpoints.append(checkpoint)
        }
        return checkpoints.sorted { $0.unverified.size < $1.unverified.size }
    }

    /// The record of a file, or the statement of one that is withheld; nil for a file that accompanies another one.
    private static func formerRecord(
        _ file: (name: String, bytes: [UInt8]), in archive: TarArchive, under latest: SignedCheckpoint,
        _ proofs: inout FormerProofs
    ) throws(EvidenceError) -> EvidenceRecord? {
        let isStated = file.name.hasSuffix(".stated")
        guard isStated || file.name.hasSuffix(".record") else { return nil }
        let stem = String(file.name.dropLast(".record".count))
        let name = stem + ".tlog-proof"
        guard let bytes = archive[name] else { throw .badFile(name, "it is missing") }
        let proof: ProofFile
        do {
            proof = try ProofFile(bytes)
        } catch {
            throw .badFile(name, "\(error)")
        }
        guard proof.checkpoint == latest else {
            throw .badFile(name, "it is not a proof in the bundle's latest checkpoint")
        }
        guard stem.hasSuffix("/\(digits(proof.index))") else {
            throw .badFile(name, "it is the proof of position \(proof.index)")
        }
        var leaf: TreeHash?
        if isStated {
            guard archive[stem + ".record"] == nil else {
                throw .badFile(file.name, "the bundle also has the record itself")
            }
            leaf = try archive[stem + ".leaf"].flatMap { (bytes) throws(EvidenceError) in
                try hashes(in: bytes, of: stem + ".leaf").first
            }
            guard leaf != nil else { throw .badFile(stem + ".leaf", "it is not a hash in base64") }
        }
        // A bundle of today's records in the former folders would pass without comparing its documents.
        guard file.bytes.schemaVersion < RecordLayout.completenessVersion else {
            throw .badFile(file.name, "it is newer than this format of bundles")
        }
        proofs.inclusion[proof.index] = proof.proof
        return try EvidenceRecord(position: proof.index, record: file.bytes, withheldLeaf: leaf)
    }
}

extension [UInt8] {
    /// The schema version that a record states.
    fileprivate var schemaVersion: UInt16 {
        let offset = RecordLayout.Offset.schemaVersion
        return count < offset + 2 ? 0 : UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }
}

/// The proofs of a bundle of a former format: one for each record, and one from each checkpoint to the next.
struct FormerProofs: Sendable {
    var inclusion: [UInt64: InclusionProof] = [:]
    var steps: [ConsistencyProof] = []

    func faultsOfSteps(in bundle: EvidenceBundle) -> [String] {
        let checkpoints = bundle.checkpoints.map(\.unverified)
        return zip(steps, zip(checkpoints, checkpoints.dropFirst())).compactMap { proof, step in
            do {
                try proof.verify(
                    oldSize: step.0.size, oldRoot: step.0.root, newSize: step.1.size, newRoot: step.1.root)
                return nil
            } catch {
                return "From the checkpoint of \(step.0.size) events to that of \(step.1.size): \(error)."
            }
        }
    }

    func faultsOfRecords(in bundle: EvidenceBundle) -> [String] {
        let tree = bundle.latest.unverified
        return bundle.records.compactMap { item in
            do {
                try inclusion[item.position]?.verify(
                    leaf: item.leaf, index: item.position, size: tree.size, root: tree.root)
                return nil
            } catch {
                return "\(item.name): \(error)."
            }
        }
    }
}
