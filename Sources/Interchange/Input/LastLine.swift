import TextFormats

/// Watches how a text ends that is read in chunks: behind a line, or within one, as a text does that was cut.
///
/// It sees what is handed out, so that standard input and what gzip packed end like any other file. A class, since who
/// reads the chunks keeps nothing but what gives them.
final class LastLine {
    /// Lines by one kind of end, and the characters behind the last of them.
    private struct Lines {
        let end: UInt8
        var count = 0
        var characters = 0

        mutating func add(_ chunk: [UInt8]) {
            var rest = chunk[...]
            if let last = chunk.lastIndex(of: end) {
                count += chunk.count { $0 == end }
                characters = 0
                rest = chunk[(last + 1)...]
            }
            characters += rest.count { $0 & 0xC0 != 0x80 }
        }
    }

    private var lines = Lines(end: UInt8(ascii: "\n"))
    /// Of a file without any LF, as old spreadsheets write it.
    private var returns = Lines(end: UInt8(ascii: "\r"))
    private var last: UInt8?

    func add(_ chunk: [UInt8]) {
        guard let last = chunk.last else { return }
        self.last = last
        lines.add(chunk)
        returns.add(chunk)
    }

    /// Where a last line ends that has no end; nil where it has one, and of an empty text.
    var openEnd: TextPlace? {
        guard let last, last != lines.end, last != returns.end else { return nil }
        let lines = lines.count > 0 ? lines : returns
        return TextPlace(line: lines.count + 1, column: lines.characters + 1)
    }

    static let openEndFound = "a last line without an end, as a file has that was cut"
    static let openEndExpected =
        "a line break at the end, without which the row may be cut (echo >> FILE adds it to one "
        + "that is whole)"

    /// - Throws: that the text ends within a line, once it has been read: each row is a fact by itself, and nothing else
    ///   tells that a score of 13.3 has become one of 1.
    func check(in path: String) throws(ImportIssue) {
        guard let openEnd else { return }
        throw ImportIssue(file: path, place: openEnd, found: Self.openEndFound, expected: Self.openEndExpected)
    }
}
