/// A log's request to a witness: the size that the witness knows, a consistency proof, the new checkpoint.
/// C2SP tlog-witness, the body of `add-checkpoint`.
///
///     old <size>
///     <hashes of the consistency proof in base64, one a line, at most 63>
///     <blank line>
///     <signed checkpoint>
public struct AddCheckpointRequest: Hashable, Sendable {
    /// The size of the tree that the witness cosigned last; 0 before its first time.
    public let oldSize: UInt64
    /// From the old size to the checkpoint's; empty if the old size is 0 or the checkpoint's own.
    public let proof: ConsistencyProof
    /// The new checkpoint, not yet verified.
    public let checkpoint: SignedCheckpoint

    /// The most hashes in a request.
    public static let hashLimit = 63

    /// Asks a witness that knows the tree of `oldSize` leaves to cosign a checkpoint.
    ///
    /// - Throws: `ProofError.sizesReversed`, or what the source throws.
    public init(from oldSize: UInt64, to checkpoint: SignedCheckpoint, from source: SubtreeHashSource) throws {
        self.oldSize = oldSize
        self.checkpoint = checkpoint
        let size = checkpoint.unverified.size
        proof =
            oldSize == 0
            ? ConsistencyProof(hashes: [])
            : try ConsistencyProof(from: oldSize, to: size, from: source)
    }

    /// Reads a request's body.
    ///
    /// - Throws: `FormatError` with the line that breaks the format.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        var reader = LineReader(bytes[...], format: .addCheckpoint)
        let expected = "\"old \" and a size without leading zeros"
        let sizeText = try reader.next(after: "old ", expecting: expected)
        guard let oldSize = UInt64(decimal: sizeText) else { throw reader.refusal(of: sizeText, expected: expected) }
        self.oldSize = oldSize
        self.proof = ConsistencyProof(hashes: try reader.hashes(limit: AddCheckpointRequest.hashLimit))
        self.checkpoint = try SignedCheckpoint(reader.rest, firstLine: reader.line + 1)
    }

    /// Verifies, as a witness must before it cosigns, that the log has signed and that its tree extends the one that
    /// the witness cosigned last.
    ///
    /// - Parameters:
    ///   - log: the key that the witness trusts for this log.
    ///   - known: size and root of the tree that the witness cosigned last; nil before its first time.
    /// - Throws: `TrustError`, `AddCheckpointConflict` if the request starts from another size than the witness
    ///   knows, or `ProofError`.
    public func verified(
        by log: VerifierKey, known: (size: UInt64, root: TreeHash)?
    ) throws -> VerifiedCheckpoint {
        let verified = try checkpoint.verified(by: log)
        let knownSize = known?.size ?? 0
        guard oldSize == knownSize else { throw AddCheckpointConflict(requested: oldSize, known: knownSize) }
        guard let known, known.size > 0 else {
            guard proof.hashes.isEmpty else {
                throw ProofError.wrongHashCount(found: proof.hashes.count, expected: 0)
            }
            return verified
        }
        try proof.verify(
            oldSize: known.size, oldRoot: known.root,
            newSize: verified.checkpoint.size, newRoot: verified.checkpoint.root)
        return verified
    }
}

/// The request starts from another size than the witness knows. The witness answers with its own size.
public struct AddCheckpointConflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// The size that the request starts from.
    public let requested: UInt64
    /// The size of the tree that the witness cosigned last.
    public let known: UInt64

    public var description: String {
        "the request starts at size \(requested), the witness knows size \(known): send one from \(known)"
    }
}

extension AddCheckpointRequest: CustomStringConvertible {
    /// The request's body, byte for byte.
    public var description: String {
        "old \(oldSize)\n" + proof.hashes.map { $0.base64 + "\n" }.joined() + "\n\(checkpoint)"
    }
}
