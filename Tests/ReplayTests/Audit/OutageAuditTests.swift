import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Outages that are none: pauses while the service recorded, pauses that continue after it, and pauses of some rooms only.
@Suite struct OutageAuditTests {
    typealias At = DraftTable

    private static let rules = SoftwareStarted.rulesOfCauses

    /// Rooms 1 and 2 draft; the last record is of 9.9 s after the start.
    private func tables(rules: UInt16 = rules) throws -> DraftTable {
        var table = DraftTable(rounds: 3) { $0.countdown = .seconds(1) }
        table.startSoftware(rules: rules, at: 0.5)
        for user in [1, 2] as [UserID] {
            table.must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: At.at(2))
        }
        let end = try #require(table.state.room(2)?.countdownEndsAt)
        table.must(.room(2, .startDraft), as: .scheduler, at: end)
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(9.9), now: At.at(9.9))
        return table
    }

    private func stop(_ table: inout DraftTable, _ room: RoomID, since start: Double, now: Double) {
        table.must(
            .room(room, .pauseRoom(kind: .outage, reason: "The service was down.")), as: .scheduler, at: At.at(start),
            now: At.at(now))
    }

    private func resume(_ table: inout DraftTable, _ room: RoomID, at seconds: Double) {
        table.must(.room(room, .resumeRoom), as: .scheduler, at: At.at(seconds))
    }

    /// As the audit of the whole ledger and those of its rooms find them.
    private func findings(_ table: DraftTable) throws -> [AuditFinding] {
        let house = try table.ledger()
        return try withExtendedLifetime(house) {
            let whole = try Audit(house.ledger).run().findings
            let rooms = try [1, 2].flatMap { try Audit(house.ledger).run(room: $0).findings }
            // Of other rooms, an audit of one knows nothing.
            #expect(Set(rooms.map(\.message)).isSubset(of: Set(whole.map(\.message))))
            return whole
        }
    }

    /// The scheduler stops the clock of a friend who is about to lose, and starts it again at once: the friend has a whole
    /// grace again.
    @Test(arguments: [(7, 0), (8, 1)] as [(UInt16, Int)])
    func aPauseWhileTheServiceRecordsIsNoOutage(rules: UInt16, count: Int) throws {
        var table = try tables(rules: rules)
        stop(&table, 1, since: 10, now: 10)
        if rules < 8 { stop(&table, 2, since: 10, now: 10) }
        resume(&table, 1, at: 11)
        if rules < 8 { resume(&table, 2, at: 11) }
        let found = try findings(table)
        #expect(found.map(\.rule) == Array(repeating: .clock, count: count))
        #expect(found.allSatisfy { $0.message == "The service was running during the stated outage." })
    }

    /// All rooms alike, it is none either.
    @Test func aPauseOfAllRoomsWithoutASilenceIsNoOutage() throws {
        var table = try tables()
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 10, now: 10) }
        for room in [1, 2] as [RoomID] { resume(&table, room, at: 11) }
        #expect(try findings(table).count == 2)
    }

    @Test func aServiceThatRestartsAtOnceHasAnOutage() throws {
        var table = try tables()
        table.startSoftware(at: 10.4)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: 10.41) }
        for room in [1, 2] as [RoomID] { resume(&table, room, at: 10.5) }
        #expect(try findings(table) == [])
    }

    /// A start of the software excuses the time from the last record before it, and for all rooms alike.
    @Test func aPauseBesideARestartIsNoOutage() throws {
        var later = try tables()
        later.startSoftware(at: 10.4)
        stop(&later, 1, since: 10.45, now: 10.46)
        resume(&later, 1, at: 10.5)
        #expect(try findings(later).contains { $0.message == "The service was running during the stated outage." })

        var favoured = try tables()
        favoured.startSoftware(at: 10.4)
        stop(&favoured, 1, since: 9.9, now: 10.41)
        resume(&favoured, 1, at: 10.5)
        favoured.must(.room(2, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(45))
        #expect(try findings(favoured).contains { $0.message.contains("other rooms were paused") })
    }

    /// Paused as of the outage's start once more, a clock would have had more time than anybody's.
    @Test func aRoomIsPausedOnceForAnOutage() throws {
        var table = try tables()
        table.startSoftware(at: 40)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: 40.1) }
        for room in [1, 2] as [RoomID] { resume(&table, room, at: 41) }
        stop(&table, 1, since: 9.9, now: 45)
        resume(&table, 1, at: 45.5)
        #expect(
            try findings(table).map(\.message) == [
                "The room was paused again for an outage from which it had resumed."
            ])
    }

    /// A service that starts and pauses nobody takes the time of the outage from whoever is on the clock.
    @Test(arguments: [(7, 0), (8, 2)] as [(UInt16, Int)])
    func aSilenceThatAStartEndsPausesEveryDraft(rules: UInt16, count: Int) throws {
        var table = try tables(rules: rules)
        table.startSoftware(rules: rules, at: 40)
        for room in [1, 2] as [RoomID] {
            table.must(.room(room, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(40.5))
        }
        let found = try findings(table)
        #expect(found.map(\.rule) == Array(repeating: .clock, count: count))
        #expect(found.allSatisfy { $0.message.contains("started again, but the room was not paused") })
        // Of a room by itself, too.
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run(room: 1).findings.count == count / 2)
    }

    /// The last start of several pauses the drafts.
    @Test(arguments: [41.5, 80]) func aStartThatWasBrokenOffOwesNoPause(again: Double) throws {
        var table = try tables()
        table.startSoftware(at: 40)
        table.startSoftware(at: again)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: again + 0.1) }
        for room in [1, 2] as [RoomID] { resume(&table, room, at: again + 1) }
        #expect(try findings(table) == [])
    }

    /// A draft that is not paused when the history ends, in the seconds that a restart may take and after them.
    @Test(arguments: [(45, 0), (51, 2)] as [(Double, Int)])
    func aPauseThatNeverCameIsMissedWhenTheHistoryEnds(end: Double, count: Int) throws {
        var table = try tables()
        table.startSoftware(at: 40)
        table.must(.user(1, .setAlertPreferences([])), as: .user(1), at: At.at(end), now: At.at(end))
        let found = try findings(table).filter { $0.message.contains("was not paused") }
        #expect(found.count == count)
    }

    // MARK: Many of them

    private func remarks(_ table: DraftTable) throws -> [String] {
        let house = try table.ledger()
        return try withExtendedLifetime(house) { try Audit(house.ledger).run().remarks.map(\.message) }
    }

    /// Each step is possible; many in one turn give its seat time.
    @Test func stepsOfTheClockAreCountedByTurn() throws {
        var table = try tables()
        for step in 0..<4 {
            let now = 10 + Double(step) * 9
            table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(now), now: At.at(now))
            table.stepBack(to: At.at(now - 2))
            for room in [1, 2] as [RoomID] { stop(&table, room, since: now, now: now) }
            for room in [1, 2] as [RoomID] { resume(&table, room, at: now + 8) }
        }
        #expect(try findings(table) == [])
        let told = try remarks(table).filter { $0.contains("Steps of the machine's clock") }
        #expect(told.count == 1)
        #expect(told.first?.contains("paused drafts 8 times from here on, for 1 min 4 s in total") == true)
        #expect(told.first?.contains("pick 1 of room 1 (4 times, 32.008 s)") == true)
    }

    @Test(arguments: [(1, 0), (2, 1)]) func startsAreCountedIfATurnHasSeveral(starts: Int, count: Int) throws {
        var table = try tables()
        var last = 9.9
        for start in 0..<starts {
            let now = 40 + Double(start) * 20
            table.startSoftware(at: now)
            for room in [1, 2] as [RoomID] { stop(&table, room, since: last, now: now) }
            for room in [1, 2] as [RoomID] { resume(&table, room, at: now + 3) }
            last = now + 3.002
        }
        #expect(try findings(table) == [])
        let told = try remarks(table).filter { $0.contains("Outages of the service paused drafts") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("4 times from here on, for 12.008 s in total") })
    }

    // MARK: By hand

    /// Nobody can pick, and the fees are kept.
    @Test(arguments: [(0.9, 0), (200, 1)] as [(Double, Int)])
    func aPauseByHandThatLastsIsTold(days: Double, count: Int) throws {
        var table = try tables()
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "")), at: At.at(10), now: At.at(10))
        table.must(
            .user(1, .setAlertPreferences([])), as: .user(1), at: At.at(days * 86_400), now: At.at(days * 86_400))
        let told = try remarks(table).filter { $0.contains("was not resumed") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("paused (manual) by staff member 900 since") && $0.contains("days") })
    }

    /// A commit that fails for half a second is no second of silence, and all drafts are paused for it.
    @Test(arguments: [(ClockStepped.Cause.storage, 0), (.clock, 2)] as [(ClockStepped.Cause, Int)])
    func aShortFailureOfTheStorageIsAnOutage(cause: ClockStepped.Cause, count: Int) throws {
        var table = try tables()
        table.leap(from: At.at(9.9), at: At.at(10.4), cause: cause)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: 10.4) }
        for room in [1, 2] as [RoomID] { resume(&table, room, at: 10.5) }
        #expect(try findings(table).count == count)
    }

    /// Room 2 resumes with the outage; room 1 as given, nil for never.
    @Test(arguments: [(44.9, 0), (50.5, 1), (3 * 86_400, 1), (nil, 1)] as [(Double?, Int)])
    func anOutagePauseEndsWithTheOutage(end: Double?, count: Int) throws {
        var table = try tables()
        table.startSoftware(at: 40)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: 40.1) }
        resume(&table, 2, at: 41)
        if let end { resume(&table, 1, at: end) }
        if end ?? 0 < 60 {
            let expiry = try #require(table.state.room(2)?.runningClock?.graceEndsAt) + .milliseconds(5)
            table.must(.room(2, .automatePick(pick: 1, epoch: 2)), as: .scheduler, at: expiry)
        }
        let found = try findings(table).filter { $0.message.contains("still paused") }
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.rule == .clock && $0.stream == .room(1) })
    }

    /// The service falls again before it has resumed the rooms: the whole time is one outage, or two.
    @Test(arguments: [41, 46] as [Double])
    func aServiceThatFallsInARestartResumesTheRoomsInTheNext(fallen: Double) throws {
        var table = try tables()
        table.startSoftware(at: 40)
        for room in [1, 2] as [RoomID] { stop(&table, room, since: 9.9, now: 40.1) }
        table.must(.user(1, .setAlertPreferences([])), as: .user(1), at: At.at(fallen), now: At.at(fallen))
        table.startSoftware(at: 600)
        for room in [1, 2] as [RoomID] { resume(&table, room, at: 601) }
        #expect(try findings(table) == [])
    }
}
