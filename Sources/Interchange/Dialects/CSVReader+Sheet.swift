import TextFormats

/// Sheets of which one wrong row refuses the whole file.
extension CSVReader where Failure == InterchangeError {
    /// Reads the line that names the columns.
    ///
    /// - Parameter path: of the file, for what is wrong with it.
    /// - Throws: what the file's reading throws, or the `ImportIssue`.
    mutating func header(of path: String) throws -> CSVHeader {
        guard try next() else {
            throw ImportIssue(
                file: path, place: TextPlace(line: 1, column: 1), found: "an empty file", expected: "a header line")
        }
        if let document = FileKind.document(record) {
            throw ImportIssue(
                file: path, place: TextPlace(line: 1, column: 1), found: document, expected: FileKind.tableRemedy)
        }
        try checkFault(in: path)
        return CSVHeader(self)
    }

    /// Goes to the next row.
    ///
    /// - Returns: false behind the last one.
    /// - Throws: likewise, also for a row that has not as many fields as the header, and for a last one that ends within a
    ///   field: each row is a fact by itself, and nothing else tells that a score of 13.3 has become one of 1. Behind a comma
    ///   a file may end without a line break, as a site's rankings do: a field that is missing is none that is wrong.
    mutating func row(below header: CSVHeader, of path: String) throws -> Bool {
        guard try next() else { return false }
        try checkFault(in: path)
        guard fields.count == header.names.count else {
            let last = fields.count - 1
            throw ImportIssue(
                file: path, place: place(last), found: "\(last + 1) fields",
                expected: "\(header.names.count) fields, as in the header")
        }
        guard !isOpenEnded || fields.last.map({ $0.start == $0.end }) == true else {
            throw ImportIssue(
                file: path, place: openEnd, found: OpenEnd.found, expected: OpenEnd.expected)
        }
        return true
    }

    private func checkFault(in path: String) throws(ImportIssue) {
        guard let fault else { return }
        throw ImportIssue(
            file: path, place: place(atOffset: fault.offset), found: fault.found, expected: fault.expected)
    }

    /// Where a record ends whose line has no end.
    var openEnd: TextPlace { place(atOffset: record.count) }
}

/// What is said of a last row whose line has no end.
enum OpenEnd {
    static let found = "a last line without an end, as a file has that was cut"
    static let expected =
        "a line break at the end, without which the row may be cut (echo >> FILE adds it to one that is whole)"
}
