import DraftLedger
import Foundation
import Merkle
import Platform

/// The number of events whose signatures were verified without a finding, stored in the file `signatures` in the ledger's
/// directory, so that the next audit only checks new ones.
///
///     draft-ledger/signatures@v1
///     <events> <root in base64>
///     <genuine> <refused> <untold>
///
/// It is a statement of its writer, not a proof: it applies to the events whose root it names. Users of a third party's
/// ledger verify all signatures again. Disputes and bundles never read it.
struct VerifiedSignatures: Hashable {
    var size: UInt64
    var root: TreeHash
    var counts: SignatureReport.Counts

    private static let head = "draft-ledger/signatures@v1"

    private static func path(in ledger: DraftLedger) -> String { ledger.path + "/signatures" }

    /// The content of the file, if it is about the ledger's own first events.
    ///
    /// - Returns: nil if the file is missing, is of another history, or is not such a file: then
    ///   everything is verified.
    static func read(in ledger: DraftLedger) throws(DraftLedgerError) -> VerifiedSignatures? {
        // Whatever keeps it from being read, nothing was verified before.
        guard let bytes = try? OpenFile.regular(path(in: ledger)).contents(upTo: 4_096),
            let known = VerifiedSignatures(bytes), known.size <= (try ledger.size),
            try ledger.treeEdge(at: known.size).root == known.root
        else { return nil }
        return known
    }

    /// Replaces the file.
    ///
    /// - Throws: `FileError` where the ledger's directory cannot be written.
    func write(in ledger: DraftLedger) throws {
        try DurableFile.replace(Self.path(in: ledger), with: bytes)
    }

    init(size: UInt64, root: TreeHash, counts: SignatureReport.Counts) {
        self.size = size
        self.root = root
        self.counts = counts
    }

    /// - Returns: nil for what `bytes` never writes.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.head else { return nil }
        let (place, counts) = (lines[1].split(separator: " "), lines[2].split(separator: " ").compactMap { UInt64($0) })
        guard place.count == 2, let size = UInt64(place[0]), let root = TreeHash(base64: String(place[1])),
            counts.count == 3
        else { return nil }
        self.init(
            size: size, root: root,
            counts: SignatureReport.Counts(genuine: counts[0], refused: counts[1], untold: counts[2]))
        guard self.bytes == bytes else { return nil }
    }

    private var bytes: [UInt8] {
        Array(
            "\(Self.head)\n\(size) \(root.base64)\n\(counts.genuine) \(counts.refused) \(counts.untold)\n".utf8)
    }
}
