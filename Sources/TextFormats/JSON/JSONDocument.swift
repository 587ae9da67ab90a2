/// A JSON text (RFC 8259), parsed once and read in place.
///
/// The parse leaves one flat array of nodes that point into the bytes: no tree of boxes, no strings before they are
/// read. About 16 bytes a value, and three allocations for a text of any size.
///
/// Strict: UTF-8 only, nothing after the value, no comments, no trailing commas, no lone surrogates, at most 128
/// levels deep.
public final class JSONDocument: Sendable {
    let bytes: [UInt8]
    let nodes: [JSONNode]

    /// - Throws: `JSONError` with the place of the first byte that does not belong.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        if let invalid = bytes.firstInvalidUTF8 {
            throw JSONError("a byte that is not UTF-8 (\(bytes[invalid].hexadecimal))", at: invalid, in: bytes)
        }
        guard bytes.count < Int(UInt32.max) else {
            throw JSONError("the text is longer than 4 GiB", at: 0, in: bytes)
        }
        var parser = JSONParser(bytes)
        try parser.parseDocument()
        self.bytes = bytes
        nodes = parser.nodes
    }

    /// The value that the text is.
    public var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// One value in the array of nodes. The members of an object follow it as key, value, key, value; the elements of an
/// array follow it likewise.
struct JSONNode {
    enum Kind: UInt8 { case null, yes, no, integer, decimal, string, escapedString, array, object }
    var kind: Kind
    /// The first byte: of a string, the one after its quote.
    var start: UInt32
    /// The place after the last byte: of a string, its closing quote.
    var end: UInt32
    /// The node after this one and all it holds.
    var next: UInt32
}

extension UInt8 {
    /// "0x2A"
    var hexadecimal: String { (self < 16 ? "0x0" : "0x") + String(self, radix: 16, uppercase: true) }
}
