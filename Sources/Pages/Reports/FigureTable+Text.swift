/// A report for people.
extension FigureTable {
    package func text(on terminal: Terminal) -> [StyledText] {
        let title = StyledText(name, .bold) + StyledText("  \(scopeLine)", .dim)
        func wrapped(_ lines: [StyledText]) -> [StyledText] {
            terminal.columns.map { columns in lines.flatMap { $0.wrapped(to: columns) } } ?? lines
        }
        let head = wrapped([title] + notes.map { StyledText($0, .dim) }) + [.empty]
        guard !rows.isEmpty else {
            return head + wrapped([StyledText(reason ?? "No entry of this filter has anything to show.")])
        }
        let shown = headings.indices.filter { column in
            headings[column].title != nil && rows.contains { $0[column].text.width > 0 }
        }
        let tables = blocks(of: shown, within: terminal.columns).map { table(of: $0).lines(on: terminal) }
        return head + tables.joined(separator: [.empty])
    }

    /// The columns table by table. Columns of a series that do not fit next to the others follow below, with the names
    /// repeated.
    private func blocks(of shown: [Int], within limit: Int?) -> [[Int]] {
        let series = shown.filter { headings[$0].layout == .series }
        guard let limit, !series.isEmpty else { return [shown] }
        let names = shown.filter { headings[$0].layout.isName }
        var blocks = [shown.filter { headings[$0].layout != .series }]
        for column in series {
            let block = blocks[blocks.count - 1]
            if block == names || table(of: block + [column]).width <= limit {
                blocks[blocks.count - 1].append(column)
            } else {
                blocks.append(names + [column])
            }
        }
        return blocks
    }

    private func table(of shown: [Int]) -> TextTable {
        var table = TextTable(
            shown.map { index in
                let (title, layout) = (headings[index].title ?? "", headings[index].layout)
                let isText = layout.isName || layout == .list
                return .init(title, isText ? .leading : .trailing, shrinks: isText, wraps: layout == .list)
            })
        table.rows = rows.map { row in shown.map { row[$0].text } }
        return table
    }
}

extension ColumnLayout {
    /// Whether the column is repeated in a table of more columns of a series.
    fileprivate var isName: Bool { self == .name || self == .text }
}
