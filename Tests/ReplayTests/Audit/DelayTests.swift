import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import TestSupport
import Testing

@testable import Replay  // what the ledger shows of the times in which nothing was recorded

/// How long commands waited for their records: found where somebody can have gained by it, remarked on elsewhere.
@Suite struct DelayTests {
    typealias At = DraftTable

    private func report(_ table: DraftTable) throws -> AuditReport {
        let house = try table.ledger()
        return try withExtendedLifetime(house) {
            let report = try Audit(house.ledger).run()
            // One room by itself is judged alike.
            let alone = try Audit(house.ledger).run(room: 1).findings
            // That the table's refusals do not keep their commands is asked of the whole ledger only.
            #expect(alone == report.findings.filter { $0.rule != .refusal })
            return report
        }
    }

    /// A draft whose clock is shown every second until a moment.
    private func table(shownUntil end: Int) throws -> DraftTable {
        var table = DraftTable(rounds: 3)
        table.startSoftware(at: 0.5)
        for second in 1...end { try show(&table, at: Double(second)) }
        return table
    }

    private func show(_ table: inout DraftTable, at second: Double) throws {
        let clock = try #require(table.room.clock)
        let left = (clock.deadline - At.at(second)).microseconds / 1_000
        let tick = ClockTicked(pick: table.room.currentPickNumber, remaining: UInt32(max(0, left)))
        table.tick(tick, at: At.at(second + 0.002))
    }

    @Test func whatTheOperatorDoesItselfMayTakeItsTime() throws {
        var table = DraftTable()
        for (user, seconds) in [(1, 3.5), (2, 30)] as [(UserID, Double)] {
            table.must(
                .wallet(user, .recordDeposit(amount: Cents(1), provider: "bank", reference: "x\(user)")),
                as: .provider(onBehalfOf: user), at: At.at(1), now: At.at(1 + seconds))
        }
        let found = try report(table)
        #expect(found.findings == [])
        #expect(found.remarks.contains { $0.message.contains("2 times from here on; the longest took 30 s") })
    }

    @Test func aMembersCommandThatWaitedWhileOthersWereServedIsFound() throws {
        for (record, isFound) in [(8.0, false), (20, true)] as [(Double, Bool)] {
            var table = DraftTable()
            for half in 10...Int(record * 2) - 1 {
                table.must(
                    .user(2, .setAlertPreferences(half % 2 == 0 ? .all : [])), as: .user(2), at: At.at(Double(half) / 2)
                )
            }
            table.must(
                .wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: .user(1), at: At.at(5.1),
                now: At.at(record))
            let found = try report(table)
            #expect(found.findings.map(\.rule) == (isFound ? [.arrival] : []))
            #expect(found.remarks.contains { $0.message.contains("after its arrival") } == !isFound)
        }
    }

    /// Nothing of the whole ledger was recorded meanwhile: the process stood still for half a minute.
    @Test func aStoppedProcessAccusesNobody() throws {
        var table = try table(shownUntil: 20)
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        table.must(pick, as: .user(table.userOnClock), at: At.at(20.5), now: At.at(51))
        let found = try report(table)
        #expect(found.findings == [])
        #expect(found.remarks.contains { $0.message.contains("30.5 s after its arrival") })

        // The rules' pick was due, and nobody was there to make it.
        var expired = try self.table(shownUntil: 30)
        expired.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(61), now: At.at(61))
        #expect(try report(expired).findings == [])
    }

    /// Slow ticks are no stop: somebody was at work, and gave a friend thirteen seconds.
    @Test func aServiceThatIsOnlySlowStopsNoClocks() throws {
        var table = try table(shownUntil: 29)
        for tick in 0..<14 { try show(&table, at: 30.5 + Double(tick) * 1.3) }
        table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(48))
        #expect(try report(table).findings.map(\.rule).contains(.clock))
    }

    /// The rules' pick for autodraft was due for four seconds, until a friend drafted by hand.
    @Test func autodraftThatIsSwitchedOffWhileItsPickIsOverdueIsFound() throws {
        var table = try table(shownUntil: 4)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(user), at: At.at(4.5))
        for second in 5...8 { try show(&table, at: Double(second)) }
        table.must(.room(1, .setAutodraft(seat: seat, on: false)), as: .user(user), at: At.at(8.5))
        #expect(try report(table).findings.map(\.rule) == [.clock])
    }

    /// The whole process was stopped in between: what was due comes when it goes on, whatever came in first.
    @Test func anEditThatCameInWhileTheProcessWasStoppedAccusesNobody() throws {
        var table = try table(shownUntil: 30)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(
            .queue(1, seat, .setQueue(players: [3], expectedVersion: nil)), as: .user(user), at: At.at(40),
            now: At.at(61))
        table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(61.01))
        #expect(try report(table).findings == [])
    }

    /// The same where others were served meanwhile.
    @Test func anEditThatCameInWhileThePickWasOverdueIsFound() throws {
        var table = try table(shownUntil: 30)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        for half in 61...78 {
            table.must(
                .user(2, .setAlertPreferences(half % 2 == 0 ? .all : [])), as: .user(2), at: At.at(Double(half) / 2))
        }
        table.must(.queue(1, seat, .setQueue(players: [3], expectedVersion: nil)), as: .user(user), at: At.at(39.5))
        table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(40))
        #expect(try report(table).findings.map(\.rule) == [.clock])
    }

    /// The clock was shown all the time, so somebody was at work.
    @Test func aPickThatWasHeldBackWhileClocksRanIsFound() throws {
        var table = try table(shownUntil: 29)
        try show(&table, at: 30)
        for second in 31...35 {
            table.must(
                .user(2, .setAlertPreferences(second % 2 == 0 ? .all : [])), as: .user(2), at: At.at(Double(second)))
        }
        table.must(
            .room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(table.userOnClock), at: At.at(33),
            now: At.at(36.5))
        #expect(Set(try report(table).findings.map(\.rule)) == [.arrival, .clock])
    }

    /// A pause that came later was decided first.
    @Test func whoComesLaterAndIsDecidedFirstIsFound() throws {
        var table = try table(shownUntil: 4)
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "fire")), at: At.at(4.5))
        for half in 10...14 {
            table.must(
                .user(2, .setAlertPreferences(half % 2 == 0 ? .all : [])), as: .user(2), at: At.at(Double(half) / 2))
        }
        table.send(
            .room(1, .makePick(MakePick(pick: 1, player: 0, seat: seat))), as: .user(user), at: At.at(4.2),
            now: At.at(7.5))
        #expect(try report(table).findings.map(\.rule).filter { $0 != .refusal } == [.arrival])
    }

    @Test func stretchesOfPartsOfALedgerAreThoseOfTheWhole() throws {
        var random = SeededGenerator(digest: 5)
        for _ in 0..<50 {
            var (whole, parts) = (StillnessGatherer(), [StillnessGatherer(), StillnessGatherer(), StillnessGatherer()])
            var time = Timestamp(microseconds: 0)
            for position in 0..<90 as Range<UInt64> {
                time = time + .milliseconds(Int64(random.next() % 2_500))
                let isTick = random.next() % 3 > 0
                whole.note(time, at: position, isTick: isTick)
                parts[Int(position / 30)].note(time, at: position, isTick: isTick)
            }
            let joined = parts.dropFirst().reduce(into: parts[0]) { $0.append($1) }
            #expect(joined.stretches == whole.stretches)
            let all = whole.stillness
            let longest = whole.stretches.map { $0.end - $0.start }.max() ?? .zero
            let first = try #require(whole.stretches.first)
            #expect(all.length(from: first.start, until: first.end) == first.end - first.start)
            #expect(all.length(from: Timestamp(microseconds: 0), until: time) <= longest)
            #expect(all.length(from: time, until: time + .seconds(9)) == .zero)
        }
    }
}
