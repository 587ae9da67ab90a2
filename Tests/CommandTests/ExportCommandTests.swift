import CommandTesting
import Foundation
import Testing

@Suite struct ExportCommandTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A directory of its own with a simulated ledger in it.
    private final class House {
        let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let options = ["--rooms", "5", "--seed", "11", "--teams", "4", "--rounds", "6", "--users", "7"]
            #expect(run(["simulate"] + options).status == 0)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func file(_ name: String) -> String { folder.appending(path: name).path }

        func run(_ arguments: [String]) -> Ran { Ran(["--ledger", file("a.ledger")] + arguments) }
    }

    /// The rows of a query as Python's sqlite3 sees them.
    private func rows(_ file: String, _ sql: String) throws -> [[Any]] {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.python))
        let program =
            "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))"
        process.arguments = ["-c", program, file, sql]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[Any]])
    }

    @Test(.enabled(if: python != nil, "there is no python3"))
    func exposureInTheTablesIsWhatTheReportSays() throws {
        let house = try House()
        let file = house.file("a.sqlite")
        let exported = house.run(["export", "--as", "sqlite", "-o", file])
        #expect(exported.status == 0 && exported.messages.contains("events written to"), "\(exported)")
        let report = try #require(house.run(["exposure", "--format", "json"]).json as? [String: Any])
        let players = try #require(report["players"] as? [[String: Any]])
        let view = try rows(
            file, "SELECT external_id, name, drafted, exposure, fee_weighted_exposure, average_pick FROM exposure")
        try #require(players.count == view.count && !players.isEmpty)
        for (player, row) in zip(players, view) {
            #expect(
                player["playerID"] as? String == row[0] as? String && player["name"] as? String == row[1] as? String)
            for (key, column) in [("drafted", 2), ("exposure", 3), ("feeWeightedExposure", 4), ("averagePick", 5)] {
                let (one, other) = (player[key] as? Double, row[column] as? Double)
                #expect(abs((one ?? -1) - (other ?? -2)) < 1e-12, "\(key) of \(row[1])")
            }
        }
        let money = try rows(file, "SELECT sum(amount_cents), count(*) > 0 FROM posting")
        #expect(money[0][0] as? Int == 0 && money[0][1] as? Int == 1)
    }

    @Test(
        arguments: [
            (["--as", "sqlite"], 64), (["--as", "sqlite", "-o", "-"], 64),
            (["--as", "sqlite", "-o", "a", "--room", "1", "--user", "1"], 64), (["--user", "1"], 64),
            (["--as", "spreadsheet"], 64), (["--as", "sqlite", "-o", "/nowhere/at/all.sqlite"], 73),
            (["--as", "sqlite", "-o", "/nowhere/a", "--room", "99"], 66),
            (["--as", "sqlite", "-o", "/nowhere/a", "--user", "nobody"], 66),
        ] as [([String], Int32)])
    func whatCannotBeExportedIsSaid(arguments: [String], status: Int32) throws {
        let ran = try House().run(["export"] + arguments)
        #expect(ran.status == status && !ran.messages.isEmpty, "\(ran)")
    }
}
