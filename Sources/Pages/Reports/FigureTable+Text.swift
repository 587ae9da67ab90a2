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
        let shown = columns.indices.filter { column in
            columns[column].title != nil && rows.contains { $0[column].text.width > 0 }
        }
        let tables = blocks(of: shown, within: terminal.columns).map { table(of: $0).lines(on: terminal) }
        return head + tables.joined(separator: [.empty])
    }

    /// The columns table by table. Columns of a series that do not fit next to the others follow below, with the names
    /// repeated.
    private func blocks(of shown: [Int], within limit: Int?) -> [[Int]] {
        let series = shown.filter { columns[$0].kind == .series }
        guard let limit, !series.isEmpty else { return [shown] }
        let names = shown.filter { columns[$0].kind == .text }
        var blocks = [shown.filter { columns[$0].kind != .series }]
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
                let (title, kind) = (columns[index].title ?? "", columns[index].kind)
                let isText = kind == .text || kind == .list
                return .init(title, isText ? .leading : .trailing, shrinks: isText, wraps: kind == .list)
            })
        table.rows = rows.map { row in shown.map { row[$0].text } }
        return table
    }
}
