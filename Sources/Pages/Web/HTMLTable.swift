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

    /// 571,480
    static func grouped(_ number: Int) -> String { RoundedText.grouped(number) }

    /// 1 draft, 2 drafts
    static func plural(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        RoundedText.plural(number, one, many)
    }
}

/// A table that a click on a heading sorts.
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

        static func name(_ title: String) -> Column { Column(title: title, kind: .name) }
        static func label(_ title: String) -> Column { Column(title: title, kind: .label) }
    }

    struct Cell {
        /// Escaped.
        var html: String
        /// By which the column sorts; its text where nil.
        var value: Double?

        /// What is not known, and sorts below all that is.
        static let blank = Cell(html: "", value: -.greatestFiniteMagnitude)

        static func text(_ text: String) -> Cell { Cell(html: HTML.escaped(text)) }
        static func names(_ names: [String]) -> Cell {
            Cell(html: names.map { HTML.isolated($0) }.joined(separator: " · "))
        }
        static func count(_ number: Int) -> Cell { Cell(html: HTML.grouped(number), value: Double(number)) }
        static func money(_ amount: Cents?) -> Cell {
            amount.map { Cell(html: HTML.money($0), value: Double($0.value)) } ?? blank
        }
        static func percent(_ share: Double?) -> Cell {
            share.map { Cell(html: HTML.percent($0), value: $0) } ?? blank
        }
        static func decimal(_ value: Double?, places: Int = 1) -> Cell {
            value.map { Cell(html: HTML.decimal($0, places: places), value: $0) } ?? blank
        }
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
