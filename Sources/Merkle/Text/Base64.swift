/// RFC 4648 section 4, canonical only: every byte sequence has exactly one text.
///
/// Foundation's decoder accepts texts whose last character carries stray bits. Two texts for one signature would mean
/// two different files with the same meaning, so that comparing what two people hold would no longer be enough.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for position in 0..<4 {
                let value = Int(bits >> (18 - 6 * UInt32(position)) & 0x3F)
                text.append(position <= group.count ? alphabet[value] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: nil for a foreign character, a missing or misplaced padding, or stray bits in the last character.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let padded = Array(text)
        guard padded.count.isMultiple(of: 4) else { return nil }
        let paddingCount = padded.suffix(2).reversed().prefix { $0 == padding }.count
        let characters = padded.dropLast(paddingCount)

        var bytes: [UInt8] = []
        bytes.reserveCapacity(padded.count / 4 * 3)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in characters {
            let value = values[Int(character)]
            guard value != invalid else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
                bits &= (1 << UInt32(bitCount)) - 1
            }
        }
        return bits == 0 ? bytes : nil
    }
}

extension TreeHash: CustomStringConvertible {
    /// The hash as ``base64``.
    public var description: String { base64 }

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
