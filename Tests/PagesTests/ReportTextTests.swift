import Draft
import Projections
import Testing

@testable import Pages  // tables of figures made by hand
@testable import Reports  // a scope made by hand

/// Reports on a terminal: nothing runs over its edge as long as names and figures have room.
@Suite struct ReportTextTests {
    private static let scope = ReportScope(filter: ReportFilter(), entries: 3, drafts: 2, ledgerPosition: 9)

    private func lines(_ table: FigureTable, width: Int?) -> [String] {
        table.text(on: Terminal(isInteractive: true, columns: width, rows: nil, colors: .none)).map(\.trimmed.plain)
    }

    private static func series(weeks: Int) -> FigureTable {
        let layout = TableLayout<Int, String>(
            "Weeks", "A table with a series.", rows: "players",
            columns: [.init("name", title: "player", .title, "The name.") { $0 }],
            series: .init(.count, "A member for each week.", orNull: { weeks, _ in (1...weeks).map { $0 * 10 } }))
        return FigureTable(
            layout, of: weeks, "ADP by week", scope, filter: "all users", rows: ["One", "Two"],
            series: (1...weeks).map { ("week\($0)", "week \($0)") })
    }

    @Test func aSeriesThatIsTooWideGoesOnBelow() {
        let table = lines(Self.series(weeks: 5), width: 26)
        #expect(
            table == [
                "ADP by week  all users, 3", "entries, as of pos:9", "",
                "player  week 1  week 2", "One         10      20", "Two         10      20", "",
                "player  week 3  week 4", "One         30      40", "Two         30      40", "",
                "player  week 5", "One         50", "Two         50",
            ])
        #expect(lines(Self.series(weeks: 5), width: nil).count == 5, "a pipe has no edge")
        let narrow = lines(Self.series(weeks: 5), width: 8)
        #expect(narrow.filter { $0.contains("week ") }.count == 5, "a column in a table at least")
    }

    @Test func aListGoesOnInTheNextLine() {
        let names = (1...6).map { "Player Number \($0)" }
        let layout = TableLayout<Void, (names: [String], entries: Int)>(
            "Starts", "A table with a list.", rows: "starts",
            columns: [
                .init("players", title: "first players", .words, "The names.") { $0.names },
                .init("entries", title: "entries", .count, "The entries.") { $0.entries },
            ])
        let table = FigureTable(
            layout, of: (), "Duplicates", Self.scope, filter: "all", rows: [(names, 12), (["Nobody"], 1)])
        let printed = lines(table, width: 40)
        #expect(printed.allSatisfy { $0.count <= 40 })
        let words = printed.drop { !$0.hasPrefix("Player") }.joined(separator: " ").split(separator: " ")
        #expect(words.filter { $0 != "12" }.prefix(18) == names.joined(separator: ", ").split(separator: " ")[...])
        #expect(printed.contains { $0.hasSuffix("     12") } && printed.last?.hasPrefix("Nobody") == true, "\(printed)")
        #expect(lines(table, width: nil).count == 5)
    }
}
