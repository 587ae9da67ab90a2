import DraftLedger
import Foundation
import GRDB
import LedgerTesting
import Merkle
import Projections
import Records
import Reports
import Simulation
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes
@testable import Interchange  // the version of the schema

@Suite struct SQLiteExportTests {
    /// A ledger with all that can happen in it: a voided room, a cancelled one, corrections, refusals, payments.
    private static func simulated(seed: UInt64, rooms: Int = 5) throws -> TemporaryLedger {
        let house = try TemporaryLedger.forImports()
        var options = SimulationOptions(rooms: rooms, seed: seed, teams: 4, rounds: 6)
        options.users = 9
        _ = try Simulation(options).run(into: house.ledger)
        return house
    }

    private func export(_ house: TemporaryLedger, _ scope: ExportScope = .everything) throws -> String {
        let path = house.directory("\(UUID().uuidString).sqlite")
        try SQLiteExport(scope).run(house.ledger, to: path)
        return path
    }

    private func rows(_ path: String, _ sql: String) throws -> [Row] {
        try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
    }

    private func expectEqual(_ reading: SQLiteReader.Reading, _ house: TemporaryLedger, _ comment: Comment) throws {
        let ledger = house.ledger
        let rooms = try ledger.rooms()
        #expect(reading.counts["event"] == Int(try ledger.size), comment)
        #expect(reading.counts["room"] == rooms.count, comment)
        #expect(reading.counts["pick"] == rooms.reduce(0) { $0 + Int($1.picks) }, comment)
        #expect(reading.counts["entry"] == rooms.reduce(0) { $0 + Int($1.entries) }, comment)
        #expect(reading.counts["contest"] == (try ledger.tournaments().count), comment)
        #expect(reading.counts["dispute"] == (try house.events.count { $0.event.type == .disputeOpened }), comment)
        #expect(reading.counts["player"] == (try ledger.pool(1)?.players.count), comment)
        #expect(reading.postings == 0 && reading.bodies, comment)
        #expect(reading.meta["root"] == (try ledger.status().root.base64), comment)
        #expect(reading.meta["size"] == String(try ledger.size), comment)
        let balances = try ledger.balances().accountRows.map { ($0.account.description, $0.balance.value) }
        #expect(reading.balances == Dictionary(uniqueKeysWithValues: balances), comment)
        let exposure = try Analysis(of: ledger).exposure().rows
        var counted: Set<String> = []
        for row in exposure {
            counted.insert("\(row.player.name) \(row.drafted) \(row.pickSum) \(row.fees?.value ?? 0)")
        }
        #expect(Set(reading.exposure) == counted, comment)
        #expect(!exposure.isEmpty && reading.view.count == exposure.count, comment)
        for (row, line) in zip(exposure, reading.view) {
            #expect(line.first == .text(row.player.name), comment)
            let figures = [Double(row.drafted), row.exposure, row.averagePick]
            for (figure, field) in zip(figures, line.dropFirst()) {
                guard case .number(let read) = field else {
                    Issue.record("\(field) is no number")
                    continue
                }
                #expect(abs(read - figure) < 1e-9, comment)
            }
        }
    }

    @Test(.enabled(if: SQLiteReader.sqlite.interpreter != nil, "there is no python3"), arguments: [1, 2] as [UInt64])
    func pythonReadsWhatTheLedgerSays(seed: UInt64) throws {
        let house = try Self.simulated(seed: seed)
        try expectEqual(try SQLiteReader.sqlite.read(try export(house)), house, "seed \(seed)")
    }

    @Test(.enabled("DuckDB cannot be had from PyPI") { SQLiteReader.duckdb.interpreter != nil })
    func duckDBReadsWhatTheLedgerSays() throws {
        let house = try Self.simulated(seed: 3)
        try expectEqual(try SQLiteReader.duckdb.read(try export(house)), house, "seed 3")
    }

    @Test func picksAreAsTheBoardHasThem() throws {
        let house = try Self.simulated(seed: 4)
        let picks = try rows(try export(house), "SELECT * FROM pick ORDER BY room_id, pick_number")
        var index = 0
        for summary in try house.ledger.rooms() {
            let room = try #require(try house.ledger.room(summary.room))
            for pick in room.board {
                let row = picks[index]
                index += 1
                #expect(row["room_id"] == Int64(room.id.number) && row["pick_number"] == Int(pick.number))
                #expect(row["round"] == Int(pick.round) && row["pick_in_round"] == Int(pick.pickInRound))
                #expect(row["slot"] == Int(pick.slot) && row["entry_id"] == pick.entry.map { Int64($0.number) })
                #expect(row["player_index"] == pick.pick.player.map(Int.init) && row["source"] == pick.pick.source.name)
                #expect(row["occurred_at"] == pick.pick.occurredAt?.iso8601)
                #expect(row["recorded_us"] == pick.pick.recordedAt.microseconds)
                #expect(row["position"] == Int64(pick.pick.position))
                #expect(row["corrected_position"] == pick.pick.correctedAt.map { Int64($0) })
            }
        }
        #expect(index == picks.count && index > 0)
    }

    @Test func eventsAreAsTheirLinesHaveThem() throws {
        let house = try Self.simulated(seed: 5, rooms: 2)
        let rows = try rows(try export(house), "SELECT * FROM event ORDER BY position")
        let events = try house.events
        try #require(rows.count == events.count)
        for (row, event) in zip(rows, events) {
            #expect(row["position"] == Int64(event.position) && row["previous"] == event.previous.map { Int64($0) })
            #expect(row["stream"] == event.stream.description && row["version"] == Int(event.version))
            #expect(row["type"] == event.event.type.name && row["recorded_at"] == event.recordedAt.iso8601)
            #expect(row["actor"] == event.origin?.actor.text)
            #expect(row["command_id"] == event.origin?.commandID.description)
            let body: String = row["body"]
            #expect(event.jsonLine.hasSuffix("\"body\":\(body)}"))
        }
    }

    @Test func aRoomGoesWithoutWhatOnlyItsSeatsSaw() throws {
        let house = try Self.simulated(seed: 6)
        let path = try export(house, .room(2))
        let streams = try rows(path, "SELECT DISTINCT stream FROM event ORDER BY stream").map { $0["stream"] as String }
        #expect(streams == ["clock/2", "room/2"])
        #expect(try rows(path, "SELECT room_id FROM room").map { $0["room_id"] } == [2])
        #expect(try rows(path, "SELECT DISTINCT room_id FROM pick").map { $0["room_id"] } == [2])
        #expect(try rows(path, "SELECT * FROM posting").isEmpty)
        #expect(try rows(path, "SELECT value FROM meta WHERE key = 'scope'").first?["value"] == "room/2")
        let players: Int = try #require(try rows(path, "SELECT count(*) AS n FROM player").first?["n"])
        #expect(players == (try house.ledger.pool(1)?.players.count))
    }

    @Test func aUserGetsWhatIsHisAndNothingOfAnybodyElse() throws {
        let house = try Self.simulated(seed: 7)
        let user = try #require(try house.ledger.rosterRows().compactMap(\.user).first)
        let path = try export(house, .user(user))
        let his = try house.ledger.rosterRows().filter { $0.user == user }
        let rooms = try rows(path, "SELECT room_id FROM room ORDER BY 1").map { $0["room_id"] as Int64 }
        #expect(rooms == Set(his.map { Int64($0.room.number) }).sorted())
        let entries = try rows(path, "SELECT entry_id FROM entry ORDER BY 1")
        #expect(entries.map { $0["entry_id"] as Int64 } == his.map { Int64($0.entry.number) }.sorted())
        let owners = try rows(path, "SELECT DISTINCT user_id FROM entry").map { $0["user_id"] as Int64 }
        #expect(owners == [Int64(user.number)])
        let picks = try rows(
            path, "SELECT count(*) AS n, count(entry.entry_id) AS own FROM pick LEFT JOIN entry USING (entry_id)")
        let (all, own) = (picks.first?["n"] as Int?, picks.first?["own"] as Int?)
        #expect(all == own && (all ?? 0) > 0)
        let report = try Analysis(of: house.ledger).exposure(ReportFilter(RosterFilter(user: user)))
        let view = try rows(path, "SELECT name, drafted, exposure FROM exposure")
        #expect(view.map { $0["name"] as String } == report.rows.map(\.player.name))
        #expect(view.map { $0["drafted"] as Int } == report.rows.map(\.drafted))
        #expect(view.map { $0["exposure"] as Double } == report.rows.map(\.exposure))
        try expectOnlyEvents(of: user, in: path, house)
        for row in try rows(path, "SELECT DISTINCT stream FROM event") {
            let name: String = row["stream"]
            switch try #require(StreamKey(name)) {
            case .room(let room), .clock(let room): #expect(rooms.contains(Int64(room.number)))
            case .queue(let room, let seat): #expect(his.contains { $0.room == room && $0.seat == seat })
            case .wallet(let owner), .user(let owner): #expect(owner == user)
            case .dispute, .tournament: continue
            default: Issue.record("\(name) is not his")
            }
        }
        let sum = try rows(path, "SELECT sum(amount_cents) AS sum FROM posting WHERE user_id = \(user)")
        let wallet = try house.ledger.balances()
        #expect(sum.first?["sum"] == (wallet[.available(user)] + wallet[.held(user)]).value)
    }

    @Test func aUserGetsHisCasesAndNobodyElsesNumber() throws {
        let house = try Self.simulated(seed: 7)
        let claimants = try house.events.compactMap { recorded -> UserID? in
            if case .disputeOpened(let opened) = recorded.event { opened.claimant } else { nil }
        }
        for user in Set(claimants) {
            let path = try export(house, .user(user))
            let disputes = try rows(path, "SELECT * FROM dispute")
            #expect(disputes.count == claimants.count { $0 == user })
            #expect(disputes.allSatisfy { $0["user_id"] == Int64(user.number) && ($0["resolved_by"] as Int64?) == nil })
            let streams = Set(disputes.map { "case/\($0["case_id"] as Int64)" })
            let told = try rows(path, "SELECT DISTINCT stream FROM event WHERE stream LIKE 'case/%'")
            #expect(Set(told.map { $0["stream"] as String }) == streams)
            let verdicts = try rows(path, "SELECT verdict, reason FROM dispute WHERE verdict IS NOT NULL")
            let resolutions = try rows(path, "SELECT body FROM event WHERE type = 'DisputeResolved'")
            #expect(verdicts.count == resolutions.count)
            #expect(resolutions.allSatisfy { ($0["body"] as String).contains("\"resolvedBy\":null") })
            let corrections = try house.events.count { recorded in
                guard case .pickCorrected(let corrected) = recorded.event, case .room(let room) = recorded.stream else {
                    return false
                }
                return try house.ledger.room(room)?.member(at: corrected.seat)?.user == user
            }
            let corrected = try rows(path, "SELECT count(*) AS n FROM event WHERE type = 'PickCorrected'")
            #expect(corrected.first?["n"] == corrections)
            try expectOnlyNumber(of: user, in: path)
        }
        #expect(!claimants.isEmpty)
    }

    /// In every text of every row: actors, streams, accounts, and the members of bodies that name users.
    private func expectOnlyNumber(of user: UserID, in path: String) throws {
        for table in ["event", "posting", "dispute", "entry"] {
            for row in try rows(path, "SELECT * FROM \(table)") {
                for value in row.databaseValues {
                    guard case .string(let text) = value.storage else { continue }
                    let named =
                        text.matches(of: #/(?:user|wallet|admin)\/(\d+)/#).map { String($0.1) }
                        + text.matches(
                            of:
                                #/"(?:user|claimant|approvedBy|requestedBy|resolvedBy|firstApprover|secondApprover)":(\d+)/#
                        ).map { String($0.1) }
                    #expect(named.allSatisfy { $0 == "\(user)" }, "\(table): \(text)")
                }
            }
        }
        let actors = try rows(path, "SELECT DISTINCT actor FROM event WHERE actor IS NOT NULL")
        #expect(actors.contains { $0["actor"] == "user/\(user)" })
    }

    /// A room's events are of the user's seats or of no seat.
    private func expectOnlyEvents(of user: UserID, in path: String, _ house: TemporaryLedger) throws {
        let rows = try rows(path, "SELECT position, room_id, type FROM event WHERE stream LIKE 'room/%'")
        var kinds: Set<String> = []
        for row in rows {
            let room = try #require(try house.ledger.room(RoomID(UInt64(row["room_id"] as Int64))))
            let his = room.members.indices.filter { room.members[$0]?.user == user }.map { Seat($0) }
            var recorded: RecordedEvent?
            try house.ledger.events(from: UInt64(row["position"] as Int64), limit: 1) { event in
                recorded = event
                return true
            }
            kinds.insert(row["type"])
            switch try #require(recorded?.event) {
            case .seatTaken(let taken): #expect(taken.user == user)
            case .seatLeft(let left): #expect(left.user == user)
            case .pickMade(let pick): #expect(his.contains(pick.seat))
            case .pickAutomated(let pick): #expect(his.contains(pick.seat))
            case .commandRejected(let refusal): #expect(refusal.seat.map(his.contains) ?? false)
            case .autodraftSet(let change): #expect(his.contains(change.seat))
            case .clockStarted(let clock): #expect(his.contains { room.members[Int($0)]?.slot == clock.slot })
            default: continue
            }
        }
        #expect(kinds.isSuperset(of: ["RoomOpened", "SeatTaken", "PickMade", "ClockStarted", "DraftCompleted"]))
        let exported = try #require(try self.rows(path, "SELECT count(*) AS n FROM event").first?["n"] as Int?)
        #expect(exported < Int(try house.ledger.size) / 2)
    }

    /// A draft whose fee is known and one whose fee is not, of other players.
    @Test func feesThatAreNotKnownAreNoZero() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = UnderdogSheet()
        sheet.draft("a", slot: 0, rounds: 2)
        var unknown = UnderdogSheet.puppy
        unknown["Tournament"] = "t-2"
        unknown["Tournament Entry Fee"] = ""
        sheet.draft("b", slot: 0, rounds: 2, firstPlayer: 1, contest: unknown)
        try house.importing([try house.file(sheet.text)], as: .underdog())
        let report = try Analysis(of: house.ledger).exposure().rows
        let view = try rows(try export(house), "SELECT name, fee_weighted_exposure AS share FROM exposure")
        #expect(view.map { $0["name"] as String } == report.map(\.player.name))
        #expect(view.map { $0["share"] as Double? } == report.map(\.feeWeightedExposure))
        #expect(report.map(\.feeWeightedExposure) == [1, 1, nil], "the second player is in both")
    }

    @Test func aClubHasOneSpellingBesideTheSources() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = UnderdogSheet()
        sheet.draft("a", slot: 0, rounds: 3)
        for (row, team) in ["JAC", "JAX", "FA"].enumerated() { sheet.rows[row].team = team }
        try house.importing([try house.file(sheet.text)], as: .underdog())
        let path = try export(house)
        let players = try rows(path, "SELECT team, club FROM player ORDER BY name")
        #expect(players.map { $0["club"] as String } == ["JAX", "JAX", "FA"])
        #expect(players.map { $0["team"] as String } == ["JAC", "JAX", "FA"])
        let view = try rows(path, "SELECT team FROM exposure ORDER BY name").map { $0["team"] as String }
        let report = try Analysis(of: house.ledger).exposure().rows.sorted { $0.player.name < $1.player.name }
        #expect(view == report.map(\.player.team) && view == ["JAX", "JAX", "FA"])
    }

    @Test func textsComeBackAsTheyAre() throws {
        let house = try TemporaryLedger.forImports()
        let names = ["Ja'Marr \"J\" Chase", "José Ñandú, Jr.", "<script>alert(1)</script>", "🏈\n\t\\", ""]
        var events = names.enumerated().map { index, name in
            var listing = PlayerListing.blank
            (listing.index, listing.name) = (PlayerIndex(index), name)
            return PendingEvent(stream: .pool(9), event: .playerListed(PlayerListed(player: listing)), origin: nil)
        }
        events.append(
            PendingEvent(
                stream: .pool(9), event: .poolPublished(PoolPublished(count: 5, externalID: "", title: "")),
                origin: nil))
        try house.ledger.append(events)
        let read = try rows(try export(house), "SELECT name, external_id, adp FROM player ORDER BY player_index")
        #expect(read.map { $0["name"] } == names)
        #expect(read.allSatisfy { ($0["external_id"] as String?) == nil && ($0["adp"] as Double?) == nil })
    }

    @Test func aFileAppearsWholeOrNotAtAll() throws {
        let house = try Self.simulated(seed: 8, rooms: 1)
        let path = house.directory("there.sqlite")
        try "what stood there".write(toFile: path, atomically: false, encoding: .utf8)
        house.ledger.close()
        #expect(throws: (any Error).self) { try SQLiteExport().run(house.ledger, to: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "what stood there")
        let again = try TemporaryLedger.forImports()
        #expect(throws: InterchangeError.self) {
            try SQLiteExport().run(again.ledger, to: again.directory("no/such/place.sqlite"))
        }
        try SQLiteExport().run(again.ledger, to: path)
        #expect(try rows(path, "SELECT count(*) AS n FROM event").first?["n"] == 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: house.directory.path)
        #expect(!left.contains { $0.hasSuffix(".part") || $0.contains("journal") })
    }

    @Test func everyTableTellsItsColumns() throws {
        let house = try TemporaryLedger.forImports()
        let path = try export(house)
        for row in try rows(
            path, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        {
            #expect((row["sql"] as String).contains("--"), "\(row)")
        }
        let sources = try #require(try rows(path, "SELECT sql FROM sqlite_schema WHERE name = 'pick'").first)
        for source in PickSource.allCases {
            #expect((sources["sql"] as String).contains(source.name), "\(source)")
        }
        #expect(try rows(path, "PRAGMA user_version").first?["user_version"] == SQLiteSchema.version)
    }
}
