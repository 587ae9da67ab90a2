import Draft
import TextFormats

/// Figures as a page writes them.
extension HTML {
    /// 0.3333 is "33.3%".
    static func percent(_ share: Double) -> String { decimal(share * 100) + "%" }

    /// One decimal, or as many as asked for.
    static func decimal(_ value: Double, places: Int = 1) -> String {
        RoundedText.decimal(value, places: places) ?? "–"
    }

    /// Dollars and cents: 10,850.00
    static func money(_ amount: Cents) -> String { RoundedText.money(amount) }

    /// Hundredths of a point: 123.45
    static func hundredths(_ points: Int64) -> String { RoundedText.money(Cents(points)) }

    /// 571,480
    static func grouped(_ number: Int) -> String { RoundedText.grouped(number) }

    /// 1 draft, 2 drafts
    static func plural(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        RoundedText.plural(number, one, many)
    }
}

/// A report's table, which a click on a heading sorts.
struct HTMLTable {
    struct Column {
        /// How its cells stand and break.
        enum Kind: String {
            /// To the right, in one piece; sorts by value.
            case number = "n"
            /// Left-aligned; breaks anywhere, so that the numbers next to it stay visible.
            case name = "w"
            /// Likewise, and narrow.
            case label = "t"
        }

        var title: String
        var kind = Kind.number
    }

    struct Cell {
        /// Escaped.
        var html: String
        /// The value that the column sorts by; its text where nil.
        var value: Double?
    }

    var columns: [Column]
    var rows: [[Cell]]

    /// Rows that paper shows; a screen has them all.
    private static let rowsOnPaper = 50

    /// Whether paper may break it: a shorter one stands in one piece.
    var isLong: Bool { rows.count > 16 }

    /// - Parameter name: what the table is of, for those who hear it.
    func html(named name: String) -> String {
        guard !rows.isEmpty else { return "<p class=\"none\">Nothing to show.</p>" }
        let head = columns.map { column in
            "<th scope=\"col\" class=\"\(column.kind.rawValue)\"><button type=\"button\">"
                + HTML.escaped(column.title) + "</button></th>"
        }
        let body = rows.enumerated().map { number, row in
            (number < Self.rowsOnPaper ? "<tr>" : "<tr class=\"more\">")
                + zip(row, columns).map { cell, column in
                    let value = cell.value.map { " data-v=\"\($0)\"" } ?? ""
                    return "<td class=\"\(column.kind.rawValue)\"\(value)>\(cell.html)</td>"
                }.joined() + "</tr>"
        }
        let paper =
            rows.count > Self.rowsOnPaper
            ? "<p class=\"note paper\">On paper, \(Self.rowsOnPaper) of \(HTML.grouped(rows.count)) rows.</p>" : ""
        return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
            + "aria-label=\"\(HTML.escaped(name))\"><table><thead><tr>\(head.joined())</tr></thead><tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody></table></div>" + paper
    }
}

extension HTMLTable {
    /// Some columns of a report's table, by key.
    ///
    /// - Parameters:
    ///   - titles: by key, titles that differ from those of the report.
    ///   - limit: the most rows.
    init(_ table: FigureTable, _ keys: [String], titles: [String: String] = [:], limit: Int = .max) {
        let places = keys.compactMap { key in table.headings.firstIndex { $0.key == key } }
        columns = places.map { place in
            let heading = table.headings[place]
            let title = titles[heading.key] ?? heading.title ?? ""
            return Column(title: title.prefix(1).uppercased() + title.dropFirst(), kind: .init(heading.layout))
        }
        rows = table.rows.prefix(limit).map { row in
            places.map { Cell(row[$0], isNumber: Column.Kind(table.headings[$0].layout) == .number) }
        }
    }
}

extension HTMLTable.Column.Kind {
    fileprivate init(_ layout: ColumnLayout) {
        switch layout {
        case .name, .list: self = .name
        case .text: self = .label
        case .figure, .series: self = .number
        }
    }
}

extension HTMLTable.Cell {
    /// Unknown numbers are blank, and sort below all others.
    fileprivate init(_ figure: Figure, isNumber: Bool) {
        // Without the space, as in charts.
        html = HTML.escaped(figure.text.plain.replacing(" %", with: "%"))
        switch figure.json {
        case .integer(let number): value = Double(number)
        case .natural(let number): value = Double(number)
        case .number(let number): value = number
        case .null: value = isNumber ? -.greatestFiniteMagnitude : nil
        case .array(let parts):
            let names = parts.compactMap { if case .string(let name) = $0 { name } else { nil } }
            html = names.map { HTML.isolated($0) }.joined(separator: " · ")
        default: value = nil
        }
    }
}
