import CommandTesting
import PagesTesting
import TestSupport
import Testing

/// Picks by their rounds, and seats by their users or draft positions.
@Suite struct PickAndSeatTests {
    private let scratch = TemporaryDirectory()

    init() {
        let options = ["--rooms", "3", "--seed", "7", "--teams", "4", "--rounds", "4", "--users", "6"]
        #expect(Ran(["--ledger", scratch("ledger"), "simulate"] + options).status == 0)
    }

    private func run(_ line: String) -> Ran {
        Ran(["--ledger", scratch("ledger")] + line.split(separator: " ").map(String.init))
    }

    private func members(of room: Int) throws -> [(user: Int, seat: Int, slot: Int)] {
        let page = try #require(run("room \(room) --format json").json as? [String: Any])
        return (page["members"] as? [[String: Any]] ?? []).compactMap { member in
            guard let user = member["user"] as? Int, let seat = member["seat"] as? Int,
                let slot = member["slot"] as? Int
            else { return nil }
            return (user, seat, slot)
        }
    }

    @Test(
        arguments: [
            ("dispute 1 --pick 3.01", "dispute 1 --pick 9"), ("dispute 1 --pick 3.1", "dispute 1 --pick 9"),
            ("dispute 1 --pick 4.04 --format json", "dispute 1 --pick 16 --format json"),
            ("board 1 --at pick:2.01", "board 1 --at pick:5"), ("room 1 --at pick:4.04", "room 1 --at pick:16"),
            ("rosters 1 --at pick:1.03", "rosters 1 --at pick:3"), ("replay 1 --at pick:2.02", "replay 1 --at pick:6"),
            ("queue 1 0 --at pick:2.02", "queue 1 0 --at pick:6"),
        ])
    func aPickIsNamedByItsRound(labelled: String, numbered: String) {
        let (one, other) = (run(labelled), run(numbered))
        #expect(one.status == 0 && one.output == other.output, "\(one.messages)")
    }

    @Test func aRoundHasAsManyPicksAsTeams() throws {
        for line in [
            "dispute 1 --pick 2.05", "board 1 --at pick:2.05", "evidence create 1 --pick 2.05 -o \(scratch("b"))",
        ] {
            let ran = run(line)
            #expect(ran.status == 66 && ran.messages.contains("a round of room 1 has 4 picks"), "\(ran.messages)")
        }
        #expect(run("dispute 1 --pick 5.01").status == 66, "there is no round 5")
        #expect(run("board 99 --at pick:2.01").status == 66)
    }

    @Test func aCaseIsAboutThePickOfARound() {
        let opened = Ran(["--ledger", scratch("ledger"), "case", "open", "1", "--pick", "3.01", "--claim", "In time."])
        #expect(opened.status == 0 && opened.output.contains("pick 3.01 of room 1"), "\(opened)")
    }

    @Test func aSeatIsNamedByItsUserOrDraftPosition() throws {
        let members = try members(of: 1)
        #expect(members.count == 4)
        for (user, seat, slot) in members {
            let expected = run("queue 1 \(seat)")
            #expect(expected.status == 0)
            #expect(run("queue 1 --user \(user)").output == expected.output)
            #expect(run("queue 1 --draft-position \(slot + 1)").output == expected.output)
            let dispute = run("dispute 1 --pick 9 --seat \(seat) --format json").output
            #expect(run("dispute 1 --pick 9 --user \(user) --format json").output == dispute)
            #expect(run("dispute 1 --pick 9 --draft-position \(slot + 1) --format json").output == dispute)
        }
        let far = run("queue 1 --draft-position 5")
        #expect(far.status == 66 && far.messages.contains("draft positions 1 to 4"), "\(far.messages)")
        let absent = try #require(
            try (2...3).flatMap { try self.members(of: $0) }.map(\.user).first { user in
                !members.contains { $0.user == user }
            })
        let none = run("queue 1 --user \(absent)")
        #expect(none.status == 66 && none.messages.contains("this user has no seat in room 1"), "\(none.messages)")
    }

    @Test func theNextPickIsThatOfAUser() throws {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.pick(0)
        let ledger = try LedgerFixture(room)
        let expected = ledger.run("next", "12", "--seat", "0", "--format", "json")
        #expect(expected.status == 0, "\(expected.messages)")
        let position = try #require(
            (1...2).first {
                ledger.run("next", "12", "--draft-position", "\($0)", "--format", "json").output == expected.output
            })
        #expect(ledger.run("next", "12", "--draft-position", "\(3 - position)").output != expected.output)
        #expect(ledger.run("next", "12", "--user", "1", "--format", "json").output == expected.output)
    }

    // MARK: Rooms

    private func rooms(_ options: String) throws -> [Int] {
        let ran = run("rooms \(options) --format json")
        #expect(ran.status == 0, "\(ran.messages)")
        return try #require(ran.list).compactMap { $0["room"] as? Int }
    }

    @Test func roomsAreFiltered() throws {
        let all = try #require(run("rooms --format json").list)
        #expect(all.count == 3)
        for user in Set(try (1...3).flatMap { try members(of: $0) }.map(\.user)) {
            let own = try (1...3).filter { room in try members(of: room).contains { $0.user == user } }
            #expect(try rooms("--user \(user)") == own)
        }
        for status in Set(all.compactMap { $0["status"] as? String }) {
            let expected = all.filter { $0["status"] as? String == status }.compactMap { $0["room"] as? Int }
            #expect(try rooms("--status \(status)") == expected)
        }
        #expect(
            try rooms("--status waiting") == [] && rooms("--limit 2") == [1, 2] && rooms("--contest 1") == [1, 2, 3])
        let starts = all.compactMap { $0["startedAt"] as? String }.sorted()
        let last = try #require(starts.last)
        #expect(try rooms("--since \(last)").count == 1 && rooms("--until \(last)").count == starts.count - 1)
        #expect(run("rooms --limit 0").status == 64)
        #expect(run("rooms --status waiting").output == "No room matches.\n")
    }
}
