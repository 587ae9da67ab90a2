package import TextFormats

/// A result in every output format, for the command line and the server.
package protocol Page {
    /// For people.
    func text(on terminal: Terminal) -> [StyledText]

    /// For programs: one object, nothing rounded; a missing value is null.
    var json: JSON { get }

    /// The body of an HTTP response. It equals ``json``, but lists are bare arrays there.
    var answer: JSON { get }

    /// For spreadsheets: the same under the same names, one row for each thing.
    var csv: CSVTable { get }
}

extension Page {
    package var answer: JSON { json }
}

/// A page that is a list of things of one kind.
///
/// The command line prints an object with the list under a name, so that members can be added. Over HTTP the list is a bare
/// array: its position is in headers, and `Link` leads to the rest.
package protocol ListPage: Page {
    /// The member that has the list.
    var listName: String { get }

    /// The items.
    var objects: [JSON] { get }

    /// Further members, in front of the list.
    var subject: [JSON.Member] { get }
}

extension ListPage {
    package var subject: [JSON.Member] { [] }

    package var json: JSON { .object(subject + [JSON.Member(listName, .array(objects))]) }

    package var answer: JSON { .array(objects) }
}

/// The output format.
package enum OutputFormat: String, CaseIterable, Sendable {
    /// For people: aligned, cut to the terminal's width.
    case text
    /// For programs.
    case json
    /// As `json`, with lists as bare arrays, as earlier versions printed them. No help names it.
    case jsonArray = "json-array"
    /// For spreadsheets (RFC 4180).
    case csv

    package static let allCases: [OutputFormat] = [.text, .json, .csv]
}

extension Page {
    /// The whole answer in one form, with the end of its last line.
    package func document(as format: OutputFormat, on terminal: Terminal = .file) -> String {
        switch format {
        case .text: text(on: terminal).map { $0.trimmed.rendered(terminal.colors) + "\n" }.joined()
        case .json: json.document + "\n"
        case .jsonArray: answer.document + "\n"
        case .csv: csv.document
        }
    }
}

/// A table for spreadsheets: RFC 4180, with a header line, lines ended by CR LF. Texts are such that no spreadsheet takes
/// them for formulas.
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
                case .string(let text): CSVWriter.sheetText(text)
                default: field.compact
                }
            })
    }
}
