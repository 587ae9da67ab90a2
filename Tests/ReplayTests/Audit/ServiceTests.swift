import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Whether a service did in time what was due, decided by the time of its records, and stood still for all rooms or none.
@Suite struct ServiceTests {
    typealias At = DraftTable

    /// A draft whose first pick came on the clock at `start`, by software of some rules.
    private func table(rules: UInt16 = 3, _ change: (inout Ruleset) -> Void = { _ in }) -> DraftTable {
        var table = DraftTable(rounds: 3, change: change)
        table.startSoftware(rules: rules, at: 0.5)
        return table
    }

    private func findings(_ table: DraftTable) throws -> [AuditFinding] {
        let house = try table.ledger()
        return try withExtendedLifetime(house) { try Audit(house.ledger).run().findings }
    }

    private func expire(_ table: inout DraftTable, at seconds: Double, now: Double) {
        table.must(
            .room(1, .automatePick(pick: table.room.currentPickNumber, epoch: table.room.epoch)), as: .scheduler,
            at: At.at(seconds), now: At.at(now))
    }

    // MARK: In time

    /// The grace of pick 1 ends 35 s after the start.
    @Test(arguments: [(3, 35.9, 0), (3, 44.9, 0), (3, 45.1, 1), (2, 45.1, 0)] as [(UInt16, Double, Int)])
    func anExpiryIsRecordedInTime(rules: UInt16, recorded: Double, count: Int) throws {
        var table = table(rules: rules)
        expire(&table, at: recorded - 0.01, now: recorded)
        let found = try findings(table)
        #expect(found.map(\.rule) == Array(repeating: .clock, count: count))
        #expect(found.allSatisfy { $0.message.contains("overdue") })
    }

    /// As an audit of the whole ledger sees it, one of the room does.
    @Test(arguments: [(44.9, 0), (46, 1)] as [(Double, Int)])
    func anExpiryThatNeverCameIsOverdueWhenTheHistoryEnds(end: Double, count: Int) throws {
        var table = table()
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(end))
        let house = try table.ledger()
        try withExtendedLifetime(house) {
            for report in [try Audit(house.ledger).run(), try Audit(house.ledger).run(room: 1)] {
                #expect(report.findings.map(\.rule) == Array(repeating: .clock, count: count))
                #expect(report.findings.allSatisfy { $0.position == nil && $0.message.contains("overdue") })
            }
        }
    }

    /// A machine that has other things to do is late by some seconds: for information, with the figures.
    @Test func whatIsLateAndTookNothingFromAnybodyIsARemark() throws {
        var table = table()
        expire(&table, at: 38, now: 38.01)
        let house = try table.ledger()
        let report = try withExtendedLifetime(house) { try Audit(house.ledger).run() }
        #expect(report.findings == [])
        #expect(
            report.remarks.contains { $0.message.contains("overdue, once from here on; the longest delay was 3.01 s") })
    }

    /// The seat had more time to say what the rules should pick than others have.
    @Test func anExpiryThatIsLateForAnEditOfTheQueueIsFound() throws {
        var table = table()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(
            .queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user), at: At.at(36.5))
        expire(&table, at: 37, now: 37.01)
        #expect(try findings(table).map(\.rule) == [.clock])
    }

    /// A pick that is said to have come in time, and was recorded when the time was over.
    @Test func aPickThatIsDatedBackIsFound() throws {
        var table = table()
        table.must(
            .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(table.userOnClock), at: At.at(34.9),
            now: At.at(36.2))
        #expect(Set(try findings(table).map(\.rule)) == [.arrival, .clock])
    }

    @Test(arguments: [(2.9, 0), (13.2, 1)] as [(Double, Int)])
    func autodraftPicksInTime(picked: Double, count: Int) throws {
        var table = table()
        let seat = table.seatOnClock
        table.must(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(table.userOnClock), at: At.at(2))
        expire(&table, at: picked - 0.01, now: picked)
        #expect(try findings(table).map(\.rule) == Array(repeating: .clock, count: count))
    }

    @Test func aDraftThatStartsLateIsFound() throws {
        var table = DraftTable(rounds: 3)
        table.startSoftware(at: 0.5)
        for user in [1, 2] as [UserID] {
            table.must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: At.at(2))
        }
        table.pick(0, at: 10)
        let end = try #require(table.state.room(2)?.countdownEndsAt)
        expire(&table, at: 45.01, now: 45.02)
        table.must(.room(2, .startDraft), as: .scheduler, at: end + .seconds(12))
        #expect(try findings(table).map(\.message).contains { $0.contains("12.002 s overdue") })
    }

    // MARK: The time of a decision

    @Test func aClockThatRunsFromTheArrivalIsFound() throws {
        var table = table()
        var made = PickMade.blank
        (made.pick, made.seat, made.player) = (1, table.seatOnClock, 0)
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 2, epoch: 2, from: At.at(5))],
            of: .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(table.userOnClock), at: At.at(5),
            now: At.at(5.9))
        #expect(try findings(table).map(\.rule) == [.clock])
    }

    @Test func aStepOfTheClockPausesEveryDraftInTheSameAppend() throws {
        var paused = table()
        let step = At.at(1)
        paused.stepBack(to: At.at(-20))
        paused.must(.room(1, .pauseRoom(kind: .outage, reason: "clock")), as: .scheduler, at: paused.lastRecordedAt)
        #expect(paused.room.pause?.remaining == .milliseconds(29_500))
        paused.must(.room(1, .resumeRoom), as: .scheduler, at: step)
        #expect(paused.room.runningClock?.deadline == step + .milliseconds(29_502))
        paused.pick(0, at: 4)
        #expect(try findings(paused) == [])

        var running = table()
        running.stepBack(to: At.at(-20))
        running.pick(0, at: 4)
        let found = try findings(running)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.message.contains("was not paused") == true)
    }

    @Test func aLeapOfTheClockPausesEveryDraftAsOfThen() throws {
        var paused = table()
        paused.leap(from: At.at(10), at: At.at(610))
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "clock"))
        paused.must(pause, as: .scheduler, at: At.at(10), now: At.at(610))
        paused.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(610), now: At.at(610))
        #expect(paused.room.runningClock?.deadline == At.at(630))
        paused.pick(0, at: 625)
        #expect(try findings(paused) == [])

        var running = table()
        running.leap(from: At.at(10), at: At.at(610))
        let expiry = Command.room(1, .automatePick(pick: 1, epoch: 1))
        running.must(expiry, as: .scheduler, at: At.at(610.01), now: At.at(610.01))
        #expect(try findings(running).map(\.message).contains { $0.contains("was not paused") })
    }

    /// A house that claims a leap to excuse what it did not do was seen at work.
    @Test func aLeapInWhichSomethingWasRecordedIsNone() throws {
        var table = table()
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(300))
        table.leap(from: At.at(10), at: At.at(610))
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "clock"))
        table.must(pause, as: .scheduler, at: At.at(10), now: At.at(610))
        #expect(
            try findings(table).map(\.message).contains { $0.contains("running during the stated outage") })
    }

    /// What had arrived when the machine fell asleep waited for nobody.
    @Test func theTimeOfALeapIsNobodysDelay() throws {
        var table = table()
        table.leap(from: At.at(10), at: At.at(610))
        let pause = Command.room(1, .pauseRoom(kind: .outage, reason: "clock"))
        table.must(pause, as: .scheduler, at: At.at(10), now: At.at(610))
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(610), now: At.at(610))
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        table.must(pick, as: .user(table.userOnClock), at: At.at(9.99), now: At.at(610.01))
        #expect(try findings(table) == [])
    }

    // MARK: Outages

    /// Pauses for an outage from 10 s after the start, recorded at 40 s.
    private func stop(_ table: inout DraftTable, room: RoomID = 1, since start: Double = 10, now: Double = 40) {
        table.must(
            .room(room, .pauseRoom(kind: .outage, reason: "power")), as: .scheduler, at: At.at(start), now: At.at(now))
    }

    @Test func anOutageInWhichNothingWasRecordedIsOne() throws {
        var table = table()
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(9.9))
        stop(&table)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(41))
        #expect(table.room.runningClock?.deadline == At.at(41.002) + .seconds(20))
        #expect(try findings(table) == [])
    }

    @Test(arguments: [(2, 0), (3, 1)] as [(UInt16, Int)])
    func anOutageInWhichSomethingWasRecordedIsNone(rules: UInt16, count: Int) throws {
        var table = table(rules: rules)
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(15))
        stop(&table, now: 30)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(31))
        let found = try findings(table)
        #expect(found.map(\.rule) == Array(repeating: .clock, count: count))
    }

    /// Room 2 drafts beside room 1.
    private func twoTables() throws -> DraftTable {
        var table = DraftTable(rounds: 3) { $0.countdown = .seconds(1) }
        table.startSoftware(at: 0.5)
        for user in [1, 2] as [UserID] {
            table.must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: At.at(2))
        }
        let end = try #require(table.state.room(2)?.countdownEndsAt)
        table.must(.room(2, .startDraft), as: .scheduler, at: end)
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(9.9))
        return table
    }

    @Test func anOutageIsOneForAllRooms() throws {
        var alike = try twoTables()
        stop(&alike)
        stop(&alike, room: 2, now: 40.5)
        for room in [1, 2] as [RoomID] { alike.must(.room(room, .resumeRoom), as: .scheduler, at: At.at(41)) }
        #expect(try findings(alike) == [])

        var favoured = try twoTables()
        stop(&favoured)
        favoured.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(41))
        favoured.must(.room(2, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(41.5))
        #expect(try findings(favoured).contains { $0.message.contains("other rooms were paused") })
    }

    @Test func anOutageBeginsAtOneTimeForAllRooms() throws {
        var table = try twoTables()
        stop(&table)
        stop(&table, room: 2, since: 15, now: 40.5)
        for room in [1, 2] as [RoomID] { table.must(.room(room, .resumeRoom), as: .scheduler, at: At.at(41)) }
        #expect(
            try findings(table).map(\.message) == ["The outage has another start in this room than in others."])
    }

    @Test func aServiceThatFallsTwiceAtOnceHasTwoOutages() throws {
        var table = try twoTables()
        for (start, now) in [(9.9, 40), (41.5, 45)] as [(Double, Double)] {
            table.startSoftware(at: now)
            for room in [1, 2] as [RoomID] { stop(&table, room: room, since: start, now: now) }
            for room in [1, 2] as [RoomID] { table.must(.room(room, .resumeRoom), as: .scheduler, at: At.at(now + 1)) }
            table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(now + 1.5))
        }
        #expect(try findings(table) == [])
    }

    /// Within the time that a restart may take, and later.
    @Test(arguments: [45, 80] as [Double])
    func aStartThatWasBrokenOffIsPartOfTheOutage(again: Double) throws {
        var table = try twoTables()
        table.startSoftware(at: 40)
        stop(&table, since: 9.9, now: 40)
        table.startSoftware(at: again)
        stop(&table, room: 2, since: 9.9, now: again)
        for room in [1, 2] as [RoomID] { table.must(.room(room, .resumeRoom), as: .scheduler, at: At.at(again + 1)) }
        #expect(try findings(table) == [])
        // Of a room by itself, too.
        let house = try table.ledger()
        for room in [1, 2] as [RoomID] { #expect(try Audit(house.ledger).run(room: room).findings == []) }
    }
}
