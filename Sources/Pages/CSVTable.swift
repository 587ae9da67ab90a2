package import TextFormats

/// A table for spreadsheets: RFC 4180, with a header line, lines ended by CR LF.
package struct CSVTable: Hashable, Sendable {
    package var header: [String]

    /// What is missing is `JSON.null` and becomes an empty field; an array or an object is one field.
    package var rows: [[JSON]]

    package init(_ header: [String], _ rows: [[JSON]] = []) {
        self.header = header
        self.rows = rows
    }

    /// Takes the members of JSON objects under their own names, so that both forms say the same.
    package init(_ header: [String], objects: [JSON]) {
        self.init(header, objects.map { object in header.map { object[$0] } })
    }

    package var document: String { CSVWriter.line(header) + rows.map(Self.line).joined() }

    package static func line(_ fields: [JSON]) -> String {
        CSVWriter.line(
            fields.map { field in
                switch field {
                case .null: ""
                case .string(let text): text
                default: field.compact
                }
            })
    }
}
