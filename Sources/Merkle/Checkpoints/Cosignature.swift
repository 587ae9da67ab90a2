/// A witness's signature on a checkpoint and the time when it was made: C2SP tlog-cosignature v1, Ed25519.
///
/// It states that at this time this was the largest tree the witness had seen of this log, and that it extends all
/// that the witness saw before. In a signature line, after the key id: u64 big-endian time ‖ signature.
struct Cosignature {
    /// Seconds since 1970 UTC, at most 2^63 - 1.
    let time: UInt64
    /// The Ed25519 signature over `message(time:text:)`.
    let signature: [UInt8]

    /// The latest time that the format can state.
    static let latestTime = UInt64(Int64.max)

    /// The valid times of a cosignature. The standard has the time 0 for signatures that state no time, and a cosignature of
    /// this kind states one.
    static func times(upTo latest: UInt64) -> Range<UInt64> { 1..<max(1, min(latest, latestTime) + 1) }

    init(time: UInt64, signature: [UInt8]) {
        self.time = time
        self.signature = signature
    }

    /// - Returns: nil unless there are exactly 72 bytes with a time in range.
    init?(_ bytes: [UInt8]) {
        let time = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        guard bytes.count == 72, time <= Cosignature.latestTime else { return nil }
        self.init(time: time, signature: Array(bytes.dropFirst(8)))
    }

    var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } + signature
    }

    func isValid(for text: String, by key: VerifierKey) -> Bool {
        key.isValid(signature: signature, over: Cosignature.message(time: time, text: text))
    }

    /// The signed text of the witness. The first line distinguishes it from every other signed text.
    static func message(time: UInt64, text: String) -> [UInt8] {
        Array("cosignature/v1\ntime \(time)\n\(text)".utf8)
    }
}

/// A witness's private key: cosigns checkpoints and nothing else.
public struct CosignerKey: Sendable {
    private let secret: SecretKey

    /// Makes a new random key.
    public init(name: KeyName) {
        secret = SecretKey(name: name, type: .cosignature)
    }

    /// Makes the key of a 32-byte seed (RFC 8032's private key).
    ///
    /// - Throws: `FormatError` unless there are exactly 32 bytes.
    public init(name: KeyName, seed: [UInt8]) throws(FormatError) {
        secret = try SecretKey(name: name, type: .cosignature, seed: seed)
    }

    /// Reads a key from the text that `secretText` gave.
    ///
    /// - Throws: `FormatError`; its description never shows the secret.
    public init(_ secretText: String) throws(FormatError) {
        secret = try SecretKey(secretText, type: .cosignature)
    }

    /// `PRIVATE+KEY+name+id+key`: a holder of this text can cosign.
    public var secretText: String { secret.secretText }

    /// The public half, to be published.
    public var verifierKey: VerifierKey { secret.verifierKey }

    /// Cosigns a checkpoint that the caller has verified to extend everything it cosigned before for this log.
    ///
    /// - Parameters:
    ///   - checkpoint: the checkpoint, verified.
    ///   - time: seconds since 1970 UTC, at most 2^63 - 1.
    /// - Throws: what the cryptography library reports when it cannot sign.
    public func cosign(_ checkpoint: VerifiedCheckpoint, time: UInt64) throws -> NoteSignature {
        precondition(time <= Cosignature.latestTime, "a cosignature's time is at most 2^63 - 1 seconds")
        let message = Cosignature.message(time: time, text: checkpoint.checkpoint.text)
        let cosignature = Cosignature(time: time, signature: try secret.signature(over: message))
        return NoteSignature(name: verifierKey.name, keyID: verifierKey.id, bytes: cosignature.bytes)
    }
}

extension CosignerKey: CustomStringConvertible {
    /// Names the key without its secret.
    public var description: String { secret.description }
}
