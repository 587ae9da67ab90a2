extension TreeHash {
    /// The hash as checkpoints and proofs write it: 44 characters of padded base64.
    public var base64: String { Base64.encode(bytes) }

    /// Reads a hash from canonical base64.
    ///
    /// - Returns: nil unless the text stands for exactly 32 bytes.
    public init?(base64 text: String) {
        self.init(base64: text.utf8)
    }

    init?(base64 text: some Collection<UInt8>) {
        guard let bytes = Base64.decode(text) else { return nil }
        self.init(bytes)
    }
}
