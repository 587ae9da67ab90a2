/// 32 bytes of a SHA-256 digest or of a secret, as four big-endian words.
///
/// Words and not an array: digests sit inside events and states, which are copied freely.
public struct Digest256: Hashable, Sendable, BitwiseCopyable, CodedByValue {
    public var words: (UInt64, UInt64, UInt64, UInt64)

    @inlinable
    public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    @inlinable public static var zero: Digest256 { Digest256(words: (0, 0, 0, 0)) }

    public var codedValue: String { hexadecimal }
    public static func decoding(_ codedValue: String) -> Self? { Self(hexadecimal: codedValue) }

    /// Takes exactly 32 bytes.
    ///
    /// - Returns: nil for any other count.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 32 else { return nil }
        func word(_ index: Int) -> UInt64 { bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        words = (word(0), word(1), word(2), word(3))
    }

    /// The 32 bytes in order.
    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
        }
    }

    @inlinable
    public static func == (lhs: Digest256, rhs: Digest256) -> Bool { lhs.words == rhs.words }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.3)
    }
}

extension Sequence<UInt8> {
    /// Two lowercase digits a byte.
    package var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Digest256 {
    /// 64 lowercase digits.
    package var hexadecimal: String { bytes.hexadecimal }

    /// Reads 64 digits.
    package init?(hexadecimal digits: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
        self.init(bytes: bytes)
    }
}

extension [UInt8] {
    /// Reads two digits a byte.
    ///
    /// - Returns: nil for an odd count, and for anything else than digits.
    package init?(hexadecimal digits: some StringProtocol) {
        guard digits.utf8.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
        self = []
        var rest = digits[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            append(byte)
            rest = rest.dropFirst(2)
        }
    }
}
