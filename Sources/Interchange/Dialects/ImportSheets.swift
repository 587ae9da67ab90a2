import DraftLedger
import TextFormats

/// The files of a dialect whose rows are single picks, as they are read: what is wrong with a file or a row as such,
/// whatever its columns mean.
struct ImportSheets {
    private(set) var files: [SourceFile] = []

    /// Issues that do not belong to one draft.
    var issues: [ImportIssue] = []
    private(set) var notes: [String] = []
    private(set) var broken = BrokenRows()

    /// Begins with the next file.
    ///
    /// - Returns: its header; nil if it cannot be read, which is an issue.
    mutating func open(
        _ reader: inout CSVReader<InterchangeError>, path: String
    ) throws(InterchangeError) -> CSVHeader? {
        files.append(SourceFile(path: path))
        guard try reader.next() else {
            issues.append(issue(TextPlace(line: 1, column: 1), "an empty file", "a header line"))
            return nil
        }
        guard let fault = reader.fault else { return CSVHeader(reader) }
        issues.append(issue(reader.place(atOffset: fault.offset), fault.found, fault.expected))
        return nil
    }

    /// An issue in the file that is read.
    func issue(_ place: TextPlace, _ found: String, _ expected: String, draft: String? = nil) -> ImportIssue {
        ImportIssue(file: files[files.count - 1].path, place: place, draft: draft, found: found, expected: expected)
    }

    /// Whether the row that was read has what the header says, once: exports that were put behind one another in one file
    /// have headers between them. What cannot be read is kept until it is known which drafts there are.
    ///
    /// The last line break is optional: a last row that has all fields that are read is whole.
    ///
    /// - Parameter lastRead: the last column that is read.
    mutating func isRow(
        _ reader: CSVReader<InterchangeError>, below header: CSVHeader, lastRead: Int
    ) -> Bool {
        if header.isRepeated(in: reader) { return false }
        if let fault = reader.fault {
            broken.add(issue(reader.place(atOffset: fault.offset), fault.found, fault.expected), reader)
            return false
        }
        let last = reader.fields.count - 1
        guard reader.hasFields(lastRead, of: header) else {
            broken.add(
                issue(reader.place(last), "\(last + 1) fields", "\(header.names.count) fields, as in the header"),
                reader)
            return false
        }
        return true
    }

    /// - Throws: `tooLarge` for a file of which more is wrong than anybody will read.
    func checkLimits(_ file: InputFile) throws(InterchangeError) {
        try broken.checkLimits(file.limits, with: issues.count, in: file.path)
    }

    mutating func close(rows: Int) {
        if rows == 0 { notes.append("\(files[files.count - 1].path) has a header and no picks.") }
    }

    mutating func note(_ note: String) { notes.append(note) }

    /// Returns the place of a field.
    func place(_ reader: CSVReader<InterchangeError>, _ column: Int) -> SourcePlace {
        let place = reader.place(column)
        return SourcePlace(
            file: UInt16(clamping: files.count - 1), line: UInt32(clamping: place.line),
            column: UInt32(clamping: place.column))
    }
}

/// A dialect whose rows are single picks.
protocol SheetParser {
    associatedtype Columns

    var sheets: ImportSheets { get set }

    /// Finds the columns that it reads.
    ///
    /// - Throws: the names of those that are missing.
    func columns(of header: CSVHeader) throws(MissingColumns) -> Columns

    /// Whether what a column has counts.
    func reads(_ column: Int, of columns: Columns) -> Bool

    /// The expected kind of a file without them.
    func expected(insteadOf header: CSVHeader) -> String

    /// Takes a row in that has as many fields as the header.
    mutating func take(_ reader: CSVReader<InterchangeError>, _ columns: Columns)
}

extension SheetParser {
    /// Takes in one file.
    ///
    /// - Throws: what the file's reading throws. What is wrong inside is an issue, not an error.
    mutating func read(_ file: InputFile) throws(InterchangeError) {
        var reader = CSVReader(file)
        guard let header = try sheets.open(&reader, path: file.path) else { return }
        let columns: Columns
        do {
            columns = try self.columns(of: header)
        } catch {
            return sheets.issues.append(
                sheets.issue(reader.place(0), header.found(lacking: error.names), expected(insteadOf: header)))
        }
        let lastRead = header.names.indices.last { reads($0, of: columns) } ?? 0
        var rows = 0
        while try reader.next() {
            rows += 1
            if sheets.isRow(reader, below: header, lastRead: lastRead) { take(reader, columns) }
            try sheets.checkLimits(file)
        }
        sheets.close(rows: rows)
    }
}
