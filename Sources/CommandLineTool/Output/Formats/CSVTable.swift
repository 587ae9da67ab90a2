import TextFormats

/// A table for spreadsheets: RFC 4180, with a header line, lines ended by CR LF.
struct CSVTable: Hashable, Sendable {
    var header: [String]

    /// What is missing is `JSON.null` and becomes an empty field.
    var rows: [[JSON]]

    init(_ header: [String], _ rows: [[JSON]] = []) {
        self.header = header
        self.rows = rows
    }

    /// Takes the fields of JSON objects under their own names, so that both forms say the same.
    init(_ header: [String], objects: [JSON]) {
        self.header = header
        rows = objects.map { object in
            guard case .object(let members) = object else { return [] }
            return header.map { name in members.first { $0.key == name }?.value ?? .null }
        }
    }

    var document: String {
        var text = Self.line(header.map { .string($0) })
        for row in rows { text += Self.line(row) }
        return text
    }

    static func line(_ fields: [JSON]) -> String { CSVWriter.line(fields.map(text)) }

    private static func text(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        default: value.compact
        }
    }
}
