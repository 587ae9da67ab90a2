/// Writes values in the encoding of canonical bytes: one way to write each value, so equal states give equal bytes.
///
/// - Unsigned numbers: LEB128, seven bits a byte, lowest first, in as few bytes as possible.
/// - Signed numbers: zigzag (0, -1, 1, -2, … become 0, 1, 2, 3, …), then as unsigned.
/// - Flags and presence: one byte, 0 or 1. An optional is its presence, then the value if there is one.
/// - Texts and lists: their count (of UTF-8 bytes, of elements), then their content.
package struct CanonicalWriter {
    package private(set) var bytes: [UInt8] = []

    package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func write(_ value: some FixedWidthInteger & UnsignedInteger) {
        var rest = UInt64(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func write(_ value: Int64) {
        write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func write(_ digest: Digest256) { bytes.append(contentsOf: digest.bytes) }

    package mutating func write(_ moment: Timestamp) { write(moment.microseconds) }

    package mutating func write(_ length: Interval) { write(length.microseconds) }

    package mutating func write(_ id: some NumericID) { write(id.number) }

    package mutating func write<Value>(_ value: Value?, with write: (inout CanonicalWriter, Value) -> Void) {
        self.write(value != nil)
        if let value { write(&self, value) }
    }

    package mutating func write<Element>(_ list: [Element], with write: (inout CanonicalWriter, Element) -> Void) {
        self.write(UInt64(list.count))
        for element in list { write(&self, element) }
    }
}
