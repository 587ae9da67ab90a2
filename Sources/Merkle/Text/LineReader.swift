/// Walks a text line by line and knows where it is, so that every refusal can name the line.
///
/// It works on bytes: a Swift `Character` may span several of them ("\r\n" is one), and signatures are over bytes.
struct LineReader {
    private let format: FormatError.Format
    /// The unread rest.
    private(set) var rest: ArraySlice<UInt8>
    /// The number of the line that was read last.
    private(set) var line: Int

    init(_ bytes: ArraySlice<UInt8>, format: FormatError.Format, firstLine: Int = 1) {
        self.format = format
        self.rest = bytes
        self.line = firstLine - 1
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a line; the newline that must end it is not part of the result.
    mutating func next(expecting expected: String) throws(FormatError) -> ArraySlice<UInt8> {
        line += 1
        guard !rest.isEmpty else { throw refusal(of: "the end", expected: expected) }
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw refusal(of: rest, expected: "\(expected), ended by a newline")
        }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    /// Reads a line that must start with `prefix` and returns what follows it.
    mutating func next(after prefix: String, expecting expected: String) throws(FormatError) -> ArraySlice<UInt8> {
        let text = try next(expecting: expected)
        guard text.starts(with: prefix.utf8) else { throw refusal(of: text, expected: expected) }
        return text.dropFirst(prefix.utf8.count)
    }

    /// Reads hashes, one a line in base64, up to the blank line, which is read too.
    mutating func hashes(limit: Int) throws(FormatError) -> [TreeHash] {
        let expected = "a hash in base64, or the blank line that ends the proof"
        var hashes: [TreeHash] = []
        while true {
            let text = try next(expecting: expected)
            if text.isEmpty { return hashes }
            guard let hash = TreeHash(base64: text) else { throw refusal(of: text, expected: expected) }
            guard hashes.count < limit else { throw refusal(of: text, expected: "at most \(limit) hashes") }
            hashes.append(hash)
        }
    }

    /// The error that refuses the line read last.
    func refusal(of found: some Collection<UInt8>, expected: String) -> FormatError {
        // "\r" at the end: an editor, a mail program or a proxy has changed the line breaks, and with them what was signed.
        if !found.isEmpty, found.suffix(1).elementsEqual([UInt8(ascii: "\r")]) {
            return FormatError(
                format, line: line, found: "a line that ends in CR LF",
                expected: "\(expected). Line breaks must be LF: use the original file, or remove the CR "
                    + "(tr -d '\\r')")
        }
        return FormatError(format, line: line, found: found, expected: expected)
    }

    /// The error that refuses the line read last, in words.
    func refusal(of found: String, expected: String) -> FormatError {
        FormatError(format, line: line, found: found, expected: expected)
    }
}

extension UInt8 {
    /// Whether it is a space, a tab or a line break.
    var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension UInt64 {
    /// Reads an ASCII decimal: digits only, no sign, no leading zero, so that a number has one text.
    ///
    /// - Returns: nil for any other text, or for a number beyond 2^64 - 1.
    init?(decimal text: some Collection<UInt8>) {
        guard let first = text.first, first != UInt8(ascii: "0") || text.count == 1 else { return nil }
        var value: UInt64 = 0
        for character in text {
            guard character >= UInt8(ascii: "0"), character <= UInt8(ascii: "9") else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(character - UInt8(ascii: "0")))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        self = value
    }
}
