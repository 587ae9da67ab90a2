import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Projections
import Reports
import Simulation
import TestSupport
import Testing
import TextFormats

/// The flat table says of each pick what the board, the standings and the players say.
@Suite struct PicksExportTests {
    /// A table as its readers see it.
    private struct Table {
        var header: [String]
        var rows: [[String]]

        init(_ text: String) throws {
            var bytes = Array(text.utf8)
            var reader = CSVReader<any Error> {
                defer { bytes = [] }
                return bytes
            }
            rows = []
            while try reader.next() { rows.append(reader.fields.indices.map { reader.text($0) }) }
            header = rows.isEmpty ? [] : rows.removeFirst()
        }

        func column(_ name: String) throws -> [String] {
            let index = try #require(header.firstIndex(of: name))
            return rows.map { $0[index] }
        }

        func columns(_ names: String...) throws -> [[String]] {
            let columns = try names.map(column)
            return rows.indices.map { row in columns.map { $0[row] } }
        }
    }

    private static func exported(_ house: TemporaryLedger, _ scope: ExportScope = .everything) throws -> Table {
        let path = house.directory("\(UUID().uuidString).csv")
        let count = try PicksExport(scope).run(house.ledger, to: path)
        let table = try Table(try String(contentsOfFile: path, encoding: .utf8))
        #expect(table.rows.count == Int(count) && table.rows.allSatisfy { $0.count == table.header.count })
        return table
    }

    /// With a voided room, a cancelled one, corrections and skipped picks.
    private static func simulated(seed: UInt64) throws -> TemporaryLedger {
        let house = try TemporaryLedger.forImports()
        var options = SimulationOptions(rooms: 5, seed: seed, teams: 4, rounds: 6)
        options.users = 9
        _ = try Simulation(options).run(into: house.ledger)
        return house
    }

    /// - Parameter user: whose picks alone; nil for everybody's.
    private static func expected(_ house: TemporaryLedger, of user: UserID? = nil) throws -> [[String]] {
        let pool = try #require(try house.ledger.pool(1))
        var rows: [[String]] = []
        for summary in try house.ledger.rooms() {
            let room = try #require(try house.ledger.room(summary.room))
            for pick in room.board {
                let member = room.members.compactMap { $0 }.first { $0.entry == pick.entry }
                if let user, member?.user != user { continue }
                let player = pick.pick.player.flatMap { pool.player($0) }
                rows.append([
                    "\(room.id)", room.status.name, "\(pick.number)", "\(pick.round)", "\(pick.slot)",
                    member.map { "\($0.entry)" } ?? "", member?.user.map { "\($0)" } ?? "", player?.name ?? "",
                    player?.position.abbreviation ?? "", pick.pick.source.name, pick.pick.recordedAt.iso8601,
                ])
            }
        }
        return rows
    }

    private static func told(_ table: Table) throws -> [[String]] {
        try table.columns(
            "room_id", "room_status", "pick_number", "round", "slot", "entry_id", "user_id", "player", "position",
            "source", "recorded_at")
    }

    @Test(arguments: [1, 2] as [UInt64])
    func eachPickOfEachRoomIsARow(seed: UInt64) throws {
        let house = try Self.simulated(seed: seed)
        let table = try Self.exported(house)
        #expect(try Self.told(table) == Self.expected(house), "seed \(seed)")
        let titles = try house.ledger.tournaments().map { ["\($0.tournament)", $0.title] }
        #expect(try Set(table.columns("contest_id", "contest")).isSubset(of: titles))
    }

    /// The reports' closing lines end when a contest closed, and a player of several pools is told apart by the pool's number.
    @Test(arguments: [1, 2] as [UInt64])
    func poolsAndClosingsStandBesideThePicks(seed: UInt64) throws {
        let house = try Self.simulated(seed: seed)
        let table = try Self.exported(house)
        var closings: [String: String] = [:]
        for summary in try house.ledger.tournaments() {
            for recorded in try house.ledger.stream(.tournament(summary.tournament)) {
                guard case .closed = recorded.event.contest else { continue }
                let closed = recorded.origin?.occurredAt ?? recorded.recordedAt
                closings["\(summary.tournament)"] = closed.iso8601
            }
        }
        #expect(!closings.isEmpty, "seed \(seed)")
        var indices: [String: String] = [:]
        for player in try #require(try house.ledger.pool(1)).players { indices[player.externalID] = "\(player.index)" }
        for row in try table.columns("contest_id", "contest_closed_at", "pool_id", "player_external_id", "player_index")
        {
            #expect(row[1] == closings[row[0]] ?? "", "seed \(seed)")
            #expect(row[2] == "1", "seed \(seed)")
            #expect(row[4] == (row[3].isEmpty ? "" : indices[row[3]]), "seed \(seed)")
        }
    }

    @Test func aUserGetsHisPicksAlone() throws {
        let house = try Self.simulated(seed: 3)
        let user = try #require(try house.ledger.rosterRows().compactMap(\.user).first)
        let table = try Self.exported(house, .user(user))
        let rows = try Self.told(table)
        #expect(try rows == Self.expected(house, of: user) && !rows.isEmpty)
        #expect(try Set(table.column("user_id")) == ["\(user)"])
    }

    @Test func aRoomIsItsOwnPicks() throws {
        let house = try Self.simulated(seed: 4)
        let rows = try Self.told(try Self.exported(house, .room(2)))
        #expect(try rows == Self.expected(house).filter { $0[0] == "2" } && !rows.isEmpty)
    }

    /// What the source says nothing of is empty; a name that a spreadsheet would run is a text.
    @Test func anImportedDraftSaysWhatItsSourceSays() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Sheet()
        for row in sheet.rows.indices where sheet[row, "player_name"] == "Player 2" {
            sheet[row, "player_name"] = "=2+3"
            sheet[row, "projection_adp"] = "0"
        }
        try house.importing(sheet)
        let table = try Self.exported(house)
        #expect(
            try table.columns("room_external_id", "entry_external_id", "clock_seconds", "player", "adp", "bye_week")
                == [
                    ["d1", "d1-e1", "30", "Player 1", "1.50", "9"], ["d1", "d1-e2", "30", "'=2+3", "", "9"],
                    ["d1", "d1-e3", "30", "Player 3", "3.50", "9"], ["d1", "d1-e3", "30", "Player 4", "4.50", "9"],
                    ["d1", "d1-e2", "30", "Player 5", "5.50", "9"], ["d1", "d1-e1", "30", "Player 6", "6.50", "9"],
                ])
        #expect(
            try table.columns("user_id", "entry_fee_cents", "entry_points", "entry_place", "team")
                .allSatisfy { $0 == ["", "", "", "", ""] })
    }

    @Test func outcomesStandBesideThePicks() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet(teams: 12, rounds: 18))
        let rows = [1: "12.5", 2: "1", 3: "7"].flatMap { player, points in
            (1...14).map { "2022,\($0),Player \(player),\(["RB", "WR", "TE", "QB"][player % 4]),\(points)\n" }
        }
        let scores = try house.file("season,week,player,position,points\n" + rows.joined(), "scores.csv")
        _ = try HistoryImport(.scores(ScoreTerms(season: 2022, isFinal: true))).run([scores], into: house.ledger)
        let table = try Self.exported(house)
        let entries = try table.columns(
            "entry_external_id", "entry_through_week", "entry_points", "entry_place", "entry_advances")
        #expect(
            Set(entries).isSuperset(of: [
                ["d1-e1", "14", "175.00", "1", "1"], ["d1-e3", "14", "98.00", "2", "1"],
                ["d1-e2", "14", "14.00", "3", "0"],
            ]))
    }
}
