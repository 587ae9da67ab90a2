/// The text of scripts and style sheets as it is sent.
enum WebSource {
    /// Returns the text without the comments that have lines of their own: they are for readers of the source, and are a
    /// quarter of what a phone would load. Their lines stay, empty, so that errors name the lines of the source.
    ///
    /// A comment at the end of a line of code stays. No file has text over several lines in which a line looks like a
    /// comment; a test sees to it.
    static func withoutComments(_ text: [UInt8]) -> [UInt8] {
        var (sent, isInComment) = ([UInt8](), false)
        sent.reserveCapacity(text.count)
        for line in text.split(separator: newline, omittingEmptySubsequences: false) {
            sent.append(contentsOf: code(in: line, &isInComment))
            sent.append(newline)
        }
        // The last line has no end of its own.
        sent.removeLast()
        return sent
    }

    private static let newline = UInt8(ascii: "\n")

    /// Returns the line without the comment that it begins with, or is part of, if that ends the line.
    ///
    /// - Parameter isInComment: whether the line before leaves a comment open, then whether this one does.
    private static func code(in line: ArraySlice<UInt8>, _ isInComment: inout Bool) -> ArraySlice<UInt8> {
        let words = line.drop { $0 == UInt8(ascii: " ") }
        if isInComment {
            guard let end = end(of: words) else { return [] }
            isInComment = false
            return line[end...]
        }
        if words.starts(with: "//".utf8) { return [] }
        guard words.starts(with: "/*".utf8) else { return line }
        guard let end = end(of: words.dropFirst(2)) else {
            isInComment = true
            return []
        }
        return end == line.endIndex ? [] : line
    }

    /// The index after the first `*/`.
    private static func end(of text: ArraySlice<UInt8>) -> Int? {
        let mark = text.indices.dropLast().first { text[$0] == UInt8(ascii: "*") && text[$0 + 1] == UInt8(ascii: "/") }
        return mark.map { $0 + 2 }
    }
}
