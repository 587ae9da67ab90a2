/// A line of values in one row of text, for terminals.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// Returns one bar for each value, from the least to the greatest. Equal values are all in the middle.
    ///
    /// - Parameter width: the most bars; of more values the last of each group is kept.
    static func text(_ values: [Int], width: Int = 60) -> String {
        guard let least = values.min(), let greatest = values.max() else { return "" }
        let shown = values.count <= width ? values : (0..<width).map { values[(($0 + 1) * values.count) / width - 1] }
        guard greatest > least else { return String(repeating: bars[3], count: shown.count) }
        return String(shown.map { bars[($0 - least) * (bars.count - 1) / (greatest - least)] })
    }
}
