import ArgumentParser
import Pages

/// Which rows of a report are listed; no part of what it counts.
struct RowOptions: ParsableArguments {
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many players are listed (default: all).", valueName: "n"))
    var top: Int?
    @Option(help: ArgumentHelp("Leave out players who were drafted less often.", valueName: "n")) var minimum = 1

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
        guard minimum >= 1 else { throw ValidationError("--minimum \(minimum): expected 1 or more.") }
    }

    /// Picks rows that are in order, and tells how many they are of how many.
    ///
    /// - Parameters:
    ///   - rows: all of the report, in the order asked for.
    ///   - drafted: how often a row's player was drafted.
    ///   - table: makes the report's table of the rows that are listed.
    func table<Row>(
        of rows: [Row], drafted: (Row) -> Int, _ table: ([Row]) -> FigureTable
    ) -> FigureTable {
        let listed = Array(rows.filter { drafted($0) >= minimum }.prefix(top ?? .max))
        var table = table(listed)
        guard listed.count < rows.count else { return table }
        let least = minimum > 1 ? ", drafted \(Figures.grouped(minimum)) times or more" : ""
        table.notes.append("\(Figures.grouped(listed.count)) of \(Figures.plural(rows.count, "player"))\(least)")
        if listed.isEmpty {
            table.reason = "No player was drafted \(Figures.grouped(minimum)) times, which --minimum asks for."
        }
        return table
    }
}
