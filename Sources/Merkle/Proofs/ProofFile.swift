/// A `.tlog-proof` file: proves to a third party that a record is in the log. C2SP tlog-proof v1.
///
///     c2sp.org/tlog-proof@v1
///     [extra <base64>]
///     index <decimal>
///     <hashes of the inclusion proof in base64, one a line>
///     <blank line>
///     <signed checkpoint>
///
/// The record is not in the file; it is stored next to it, byte for byte.
public struct ProofFile: Hashable, Sendable {
    /// An unsigned addition of an application; nil if the file has no such line.
    public let extra: [UInt8]?
    /// The record's position in the ledger, as claimed.
    public let index: UInt64
    /// From the record to the checkpoint's root.
    public let proof: InclusionProof
    /// The tree that the record is in, not yet verified.
    public let checkpoint: SignedCheckpoint

    private static let header = "c2sp.org/tlog-proof@v1"
    private static let hashLimit = 64

    /// Puts a proof together.
    ///
    /// - Throws: `ProofError.indexBeyondSize` if the checkpoint is older than the record, or what the source throws.
    public init(
        index: UInt64, in checkpoint: SignedCheckpoint, extra: [UInt8]? = nil, from source: SubtreeHashSource
    ) throws {
        self.extra = extra
        self.index = index
        self.proof = try InclusionProof(index: index, size: checkpoint.unverified.size, from: source)
        self.checkpoint = checkpoint
    }

    /// Combines an existing proof with its checkpoint.
    public init(index: UInt64, proof: InclusionProof, checkpoint: SignedCheckpoint) {
        self.extra = nil
        self.index = index
        self.proof = proof
        self.checkpoint = checkpoint
    }

    /// Reads a proof file.
    ///
    /// - Throws: `FormatError` with the line that breaks the format.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        var reader = LineReader(bytes[...], format: .proofFile)
        let header = try reader.next(expecting: ProofFile.header)
        guard header.elementsEqual(ProofFile.header.utf8) else {
            throw reader.refusal(of: header, expected: ProofFile.header)
        }
        var line = try reader.next(expecting: "\"extra \" or \"index \"")
        if line.starts(with: "extra ".utf8) {
            guard let extra = Base64.decode(line.dropFirst(6)) else {
                throw reader.refusal(of: line, expected: "\"extra \" and canonical base64")
            }
            self.extra = extra
            line = try reader.next(expecting: "\"index \" and a number")
        } else {
            self.extra = nil
        }
        guard line.starts(with: "index ".utf8), let index = UInt64(decimal: line.dropFirst(6)) else {
            throw reader.refusal(of: line, expected: "\"index \" and a number without leading zeros")
        }
        self.index = index
        self.proof = InclusionProof(hashes: try reader.hashes(limit: ProofFile.hashLimit))
        self.checkpoint = try SignedCheckpoint(reader.rest, firstLine: reader.line + 1)
    }

    /// Verifies that the record is in the log, at the index that the file claims, as the policy's logs and witnesses
    /// testify.
    ///
    /// - Parameters:
    ///   - record: the record's stored bytes.
    ///   - policy: the verifier's own trust policy, not one from the sender of the file.
    ///   - log: the log's key if it is known from elsewhere; it then stands in for the policy's logs.
    /// - Returns: the verified checkpoint. That the record is the one in question, and is at the right position, is
    ///   for the caller to compare.
    /// - Throws: `TrustError` or `ProofError`.
    public func verify(
        record: [UInt8], policy: TrustPolicy, log: VerifierKey? = nil
    ) throws -> VerifiedCheckpoint {
        let verified = try policy.verify(checkpoint, log: log)
        try verified.verify(leaf: .leaf(record), at: index, proof)
        return verified
    }
}

extension ProofFile: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String {
        let extraLine = extra.map { "extra \(Base64.encode($0))\n" } ?? ""
        let hashLines = proof.hashes.map { $0.base64 + "\n" }.joined()
        return "\(ProofFile.header)\n\(extraLine)index \(index)\n\(hashLines)\n\(checkpoint)"
    }
}
