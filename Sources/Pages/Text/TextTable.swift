/// Rows and columns for people: columns as wide as what stands in them, two spaces between, cut to fit the terminal.
package struct TextTable {
    package struct Column {
        package var title: String
        package var alignment: StyledText.Alignment

        /// Gives way when the table is too wide; the others keep their width.
        package var shrinks: Bool

        /// Whether long text is wrapped instead of cut.
        package var wraps: Bool

        package init(
            _ title: String, _ alignment: StyledText.Alignment = .leading, shrinks: Bool = false, wraps: Bool = false
        ) {
            self.title = title
            self.alignment = alignment
            self.shrinks = shrinks
            self.wraps = wraps
        }
    }

    package var columns: [Column]
    package var rows: [[StyledText]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    package func lines(on terminal: Terminal) -> [StyledText] {
        let widths = self.widths(within: terminal.columns)
        let header = columns.map { StyledText($0.title, TextStyle(foreground: .bench, bold: true)) }
        return ([header] + rows).flatMap { row in
            let cells = zip(row, zip(columns, widths)).map { cell, place in
                place.0.wraps ? cell.wrapped(to: place.1) : [cell]
            }
            return (0..<(cells.map(\.count).max() ?? 0)).map { line in
                zip(cells, zip(columns, widths)).map { cell, place in
                    (line < cell.count ? cell[line] : .empty).fitted(to: place.1, place.0.alignment)
                }.joined(by: Self.gap)
            }
        }
    }

    /// In columns of a terminal, with nothing cut.
    package var width: Int { widths(within: nil).reduce(0, +) + Self.gap.width * (columns.count - 1) }

    /// Takes out the columns in which no row says anything.
    package mutating func dropEmptyColumns() {
        let kept = columns.indices.filter { column in rows.contains { $0[column].width > 0 } }
        columns = kept.map { columns[$0] }
        rows = rows.map { row in kept.map { row[$0] } }
    }

    /// Takes out the column of that title.
    package mutating func drop(column title: String) {
        guard let column = columns.firstIndex(where: { $0.title == title }) else { return }
        columns.remove(at: column)
        for row in rows.indices { rows[row].remove(at: column) }
    }

    private static let gap: StyledText = "  "
    /// The smallest width of a name: shorter names cannot be distinguished. A table that is still too wide exceeds the
    /// terminal.
    private static let narrowest = 14

    /// The widest of the columns that give way loses a column at a time, so that they end up alike.
    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.map { DisplayWidth.of($0.title) }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.width) }
        }
        guard let limit else { return widths }
        var excess = widths.reduce(0, +) + Self.gap.width * (columns.count - 1) - limit
        while excess > 0 {
            let candidates = columns.indices.filter { columns[$0].shrinks && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}
