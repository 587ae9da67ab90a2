/// Writes values in the encoding of canonical bytes: one way to write each value, so equal states give equal bytes.
///
/// - Unsigned numbers: LEB128, seven bits a byte, lowest first, in as few bytes as possible.
/// - Signed numbers: zigzag (0, -1, 1, -2, … become 0, 1, 2, 3, …), then as unsigned.
/// - Flags and presence: one byte, 0 or 1. An optional is its presence, then the value if there is one.
/// - Texts and lists: their count (of UTF-8 bytes, of elements), then their content.
package struct CanonicalWriter {
    /// The bytes of the values so far.
    @usableFromInline
    package internal(set) var bytes: [UInt8] = []

    @inlinable
    package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    @inlinable
    package mutating func write(_ value: some FixedWidthInteger & UnsignedInteger) {
        var rest = UInt64(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    @inlinable
    package mutating func write(_ value: Int64) {
        write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    @inlinable
    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    @inlinable
    package mutating func write(_ text: String) {
        write(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    @inlinable
    package mutating func write(_ digest: Digest256) { bytes.append(contentsOf: digest.bytes) }

    @inlinable
    package mutating func write(_ moment: Timestamp) { write(moment.microseconds) }

    @inlinable
    package mutating func write(_ length: Interval) { write(length.microseconds) }

    @inlinable
    package mutating func write(_ id: some NumericID) { write(id.number) }

    @inlinable
    package mutating func write<Value>(_ value: Value?, with write: (inout CanonicalWriter, Value) -> Void) {
        self.write(value != nil)
        if let value { write(&self, value) }
    }

    @inlinable
    package mutating func write<Element>(_ list: [Element], with write: (inout CanonicalWriter, Element) -> Void) {
        self.write(UInt64(list.count))
        for element in list { write(&self, element) }
    }
}

/// Reads what `CanonicalWriter` writes, and nothing else: a value written in any other way than the canonical one is
/// malformed, so bytes that can be read are the bytes that the state read from them would write.
package struct CanonicalReader {
    /// The bytes are not what a `CanonicalWriter` writes.
    package struct Malformed: Error {
        @inlinable package init() {}
    }

    @usableFromInline let bytes: [UInt8]
    @usableFromInline var next = 0

    @inlinable
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything has been read.
    @inlinable
    package var isAtEnd: Bool { next == bytes.count }

    @inlinable
    package mutating func byte() throws -> UInt8 {
        guard next < bytes.count else { throw Malformed() }
        defer { next += 1 }
        return bytes[next]
    }

    @inlinable
    package mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type = Number.self
    ) throws -> Number {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            let bits = UInt64(byte & 0x7F)
            guard shift < 64, (bits << shift) >> shift == bits else { throw Malformed() }
            value |= bits << shift
            if byte < 0x80 {
                guard byte != 0 || shift == 0, let number = Number(exactly: value) else { throw Malformed() }
                return number
            }
            shift += 7
        }
    }

    @inlinable
    package mutating func signed() throws -> Int64 {
        let zigzag = try number(UInt64.self)
        return Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
    }

    @inlinable
    package mutating func flag() throws -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw Malformed() }
        return byte == 1
    }

    @inlinable
    package mutating func text() throws -> String {
        let count = try count()
        guard let text = String(validating: bytes[next..<next + count], as: UTF8.self) else { throw Malformed() }
        next += count
        return text
    }

    @inlinable
    package mutating func digest() throws -> Digest256 {
        guard bytes.count - next >= 32, let digest = Digest256(bytes: bytes[next..<next + 32]) else {
            throw Malformed()
        }
        next += 32
        return digest
    }

    @inlinable
    package mutating func timestamp() throws -> Timestamp { Timestamp(microseconds: try signed()) }

    @inlinable
    package mutating func interval() throws -> Interval { Interval(microseconds: try signed()) }

    @inlinable
    package mutating func id<ID: NumericID>(_ type: ID.Type = ID.self) throws -> ID { ID(try number()) }

    /// An enumeration by its raw value, which takes one byte in the writer's encoding of numbers below 128.
    @inlinable
    package mutating func choice<Choice: RawRepresentable<UInt8>>(
        _ type: Choice.Type = Choice.self
    ) throws -> Choice {
        guard let choice = Choice(rawValue: try number()) else { throw Malformed() }
        return choice
    }

    @inlinable
    package mutating func optional<Value>(
        _ read: (inout CanonicalReader) throws -> Value
    ) throws -> Value? {
        try flag() ? try read(&self) : nil
    }

    @inlinable
    package mutating func list<Element>(
        _ read: (inout CanonicalReader) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try count()) { elements.append(try read(&self)) }
        return elements
    }

    /// A count of elements; every element takes a byte at least, so a greater count than bytes is a lie.
    @inlinable
    mutating func count() throws -> Int {
        let count = try number(UInt64.self)
        guard count <= UInt64(bytes.count - next) else { throw Malformed() }
        return Int(count)
    }
}
