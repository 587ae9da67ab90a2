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
        try checkFault(in: path)
        return CSVHeader(self)
    }

    /// Goes to the next row.
    ///
    /// - Returns: false behind the last one.
    /// - Throws: likewise, also for a row that has not as many fields as the header.
    mutating func row(below header: CSVHeader, of path: String) throws -> Bool {
        guard try next() else { return false }
        try checkFault(in: path)
        guard fields.count == header.names.count else {
            let last = fields.count - 1
            throw ImportIssue(
                file: path, place: place(last), found: "\(last + 1) fields",
                expected: "\(header.names.count) fields, as in the header")
        }
        return true
    }

    private func checkFault(in path: String) throws(ImportIssue) {
        guard let fault else { return }
        throw ImportIssue(
            file: path, place: place(atOffset: fault.offset), found: fault.found, expected: fault.expected)
    }
}
