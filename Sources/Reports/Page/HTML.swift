import Draft
import Foundation

/// Text that stands in a page as it is: whatever comes from outside is escaped on its way in.
enum HTML {
    /// For text between tags and for attributes in double quotes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.value < 0x20: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// 0.3333 is "33.3%".
    static func percent(_ share: Double) -> String { decimal(share * 100) + "%" }

    /// One decimal, or as many as asked for; the same in every country.
    static func decimal(_ value: Double, places: Int = 1) -> String {
        guard value.isFinite else { return "–" }
        let text = String(format: "%.\(places)f", value)
        return text == "-" + String(format: "%.\(places)f", 0.0) ? String(text.dropFirst()) : text
    }

    /// Dollars and cents: 10,850.00
    static func money(_ cents: Int64) -> String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return (cents < 0 ? "-" : "") + grouped(Int(whole)) + "." + (rest < 10 ? "0" : "") + String(rest)
    }

    /// 571,480
    static func grouped(_ number: Int) -> String {
        var text = ""
        let digits = String(number.magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }
}

/// A table that a click on a heading sorts.
struct HTMLTable {
    struct Column {
        var title: String
        /// Numbers stand to the right and sort by their value.
        var isNumber = true
    }

    struct Cell {
        var text: String
        /// By which the column sorts; the text itself where nil.
        var value: Double?

        static func text(_ text: String) -> Cell { Cell(text: text, value: nil) }
        static func count(_ number: Int) -> Cell { Cell(text: HTML.grouped(number), value: Double(number)) }
        static func money(_ amount: Cents) -> Cell {
            Cell(text: HTML.money(amount.value), value: Double(amount.value))
        }
        static func percent(_ share: Double?) -> Cell {
            Cell(text: share.map { HTML.percent($0) } ?? "", value: share ?? -.greatestFiniteMagnitude)
        }
        static func decimal(_ value: Double?, places: Int = 1) -> Cell {
            Cell(
                text: value.map { HTML.decimal($0, places: places) } ?? "", value: value ?? -.greatestFiniteMagnitude)
        }
    }

    var columns: [Column]
    var rows: [[Cell]]

    /// Long texts take several lines, so that the numbers beside them stay in sight.
    var wraps = false

    /// Rows that paper shows; a screen has them all.
    private static let rowsOnPaper = 50

    /// - Parameter name: what the table is of, for those who hear it.
    func html(named name: String) -> String {
        guard !rows.isEmpty else { return "<p class=\"none\">Nothing to show.</p>" }
        let head = columns.map { column in
            "<th scope=\"col\"\(column.isNumber ? " class=\"n\"" : "")><button type=\"button\">"
                + HTML.escaped(column.title) + "</button></th>"
        }
        let body = rows.enumerated().map { number, row in
            (number < Self.rowsOnPaper ? "<tr>" : "<tr class=\"more\">")
                + zip(row, columns).map { cell, column in
                    let value = cell.value.map { " data-v=\"\($0)\"" } ?? ""
                    return "<td\(column.isNumber ? " class=\"n\"" : "")\(value)>\(HTML.escaped(cell.text))</td>"
                }.joined() + "</tr>"
        }
        let paper =
            rows.count > Self.rowsOnPaper
            ? "<p class=\"note paper\">On paper, \(Self.rowsOnPaper) of \(HTML.grouped(rows.count)) rows.</p>" : ""
        return "<div class=\"scroll\(wraps ? " wrap" : "")\" tabindex=\"0\" role=\"region\" "
            + "aria-label=\"\(HTML.escaped(name))\"><table><thead><tr>\(head.joined())</tr></thead><tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody></table></div>" + paper
    }
}
