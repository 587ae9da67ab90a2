package import Draft

// Keys and signatures in the forms that other software takes, OpenSSL's commands among them.

extension PublicKey {
    /// The key as a `SubjectPublicKeyInfo` in DER: RFC 8410 for Ed25519, RFC 5480 for P-256 with its point compressed.
    package var subjectPublicKeyInfo: [UInt8] {
        switch form {
        case .ed25519: [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00] + content.bytes
        case .p256Even, .p256Odd:
            [
                0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
                0x48,
                0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
            ] + bytes
        }
    }

    /// A signature by the key as others take it: Ed25519's as it is, ECDSA's as an `ECDSA-Sig-Value` in DER (RFC 3279).
    ///
    /// - Parameter signature: r ‖ s, 64 bytes.
    package func signatureInDER(_ signature: [UInt8]) -> [UInt8] {
        guard form != .ed25519 else { return signature }
        let numbers = Self.integer(signature.prefix(32)) + Self.integer(signature.dropFirst(32))
        return [0x30, UInt8(numbers.count)] + numbers
    }

    /// An `INTEGER` that is not negative: without zeros in front, but for one before a highest bit.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
