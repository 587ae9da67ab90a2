/// A writer of JSON as bytes into its buffer, one member after the other; it adds commas and colons itself.
///
/// The caller opens and closes; nothing checks that the result is balanced.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    /// Whether the next member or element needs a comma before it.
    private var needsComma = false

    public init() {}

    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes a line feed, as JSON Lines requires after each value.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// A member's name; its value must follow. The name is written as it is: it must need no escapes.
    public mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The same for a name that may need escapes.
    package mutating func name(escaping name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    public mutating func null() { word("null") }

    public mutating func value(_ boolean: Bool) { word(boolean ? "true" : "false") }

    private mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// An integer of at most 64 bits.
    @inlinable
    public mutating func value(_ integer: some FixedWidthInteger) {
        value(magnitude: UInt64(integer.magnitude), isNegative: integer < 0)
    }

    @usableFromInline
    mutating func value(magnitude: UInt64, isNegative: Bool) {
        separate()
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        digits(magnitude)
    }

    /// Writes as many digits as are needed to read the same number back; null for a value that is not a number.
    package mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        value(encoded: String(number))
    }

    /// A value that is JSON already, as it is.
    package mutating func value(encoded json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    /// A string, with the escapes that RFC 8259 demands and no others.
    public mutating func value(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0..<0x20:
                bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string of characters that need no escapes, which `write` appends to the buffer.
    package mutating func value(unescaped write: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// 64-bit words as one string of lower-case hexadecimal digits.
    public mutating func hexadecimal(_ words: UInt64...) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for word in words {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func digits(_ value: UInt64) {
        var power: UInt64 = 1
        while value / power >= 10 { power *= 10 }
        var rest = value
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
            rest %= power
            power /= 10
        }
    }
}
