/// Base64 with the alphabet for addresses and without padding (RFC 7515, section 2).
package enum Base64URL {
    /// Decodes a text that is exactly what an encoder writes: no padding, no white space, no bits left over.
    ///
    /// - Returns: nil for any other text.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var (word, bits): (UInt32, UInt32) = (0, 0)
        for character in text {
            guard let value = value(of: character) else { return nil }
            word = (word << 6 | value) & 0xFFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: word >> bits))
        }
        // Two texts must not represent the same bytes.
        return word & (1 << bits - 1) == 0 ? bytes : nil
    }

    /// Decodes the alphabet of RFC 4648, section 4, with padding and line breaks, as PEM has it.
    static func decodePadded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var digits = text.filter { ![0x0A, 0x0D, 0x20, 0x09].contains($0) }
        guard digits.count % 4 == 0 else { return nil }
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        return decode(
            digits.map { digit in
                switch digit {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "-"), UInt8(ascii: "_"): 0
                default: digit
                }
            })
    }

    /// Decodes either alphabet of base64, with or without padding.
    static func decodeEither(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var digits = Array(text)
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        return decode(
            digits.map { digit in
                digit == UInt8(ascii: "+") ? UInt8(ascii: "-") : digit == UInt8(ascii: "/") ? UInt8(ascii: "_") : digit
            })
    }

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (word, bits): (UInt32, UInt32) = (0, 0)
        func digit(_ value: UInt32) -> UInt8 { alphabet[Int(value & 63)] }
        for byte in bytes {
            word = (word << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(digit(word >> bits))
            }
        }
        if bits > 0 { text.append(digit(word << (6 - bits))) }
        return String(decoding: text, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
