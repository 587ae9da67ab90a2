import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Pages
import Projections
import Records
import Simulation
import Testing
import TextFormats

@testable import Replay  // which events edit a queue

struct ReplayPageTests {
    /// A lively house, and its completed room that has seen most.
    private func house() throws -> (house: TemporaryLedger, room: RoomState) {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: 12, teams: 6, rounds: 8))
        let rooms = try house.ledger.rooms().filter { $0.status == .complete }
        let room = try #require(try house.ledger.room(rooms[0].room))
        return (house, room)
    }

    private func page(
        _ house: TemporaryLedger, _ room: RoomID, _ options: ReplayPage.Options = .init()
    ) throws -> String {
        try ReplayPage(RoomHistory(of: room, in: house.ledger), in: house.ledger, options: options).html()
    }

    /// The data that the page carries.
    private func data(of html: String) throws -> [String: Any] {
        let from = try #require(html.range(of: "id=\"data\">"))
        let to = try #require(html.range(of: "</script>", range: from.upperBound..<html.endIndex))
        let json = Data(html[from.upperBound..<to.lowerBound].utf8)
        return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    }

    @Test func theStepsAddUpToTheBoardAtEveryPick() throws {
        let (house, room) = try house()
        let data = try data(of: page(house, room.id))
        let steps = try #require(data["steps"] as? [[String: Any]])
        let pickSteps = try #require(data["pickSteps"] as? [Int])
        #expect(pickSteps.count == 48)
        var cells = [Int?](repeating: nil, count: 48)
        var boards: [[Int?]] = []
        for step in steps {
            for cell in step["c"] as? [[Any]] ?? [] { cells[cell[0] as! Int] = cell[1] as? Int }
            boards.append(cells)
        }
        for pick in 1...48 {
            let board = try #require(try house.ledger.room(room.id, at: .pick(PickNumber(pick))))
            let expected = (0..<48).map { index in
                index < board.picks.count ? board.picks[index].player.map(Int.init) : nil
            }
            #expect(boards[pickSteps[pick - 1]] == expected, "pick \(pick)")
        }
        #expect(boards.last == room.picks.map { $0.player.map(Int.init) })
    }

    @Test func hashesAreTheLeavesOfTheLedgersTree() throws {
        let (house, room) = try house()
        let data = try data(of: page(house, room.id))
        let step = try #require((data["steps"] as? [[String: Any]])?.first { $0["m"] != nil })
        let position = UInt64(try #require(step["p"] as? Int))
        let record = try house.ledger.record(at: position)
        let leaf = LedgerCryptography(drawMaster: []).sha256([0] + record)
        #expect(step["h"] as? String == leaf.hexadecimal)
    }

    @Test func onlyTheViewersOwnQueueStandsInThePage() throws {
        let (house, room) = try house()
        let history = try RoomHistory(of: room.id, in: house.ledger)
        let edits = Dictionary(grouping: history.events.filter { $0.event.isQueueEdit }, by: \.stream)
        let own = try #require(
            edits.keys.compactMap { key -> Seat? in if case .queue(_, let seat) = key { seat } else { nil } }.first)
        for viewer in [nil, own] {
            let data = try data(of: page(house, room.id, .init(viewer: viewer)))
            let positions = Set((data["steps"] as? [[String: Any]] ?? []).compactMap { $0["p"] as? Int })
            for (stream, events) in edits {
                for event in events {
                    #expect(
                        positions.contains(Int(event.position))
                            == (viewer.map { stream == .queue(room.id, $0) } ?? false))
                }
            }
        }
    }

    @Test func namesCannotBreakOutOfThePage() throws {
        let (house, room) = try house()
        let evil = "</script><script>alert('x')</script><!-- \" & é {{data}}"
        let html = try page(house, room.id, .init(title: evil, seatNames: [0: evil]))
        #expect(!html.contains("<script>alert"))
        #expect(html.components(separatedBy: "<script").count == 3)
        let slots = try #require(data(of: html)["slots"] as? [[String: Any]])
        #expect(slots.contains { $0["name"] as? String == evil })
    }

    @Test func namesCannotSteerThePage() throws {
        let (house, room) = try house()
        let evil = "Ann\u{202E}nnA\u{2028}\u{9B}2J\u{2066}\u{7}"
        let html = try page(house, room.id, .init(title: evil, seatNames: [0: evil]))
        #expect(!html.unicodeScalars.contains { $0 != "\n" && SteeringScalars.contains($0) })
        let shown = "Ann\u{FFFD}nnA\u{FFFD}\u{FFFD}2J\u{FFFD} "
        #expect(html.contains("<h1>\(shown)</h1>"))
        let slots = try #require(data(of: html)["slots"] as? [[String: Any]])
        #expect(slots.contains { $0["name"] as? String == shown })
    }

    @Test func thePageDrawsItsBoardWithTheFilesOfTheLivePages() throws {
        let (house, room) = try house()
        let html = try page(house, room.id)
        for file in [SharedFiles.tokens, SharedFiles.boardStyle, SharedFiles.boardScript] {
            #expect(html.contains(file))
        }
    }

    @Test func theSameHistoryGivesTheSamePageWhichAsksForNothing() throws {
        let (house, room) = try house()
        let html = try page(house, room.id)
        #expect(try page(house, room.id) == html)
        for outside in ["http://", "https://", "src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"] {
            #expect(!html.contains(outside), "the page has \(outside)")
        }
    }

    @Test func aRoomThatHasNotStartedIsThereAsItStands() throws {
        let started = try data(of: page(DraftTable().ledger(), 1))
        #expect((started["pickSteps"] as? [Int])?.isEmpty == true)
    }

    /// With its recording beside them.
    @Test func anImportedDraftIsPlayedAndToldByItsSourcesTimes() throws {
        let house = try ImportedRoom.timed()
        let data = try data(of: page(house, ImportedRoom.room))
        #expect(data["course"] as? String == "source")
        #expect(data["base"] as? Int64 == ImportedRoom.start.microseconds)
        let picks = try #require(data["steps"] as? [[String: Any]]).filter { $0["m"] != nil }
        #expect(picks.map { $0["a"] as? Int64 } == [0, 7, 7, 10_007, 10_010, 10_011].map { $0 * 1_000_000 })
        let played = picks.compactMap { $0["t"] as? Int64 }
        let waits = zip(played, played.dropFirst()).map { ($1 - $0) / 1_000_000 }
        #expect(waits == [7, 1, 120, 3, 1])
        let recorded = try house.ledger.stream(.room(ImportedRoom.room)).filter { $0.event.madePick != nil }
        #expect(
            picks.map { $0["r"] as? Int64 }
                == recorded.map { ($0.recordedAt - ImportedRoom.start).microseconds })
        #expect(picks.allSatisfy { $0["o"] == nil })
    }

    @Test func whereASourceHasNoTimeForAPickThePageHasNoneAndGoesByPicks() throws {
        for (house, times) in [
            (try ImportedRoom.untold(), [nil, nil, nil, nil, nil, nil] as [Int64?]),
            (try ImportedRoom.partlyKnown(), [nil, 0, 3_000_000, nil, nil, 28_000_000]),
        ] {
            let data = try data(of: page(house, ImportedRoom.room))
            #expect(data["course"] as? String == "picks")
            let picks = try #require(data["steps"] as? [[String: Any]]).filter { $0["m"] != nil }
            #expect(picks.map { $0["a"] as? Int64 } == times)
            #expect(picks.map { $0["t"] as? Int64 } == (1...6).map { $0 * 1_000_000 })
            #expect(picks.allSatisfy { $0["r"] != nil })
        }
    }
}
