import TextFormats
import Values

/// A feed's file: CSV whose columns are found by their names, in any order.
struct FeedTable {
    /// A value, its place in the file, and the name of its column.
    struct Field {
        var text: String
        var place: TextPlace
        var column: String
        var file: String

        func error(_ kind: FeedError.Kind) -> FeedError { FeedError(file: file, place: place, kind: kind) }

        func invalid(_ expected: String) -> FeedError {
            error(.invalid(column: column, found: text, expected: expected))
        }
    }

    /// A record of the file.
    struct Row {
        var line: Int
        fileprivate var fields: [String: Field]
        fileprivate var file: String

        /// The place of the row's beginning.
        func error(_ kind: FeedError.Kind) -> FeedError {
            FeedError(file: file, place: TextPlace(line: line, column: 1), kind: kind)
        }

        /// The values, to tell a repeated row from one that says something else.
        var content: [String: String] { fields.mapValues(\.text) }

        func field(_ column: String) throws(FeedError) -> Field {
            guard let field = fields[column] else { throw error(.missingColumns([column])) }
            return field
        }

        /// - Returns: nil for an empty field, and for a column that the file does not have.
        func optional<Value>(
            _ column: String, _ read: (Field) throws(FeedError) -> Value
        ) throws(FeedError) -> Value? {
            guard let field = fields[column], !field.text.isEmpty else { return nil }
            return try read(field)
        }

        func required<Value>(
            _ column: String, _ read: (Field) throws(FeedError) -> Value
        ) throws(FeedError) -> Value {
            let field = try field(column)
            guard !field.text.isEmpty else { throw field.error(.missing(column: column)) }
            return try read(field)
        }

        func text(_ column: String) throws(FeedError) -> String {
            try required(column) { field throws(FeedError) in field.text }
        }

        func integer(_ column: String, _ range: ClosedRange<Int>) throws(FeedError) -> Int {
            try required(column) { field throws(FeedError) in try field.integer(range) }
        }
    }

    /// The file's name, without its folder.
    let file: String
    let names: [String]
    let rows: [Row]

    /// Reads a whole file.
    ///
    /// - Throws: `FeedErrors` with every record that is not CSV or has another number of fields than the header.
    init(_ bytes: [UInt8], file: String) throws(FeedErrors) {
        self.file = file
        var rest: [UInt8]? = bytes
        var reader = CSVReader<Never> {
            defer { rest = nil }
            return rest ?? []
        }
        guard reader.next() else {
            throw FeedErrors(errors: [
                FeedError(file: file, place: TextPlace(line: 1, column: 1), kind: .empty)
            ])
        }
        if let fault = reader.fault { throw FeedErrors(errors: [Self.error(fault, reader, file)]) }
        let header = CSVHeader(reader)
        names = header.names
        var (rows, errors): ([Row], [FeedError]) = ([], [])
        while reader.next() {
            if let fault = reader.fault {
                errors.append(Self.error(fault, reader, file))
            } else if reader.fields.count != header.names.count {
                errors.append(
                    FeedError(
                        file: file, place: TextPlace(line: reader.recordLine, column: 1),
                        kind: .fieldCount(found: reader.fields.count, expected: header.names.count)))
            } else if !header.isRepeated(in: reader) {
                let fields = header.names.indices.map { index in
                    Field(
                        text: reader.text(index), place: reader.place(index), column: header.names[index], file: file)
                }
                let named = Dictionary(zip(header.names, fields)) { first, _ in first }
                rows.append(Row(line: reader.recordLine, fields: named, file: file))
            }
        }
        guard errors.isEmpty else { throw FeedErrors(errors: errors) }
        self.rows = rows
    }

    private static func error(_ fault: CSVFault, _ reader: CSVReader<Never>, _ file: String) -> FeedError {
        FeedError(
            file: file, place: reader.place(atOffset: fault.offset),
            kind: .notCSV(found: fault.found, expected: fault.expected))
    }
}

extension FeedTable.Field {
    func integer(_ range: ClosedRange<Int>) throws(FeedError) -> Int {
        guard let value = Int(text), range.contains(value) else {
            throw invalid("a whole number from \(range.words)")
        }
        return value
    }
}
