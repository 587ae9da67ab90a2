/// Reads what `CanonicalWriter` writes, and nothing else: a value written in any other way than the canonical one is
/// malformed, so bytes that can be read are the bytes that the state read from them would write.
package struct CanonicalReader {
    /// The bytes are not what a `CanonicalWriter` writes.
    package struct Malformed: Error {}

    private let bytes: [UInt8]
    private var next = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether everything has been read.
    package var isAtEnd: Bool { next == bytes.count }

    package mutating func byte() throws -> UInt8 {
        guard next < bytes.count else { throw Malformed() }
        defer { next += 1 }
        return bytes[next]
    }

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

    package mutating func signed() throws -> Int64 {
        let zigzag = try number(UInt64.self)
        return Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
    }

    package mutating func flag() throws -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw Malformed() }
        return byte == 1
    }

    package mutating func text() throws -> String {
        let count = try count()
        guard let text = String(validating: bytes[next..<next + count], as: UTF8.self) else { throw Malformed() }
        next += count
        return text
    }

    package mutating func digest() throws -> Digest256 {
        guard bytes.count - next >= 32, let digest = Digest256(bytes: bytes[next..<next + 32]) else {
            throw Malformed()
        }
        next += 32
        return digest
    }

    package mutating func timestamp() throws -> Timestamp { Timestamp(microseconds: try signed()) }

    package mutating func interval() throws -> Interval { Interval(microseconds: try signed()) }

    package mutating func id<ID: NumericID>(_ type: ID.Type = ID.self) throws -> ID { ID(try number()) }

    /// An enumeration by its raw value, which takes one byte in the writer's encoding of numbers below 128.
    package mutating func choice<Choice: RawRepresentable<UInt8>>(
        _ type: Choice.Type = Choice.self
    ) throws -> Choice {
        guard let choice = Choice(rawValue: try number()) else { throw Malformed() }
        return choice
    }

    package mutating func optional<Value>(
        _ read: (inout CanonicalReader) throws -> Value
    ) throws -> Value? {
        try flag() ? try read(&self) : nil
    }

    package mutating func list<Element>(
        _ read: (inout CanonicalReader) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try count()) { elements.append(try read(&self)) }
        return elements
    }

    /// A count of elements; every element takes a byte at least, so a greater count than bytes is a lie.
    private mutating func count() throws -> Int {
        let count = try number(UInt64.self)
        guard count <= UInt64(bytes.count - next) else { throw Malformed() }
        return Int(count)
    }
}
