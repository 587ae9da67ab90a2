import Foundation
import GRDB
import TestSupport
import Testing
import TextFormats

@testable import Interchange  // a table of figures as a database

/// Reports as databases.
@Suite struct FigureDatabaseTests {
    private func open(_ database: FigureDatabase, in directory: TemporaryDirectory) throws -> DatabaseQueue {
        let path = directory("figures.sqlite")
        try Data(try database.bytes()).write(to: URL(fileURLWithPath: path))
        return try DatabaseQueue(path: path)
    }

    @Test func everyValueKeepsItsKind() throws {
        let directory = TemporaryDirectory()
        let rows: [[JSON]] = [
            [
                .string("Ja'Marr \"Uno\" Chase"), .integer(-3), .number(0.1), .null, .bool(true),
                .array([.of(1), .of(2)]),
            ],
            [.string(""), .natural(7), .number(12), .null, .bool(false), .array([])],
        ]
        let database = FigureDatabase(
            name: "play\"ers", columns: ["name", "count", "share", "fee", "known", "a \"list\""], rows: rows,
            facts: [("filter", "all users"), ("entries", "2")])
        let queue = try open(database, in: directory)
        let read = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM \"play\"\"ers\"") }
        #expect(read.count == 2)
        #expect(read[0]["name"] as String == "Ja'Marr \"Uno\" Chase")
        #expect(read[0]["count"] as Int == -3)
        #expect(read[0]["share"] as Double == 0.1)
        #expect(read[0]["fee"] as Int? == nil)
        #expect(read[0]["known"] as Int == 1)
        #expect(read[0]["a \"list\""] as String == "[1,2]")
        #expect(read[1]["name"] as String == "")
        #expect(read[1]["count"] as Int == 7)
        let kinds = try queue.read {
            try Row.fetchOne(
                $0, sql: "SELECT typeof(name) AS a, typeof(count) AS b, typeof(share) AS c FROM \"play\"\"ers\"")
        }
        #expect(["a", "b", "c"].map { kinds?[$0] as String? } == ["text", "integer", "real"])
        let filter = try queue.read { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'filter'") }
        #expect(filter == "all users")
    }

    @Test func aReportWithoutRowsIsATableWithoutRows() throws {
        let directory = TemporaryDirectory()
        let queue = try open(FigureDatabase(name: "players", columns: ["name"], rows: [], facts: []), in: directory)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM players") } == 0)
    }
}
