import DraftLedger
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

    /// Goes to the next row. Rows in which every field is empty are passed over.
    ///
    /// Fields that are not read may be missing at a row's end. The last line break is optional (RFC 4180): a last row that has all fields is whole.
    ///
    /// - Parameter columns: those that are read.
    /// - Returns: false after the last row.
    /// - Throws: what the file's reading throws, or the `ImportIssue` for a row that lacks a field that is read: each row is a
    ///   fact by itself, and a row that was cut must not count as another fact.
    mutating func row(below header: CSVHeader, of path: String, reading columns: [Int?]) throws -> Bool {
        repeat {
            guard try next() else { return false }
            try checkFault(in: path)
        } while fields.allSatisfy { $0.start == $0.end }
        guard hasFields(columns.lazy.compactMap(\.self).max() ?? 0, of: header) else {
            let last = fields.count - 1
            throw ImportIssue(
                file: path, place: place(last), found: "\(last + 1) fields",
                expected: "\(header.names.count) fields, as in the header")
        }
        return true
    }

    /// Whether a row has the fields that are read, and nothing after those of the header.
    ///
    /// - Parameter lastRead: the last column that is read.
    func hasFields(_ lastRead: Int, of header: CSVHeader) -> Bool {
        fields.count > lastRead && fields.count <= header.names.count
    }

    private func checkFault(in path: String) throws(ImportIssue) {
        guard let fault else { return }
        throw ImportIssue(
            file: path, place: place(atOffset: fault.offset), found: fault.found, expected: fault.expected)
    }
}

extension CSVHeader {
    /// Says which columns a header lacks, and which of its own seem to be misspelt ones of them.
    func found(lacking columns: [String]) -> String {
        let misspelt = columns.compactMap { misspelling(of: $0).map { "'\($0)'" } }
        let found = found(missing: columns)
        return misspelt.isEmpty || separatedOtherwise != nil
            ? found : "\(found), but with \(misspelt.joined(separator: ", "))"
    }

    /// Lists the columns of a header in which no player has a name, and those that seem to be misspelt.
    func foundWithout(_ wanted: [String]) -> String {
        let misspelt = wanted.compactMap { column in
            misspelling(of: column).map { "'\($0)' for '\(column)'" }
        }
        let columns = separatedOtherwise ?? "the columns \(names.joined(separator: ", "))"
        return misspelt.isEmpty ? columns : "\(columns), perhaps \(misspelt.joined(separator: " and "))"
    }

    /// The column that seems to be a misspelt one of a name; nil where the file has the name, or none is near.
    func misspelling(of name: String) -> String? {
        index(of: name) == nil ? NearestName.misprint(of: name, among: names) : nil
    }
}
