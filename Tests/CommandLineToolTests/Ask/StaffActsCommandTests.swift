import CommandTesting
import DraftLedger
import Foundation
import PagesTesting
import Records
import Testing

@testable import Draft  // events are made one by one
@testable import Pages  // StaffAction of events that no simulation has

/// What the house's own people did is listed whole, and every view of events names them.
@Suite struct StaffActsCommandTests {
    private func ledger() throws -> AskedLedger { try #require(AskedLedger.shared) }

    private func acts(_ arguments: String...) throws -> [[String: Any]] {
        let ran = Ran(["--ledger", try ledger().path, "staff", "acts"] + arguments + ["--format", "json"])
        #expect(ran.status == 0)
        return try ran.lines.filter { !$0.isEmpty }.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private static let acts: Set<EventType> = [
        .clockExtended, .roomPaused, .roomResumed, .pickCorrected, .balanceAdjusted, .roomVoided, .roomCancelled,
        .disputeResolved, .chargebackRecorded, .withdrawalPosted, .withdrawalReleased, .depositRecorded,
        .tournamentCreated, .poolPublished, .prizesAwarded,
    ]

    @Test func everyActIsListedOnce() throws {
        let wanted = try ledger().events.filter { recorded in
            guard let role = recorded.origin?.actor.role, role != .user, role != .scheduler else { return false }
            return Self.acts.contains(recorded.event.type)
        }
        let listed = try acts()
        let positions = listed.compactMap { $0["position"] as? UInt64 }
        #expect(Set(positions).isSuperset(of: wanted.map(\.position)) && Set(positions).count == positions.count)
        let actors = listed.compactMap { $0["actor"] as? String }
        #expect(actors.allSatisfy { !$0.hasPrefix("user/") && $0 != "scheduler" })
        let types = Set(listed.compactMap { $0["type"] as? String })
        #expect(types.isDisjoint(with: ["ClockStarted", "PlayerListed", "EntryFeePosted", "DraftOrderDrawn"]))
        let correction = try #require(listed.first { $0["act"] as? String == "correction" })
        #expect(correction["user"] is Int && correction["reason"] is String && correction["case"] is Int)
        #expect((correction["approvedBy"] as? [Int])?.count == 1)
    }

    @Test func filtersHold() throws {
        let all = try acts()
        let resolution = try #require(all.first { $0["act"] as? String == "resolution" }?["actor"] as? String)
        let his = try acts("--actor", resolution)
        #expect(his.count == all.count { $0["actor"] as? String == resolution } && !his.isEmpty)
        let user = try #require(all.first { $0["act"] as? String == "adjustment" }?["user"] as? Int)
        let toUser = try acts("--user", "\(user)")
        #expect(toUser.count == all.count { $0["user"] as? Int == user } && !toUser.isEmpty)
        let room = try #require(all.first { $0["act"] as? String == "pause" }?["room"] as? Int)
        let inRoom = try acts("--room", "\(room)")
        #expect(inRoom.count == all.count { $0["room"] as? Int == room } && !inRoom.isEmpty)
        let middle = try #require(all[all.count / 2]["recordedAt"] as? String)
        #expect(try acts("--since", middle).count + acts("--until", middle).count == all.count)
    }

    /// Hand picks and queue edits for somebody else, by an admin and by another member.
    @Test func anothersHandIsNamed() throws {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        let pick = PickMade(pick: 1, slot: 0, seat: 0, player: 0, adp: nil, claimedAt: nil)
        room.add(.pickMade(pick), actor: .admin(9, onBehalfOf: 1))
        room.add(.autodraftSet(AutodraftSet(seat: 1, on: true, cause: .userWish)), actor: .user(1))
        room.add(.connectionChanged(ConnectionChanged(seat: 1, connected: true)), actor: .user(2))
        let narrator = Narrator(names: room.view)
        let words = room.events.suffix(3).map { narrator.words(for: $0).plain }
        #expect(words[0] == "1.01 Ann takes Ja'Marr Chase WR·CIN, by admin/9 for Ann")
        #expect(words[1] == "autodraft on for Bjørn, by command, by Ann")
        #expect(words[2] == "Bjørn is online")
        let acts = try room.events.compactMap { try StaffAction($0, names: room.view) }
        #expect(acts.map(\.kind) == ["pick by hand"] && acts[0].user == 1 && acts[0].seat == 0)
    }

    @Test func everyTextViewNamesThem() throws {
        let ledger = try ledger()
        let paused = try #require(
            ledger.events.first { $0.event.type == .roomPaused && $0.origin?.actor.role == .admin })
        let admin = try #require(paused.origin?.actor.text)
        guard case .room(let room) = paused.stream else { return }
        let reason = try #require(DraftLedger.open(at: ledger.path).told(paused).event.reason)
        #expect(ledger.run("replay", "\(room)").output.contains(", by \(admin): \(reason)"))
        #expect(ledger.run("events", "--type", "RoomPaused").output.contains(", by \(admin): \(reason)"))
        let page = AskedPage.path
        #expect(Ran(["--ledger", ledger.path, "replay", "\(room)", "--html", page]).status == 0)
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains(", by \(admin)"))
        let adjusted = try #require(ledger.events.first { $0.event.type == .balanceAdjusted })
        guard case .wallet(let user) = adjusted.stream, let adjuster = adjusted.origin?.actor.text else { return }
        let statement = ledger.run("statement", "\(user)").output
        #expect(statement.contains(adjusted.origin?.actor.user == nil ? "the admin" : adjuster))
        let pick = try #require(paused.event.pickNumber)
        #expect(ledger.run("dispute", "\(room)", "--pick", "\(pick)").output.contains("by \(admin)"))
    }
}

/// A file that goes with the process.
private enum AskedPage {
    static let path = GoldenLedger.scratch("asked.html")
}
