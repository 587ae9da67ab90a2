/// Reads the lines of a signed statement: a header, then a name and a value each, in a fixed order.
struct StatementFields {
    private let text: String
    private let header: String
    private var lines: ArraySlice<Substring>
    private var line = 0

    init(_ text: String, header: String) {
        self.text = text
        self.header = header
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        // Behind the last newline stands nothing.
        if lines.last?.isEmpty ?? false { lines.removeLast() }
    }

    var isAtEnd: Bool { lines.isEmpty }

    /// The value of the next line, which must have this name.
    mutating func next(_ name: String) throws(AttestationError) -> String { try next(name) { String($0) } }

    /// - Parameter read: nil for what is no value.
    mutating func next<Value>(
        _ name: String, _ read: (Substring) throws(AttestationError) -> Value?
    ) throws(AttestationError) -> Value {
        if line == 0 {
            guard lines.popFirst() == header[...] else { throw .malformed("line 1", "expected \"\(header)\"") }
            line = 1
        }
        line += 1
        guard let found = lines.popFirst(), found.hasPrefix(name + " "),
            let value = try read(found.dropFirst(name.utf8.count + 1))
        else { throw .malformed("line \(line)", "expected \"\(name) \" and its value") }
        return value
    }

    /// Checks that what was read writes the same text: one meaning has one text only.
    func check(_ rewritten: String) throws(AttestationError) {
        guard isAtEnd, rewritten.utf8.elementsEqual(text.utf8) else {
            throw .malformed("the statement", "it is not written as its own meaning would be")
        }
    }
}
