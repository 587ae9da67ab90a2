package import Draft
import DraftLedger
public import Merkle

/// All that a third party needs to judge one disputed pick, or one disputed week's points, without the ledger, and without
/// trusting its author: the records, the proofs that they are the signed ledger's, and the documents derived from them.
///
/// Derived documents are not evidence on their own. Author and verifier derive them from the records with the same
/// function, so a state, a statement or a verdict that contradicts the records is detected.
public struct EvidenceBundle: Sendable {
    public let claim: EvidenceClaim

    /// The checkpoint that covers everything in the bundle.
    public let latest: SignedCheckpoint

    /// Earlier trees, by size: those of published checkpoints, and those that senders of signed commands had seen.
    let earlier: [EarlierTree]

    /// The operator's signed statement of the ends of the histories; nil in a bundle of a format before 10.
    let ends: HistoryEnds?

    /// By position.
    let records: [EvidenceRecord]

    /// That each record is the one at its position of the latest checkpoint's tree.
    let proofs: Proofs

    enum Proofs: Sendable {
        /// One proof of all records.
        case together(InclusionMultiProof)
        /// Those of a bundle of a former format.
        case former(FormerProofs)
    }

    /// Positions of records that others' queues stand in: what they say is stated, not shown.
    var withheld: [UInt64] { records.filter(\.isWithheld).map(\.position) }

    /// The rooms whose drafts the bundle has, with queues and refusals. Of other rooms it may have ticks, which are not
    /// private.
    package func rooms() throws(EvidenceError) -> Set<RoomID> {
        var rooms: Set<RoomID> = []
        for record in records {
            let event = try record.decoded()
            if let room = event.stream.room, !claim.isBound(event) { rooms.insert(room) }
        }
        return rooms
    }

    /// By size, the last the one that all records are proven in.
    var checkpoints: [SignedCheckpoint] { earlier.compactMap(\.checkpoint) + [latest] }

    init(
        claim: EvidenceClaim, latest: SignedCheckpoint, earlier: [EarlierTree], ends: HistoryEnds? = nil,
        records: [EvidenceRecord], proofs: Proofs
    ) {
        self.claim = claim
        self.ends = ends
        self.latest = latest
        self.earlier = earlier
        self.records = records
        self.proofs = proofs
    }
}

// MARK: Files

extension EvidenceBundle {
    static let checkpointFile = "checkpoint"
    static let proofFile = "proof.txt"

    /// How messages name a checkpoint of the bundle.
    func name(of checkpoint: SignedCheckpoint) -> String {
        checkpoint == latest
            ? Self.checkpointFile
            : "\(EarlierTrees.file), the checkpoint of \(checkpoint.unverified.size) events"
    }

    /// The primary files: the claim, the checkpoint, earlier trees, the records and their proof.
    var primaryFiles: [(name: String, bytes: [UInt8])] {
        guard case .together(let proof) = proofs else { return [] }
        var files = [
            (name: EvidenceClaim.file, bytes: claim.json),
            (Self.checkpointFile, Array(latest.description.utf8)),
            (RecordsFile.name, RecordsFile.bytes(of: records)),
            (Self.proofFile, Array(proof.hashes.map { $0.base64 + "\n" }.joined().utf8)),
        ]
        if let ends { files.append((HistoryEnds.file, Array(ends.note.description.utf8))) }
        if let bytes = EarlierTrees.bytes(of: earlier) { files.append((EarlierTrees.file, bytes)) }
        return files
    }

    /// Reads the primary files of an archive.
    ///
    /// Nothing is believed yet; only that each file is in its form.
    ///
    /// - Throws: `EvidenceError.badFile` for the first that is not.
    init(_ archive: TarArchive) throws(EvidenceError) {
        guard let records = archive[RecordsFile.name] else {
            self = try Self.former(archive)
            return
        }
        func file(_ name: String) throws(EvidenceError) -> [UInt8] {
            guard let bytes = archive[name] else { throw .badFile(name, "it is missing") }
            return bytes
        }
        do {
            latest = try SignedCheckpoint(try file(Self.checkpointFile))
        } catch let error as EvidenceError {
            throw error
        } catch {
            throw .badFile(Self.checkpointFile, "\(error)")
        }
        claim = try EvidenceClaim(json: try file(EvidenceClaim.file))
        earlier =
            try archive[EarlierTrees.file].map { (bytes) throws(EvidenceError) in try EarlierTrees.trees(in: bytes) }
            ?? []
        let tree = latest.unverified
        ends = try archive[HistoryEnds.file].map { (bytes) throws(EvidenceError) in try HistoryEnds(bytes, of: tree) }
        self.records = try RecordsFile.records(in: records)
        proofs = .together(
            InclusionMultiProof(hashes: try Self.hashes(in: try file(Self.proofFile), of: Self.proofFile)))
    }

    /// The hashes of a file with one on each line, in base64.
    static func hashes(in bytes: [UInt8], of name: String) throws(EvidenceError) -> [TreeHash] {
        var hashes: [TreeHash] = []
        guard bytes.isEmpty || bytes.last == 0x0A else { throw .badFile(name, "its last line does not end") }
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard let hash = TreeHash(base64: String(decoding: line, as: UTF8.self)) else {
                throw .badFile(name, "line \(hashes.count + 1) is not a hash in base64")
            }
            hashes.append(hash)
        }
        return hashes
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
    /// A seat without a member.
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
