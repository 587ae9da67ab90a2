/// The 128 bits with which a caller names its command, so that sending it twice does it once.
public struct CommandID: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var high: UInt64
    public var low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id of zeros, under which a ledger's first event is recorded. No command can be sent under it.
    @inlinable public static var ledgerCreation: CommandID { CommandID(high: 0, low: 0) }

    /// Creates a new random ID; from the system's generator unless another is given.
    public static func random(using generator: inout some RandomNumberGenerator) -> CommandID {
        CommandID(high: generator.next(), low: generator.next())
    }

    /// Creates a new random ID.
    public static func random() -> CommandID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    @inlinable
    public static func < (lhs: CommandID, rhs: CommandID) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension CommandID: LosslessStringConvertible {
    public var codedValue: String { description }
    public static func decoding(_ codedValue: String) -> Self? { Self(codedValue) }

    /// 32 lower-case hexadecimal digits.
    public var description: String { Self.hex(high) + Self.hex(low) }

    /// Reads 32 hexadecimal digits, with or without the dashes of a UUID.
    public init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
