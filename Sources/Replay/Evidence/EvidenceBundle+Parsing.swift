import Draft
import Merkle
import Records

extension EvidenceBundle {
    /// Reads the primary files of an archive.
    ///
    /// Nothing is believed yet; only that each file is in its place and in its form.
    ///
    /// - Throws: `EvidenceError.badFile` for the first that is not.
    init(_ archive: TarArchive) throws(EvidenceError) {
        guard let claim = archive[EvidenceClaim.file] else { throw .badFile(EvidenceClaim.file, "it is missing") }
        let checkpoints = try Self.checkpoints(archive)
        guard let latest = checkpoints.last else { throw .badFile("checkpoints", "there are no checkpoints") }
        var consistency: [ConsistencyProof] = []
        for (old, new) in zip(checkpoints, checkpoints.dropFirst()) {
            consistency.append(try Self.consistency(Self.consistencyFile(old, new), archive))
        }
        var records: [EvidenceRecord] = []
        for section in EvidenceRecord.Section.allCases {
            for file in archive.files(in: section.rawValue) {
                if file.name.hasSuffix(EvidenceRecord.recordSuffix) {
                    records.append(try Self.record(file, section, in: archive, under: latest))
                } else if file.name.hasSuffix(EvidenceRecord.statedSuffix) {
                    records.append(try Self.stated(file, section, in: archive, under: latest))
                }
            }
        }
        var anchors: [EvidenceAnchor] = []
        for file in archive.files(in: EvidenceAnchor.folder) { anchors.append(try EvidenceAnchor(file)) }
        self.init(
            claim: try EvidenceClaim(json: claim), checkpoints: checkpoints, consistency: consistency, records: records,
            anchors: anchors)
    }

    private static func checkpoints(_ archive: TarArchive) throws(EvidenceError) -> [SignedCheckpoint] {
        var checkpoints: [SignedCheckpoint] = []
        for file in archive.files(in: "checkpoints") where file.name.hasSuffix(".checkpoint") {
            let checkpoint: SignedCheckpoint
            do {
                checkpoint = try SignedCheckpoint(file.bytes)
            } catch {
                throw .badFile(file.name, "\(error)")
            }
            guard file.name == checkpointFile(checkpoint) else {
                throw .badFile(file.name, "it states \(checkpoint.unverified.size) events")
            }
            checkpoints.append(checkpoint)
        }
        return checkpoints.sorted { $0.unverified.size < $1.unverified.size }
    }

    private static func consistency(_ name: String, _ archive: TarArchive) throws(EvidenceError) -> ConsistencyProof {
        guard let bytes = archive[name] else { throw .badFile(name, "it is missing") }
        var hashes: [TreeHash] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard let hash = TreeHash(base64: String(decoding: line, as: UTF8.self)) else {
                throw .badFile(name, "line \(hashes.count + 1) is not a hash in base64")
            }
            hashes.append(hash)
        }
        return ConsistencyProof(hashes: hashes)
    }

    private static func record(
        _ file: (name: String, bytes: [UInt8]), _ section: EvidenceRecord.Section, in archive: TarArchive,
        under latest: SignedCheckpoint, suffix: String = EvidenceRecord.recordSuffix
    ) throws(EvidenceError) -> EvidenceRecord {
        let stem = String(file.name.dropLast(suffix.count))
        let name = stem + EvidenceRecord.proofSuffix
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
        let record = EvidenceRecord(section: section, position: proof.index, record: file.bytes, proof: proof.proof)
        guard record.name == stem else { throw .badFile(name, "it is the proof of position \(proof.index)") }
        return record
    }

    /// What is stated of a record that is withheld, with the hash of the leaf that it is in the tree.
    private static func stated(
        _ file: (name: String, bytes: [UInt8]), _ section: EvidenceRecord.Section, in archive: TarArchive,
        under latest: SignedCheckpoint
    ) throws(EvidenceError) -> EvidenceRecord {
        var record = try record(file, section, in: archive, under: latest, suffix: EvidenceRecord.statedSuffix)
        let name = record.name + EvidenceRecord.leafSuffix
        guard archive[record.name + EvidenceRecord.recordSuffix] == nil else {
            throw .badFile(file.name, "the bundle also has the record itself")
        }
        guard let bytes = archive[name] else { throw .badFile(name, "it is missing") }
        guard bytes.last == 0x0A, let leaf = TreeHash(base64: String(decoding: bytes.dropLast(), as: UTF8.self)) else {
            throw .badFile(name, "it is not a hash in base64")
        }
        record.withheldLeaf = leaf
        return record
    }
}
