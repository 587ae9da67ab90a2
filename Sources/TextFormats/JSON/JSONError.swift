/// A text that is not JSON, and where it stops being so.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input that was found.
    public var found: String

    /// The expected input; nil if anything else could be there.
    public var expected: String?

    /// The found and the expected input.
    public var message: String { expected.map { "found \(found), expected \($0)" } ?? found }

    /// From 0, in bytes.
    public var offset: Int

    public var place: TextPlace

    init(_ found: String, expected: String? = nil, at offset: Int, in bytes: [UInt8]) {
        self.found = found
        self.expected = expected
        self.offset = offset
        place = TextPlace(ofByte: offset, in: bytes[...])
    }

    public var description: String { "\(place): \(message)" }
}
