/// A text that is not JSON, and where it stops being so.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected there.
    public var message: String

    /// From 0, in bytes.
    public var offset: Int

    public var place: TextPlace

    init(_ message: String, at offset: Int, in bytes: [UInt8]) {
        self.message = message
        self.offset = offset
        place = TextPlace(ofByte: offset, in: bytes[...])
    }

    public var description: String { "\(place): \(message)" }
}
