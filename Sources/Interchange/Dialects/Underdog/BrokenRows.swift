/// Rows of an import that could not be read, until it is known which drafts there are: only then can what is left of a
/// row tell whose row it was.
struct BrokenRows {
    private var rows: [(issue: ImportIssue, pieces: Set<String>)] = []

    /// - Parameter reader: has just read the row. A quote that is not closed makes the rest of a file one row.
    mutating func add(_ issue: ImportIssue, _ reader: CSVReader) {
        let separators: Set = [UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\"")]
        let raw = reader.buffer[reader.recordStart..<reader.recordStart + reader.recordLength]
        rows.append(
            (issue, Set(raw.split(whereSeparator: separators.contains).map { String(decoding: $0, as: UTF8.self) })))
    }

    /// Each row's issue, in order, with the drafts that it is of.
    ///
    /// - Parameter drafts: by id, the indexes of all drafts.
    func told(_ drafts: [String: Int]) -> [(issue: ImportIssue, drafts: [Int])] {
        rows.map { row in (row.issue, row.pieces.compactMap { drafts[$0] }.sorted()) }
    }
}
