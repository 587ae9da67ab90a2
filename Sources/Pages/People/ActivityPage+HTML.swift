import Draft
import TextFormats

extension ActivityPage {
    /// The same as one HTML file for print: self-contained, without a script, one table a day.
    ///
    /// - Parameter scope: of when and of which ledger, in words; stands under the heading.
    package func html(scope: String) -> String {
        let title = HTML.escaped("Activity of \(name)")
        let held = marks.lines.map { "<p><b>\(HTML.escaped($0.plain))</b></p>" }.joined()
        let facts = counts.map { "<li><b>\(HTML.grouped($0.count))</b> \(HTML.escaped($0.name))</li>" }.joined()
        let body = days.map { day, lines in
            "<section><h2>\(day)</h2><table><thead><tr><th>time</th><th>kind</th><th class=\"n\">room</th>"
                + "<th>what happened</th><th class=\"n\">position</th></tr></thead><tbody>\n"
                + lines.map(Self.row).joined(separator: "\n") + "\n</tbody></table></section>"
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <title>\(title)</title><style>
            \(Self.style)
            </style></head><body>
            <header><h1>\(title)</h1><p>User \(user). \(HTML.escaped(scope))</p><ul>\(facts)</ul>\(held)</header>
            <main>
            \(body.isEmpty ? "<p>No events are recorded.</p>" : body.joined(separator: "\n"))
            </main>
            <footer><p>Times are in UTC: the time of receipt of a command, else the time of recording. Positions are those of \
            the ledger, where each line can be proved. Other members are named by their seats.</p></footer>
            </body></html>

            """
    }

    /// The lines by day, in the order of the ledger: a day of an import's source may stand there more than once.
    private var days: [(day: String, lines: [Line])] {
        var days: [(day: String, lines: [Line])] = []
        for line in lines {
            let day = String(line.time.prefix(10))
            if days.last?.day == day { days[days.count - 1].lines.append(line) } else { days.append((day, [line])) }
        }
        return days
    }

    private static func row(_ line: Line) -> String {
        let style = line.isByOther ? " class=\"other\"" : line.kind == .refusal ? " class=\"refusal\"" : ""
        return "<tr\(style)><td>\(HTML.escaped(String(line.time.dropFirst(11))))</td>"
            + "<td>\(line.kind.rawValue)</td><td class=\"n\">\(line.room.map { "\($0)" } ?? "")</td>"
            + "<td>\(HTML.escaped(line.words.plain))</td><td class=\"n\">\(line.recorded.position)</td></tr>"
    }

    /// Ink on paper; on a screen a page of paper.
    private static let style = """
        *{box-sizing:border-box}body{margin:0 auto;max-width:960px;padding:16px;background:#fff;color:#111;\
        font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif}
        h1{margin:.2em 0;font-size:1.5rem}h2{margin:1em 0 .2em;font-size:1.05rem;break-after:avoid}
        ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 20px;padding:0}
        table{border-collapse:collapse;width:100%}thead{display:table-header-group}tr{break-inside:avoid}
        th,td{padding:2px 6px;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}th{color:#444}
        td:nth-child(4){overflow-wrap:anywhere}.n{text-align:right;font-variant-numeric:tabular-nums}
        tr.other td:nth-child(4){font-weight:600}tr.refusal td:nth-child(4){font-style:italic}
        footer{color:#444;font-size:.85rem}@media print{body{font-size:10px;padding:0;max-width:none}}
        """
}
