import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

@testable import Replay  // the auditors of histories that are in no ledger

/// What an audit makes of picks that keep a seat's queue to the seat, of those that once did not, and of ticks.
struct DiscretionTests {
    typealias At = DraftTable

    /// Both seats have queues, and the clocks of the first two picks run out.
    private static func expired(isFormer: Bool) -> DraftTable {
        var table = DraftTable(rounds: 1, isFormer: isFormer)
        for seat in 0..<2 as Range<Seat> {
            let user = UserID(UInt64(seat) + 1)
            table.must(
                .queue(1, seat, .setQueue(players: [5, 6, 7], expectedVersion: nil)), as: .user(user), at: At.at(1))
        }
        table.expire()
        table.expire()
        return table
    }

    private static func events(of table: DraftTable) throws -> [RecordedEvent] { try table.ledger().events }

    private static func findings(in events: [RecordedEvent]) -> [AuditFinding] { HouseAuditTests.findings(in: events) }

    @Test(arguments: [false, true])
    func whatIsWrittenNowAndWhatOnceWasAreBothClean(isFormer: Bool) throws {
        let house = try Self.expired(isFormer: isFormer).ledger()
        let report = try Audit(house.ledger).run()
        #expect(report.findings.map(\.message) == [])
        #expect(report.counts.autopicks == 2 && report.counts.unknownAutopicks == 0)
        #expect(try Audit(house.ledger).run(room: 1).isClean)
    }

    @Test func thePublicTimelineOfANewPickHasNobodysName() throws {
        let events = try Self.events(of: Self.expired(isFormer: false))
        let picks = events.compactMap { recorded -> PickAutomated? in
            if case .pickAutomated(let made) = recorded.event { made } else { nil }
        }
        #expect(picks.map(\.player) == [5, 6])
        #expect(picks.allSatisfy { $0.skipped.isEmpty && $0.passedOver != nil })
        let told = events.compactMap { recorded -> [PlayerIndex]? in
            if case .autopickExplained(let told) = recorded.event { told.skipped.map(\.player) } else { nil }
        }
        #expect(told == [[], [5]])
    }

    @Test func aPickThatShowsAQueueAfterOthersHaveKeptThemIsFound() throws {
        var events = try Self.events(of: Self.expired(isFormer: false))
        let former = try Self.events(of: Self.expired(isFormer: true))
        let last = try #require(events.lastIndex { $0.event.type == .pickAutomated })
        let old = try #require(former.last { $0.event.type == .pickAutomated })
        events[last].event = old.event
        let position = events[last].position
        events.removeAll { $0.event.type == .autopickExplained && $0.position > position }
        let found = Self.findings(in: events)
        #expect(found.map(\.rule) == [.privacy], "\(found)")
        #expect(found.first?.position == position)
    }

    @Test func anExplanationThatIsMissingOrBelongsToNoPickIsFound() throws {
        let events = try Self.events(of: Self.expired(isFormer: false))
        let index = try #require(events.firstIndex { $0.event.type == .autopickExplained })
        var without = events
        without.remove(at: index)
        #expect(Self.findings(in: without).contains { $0.rule == .autopick })
        var alone = events
        alone[index].origin?.commandID.low += 1_000
        let found = Self.findings(in: alone)
        #expect(found.contains { $0.rule == .autopick && $0.position == events[index].position }, "\(found)")
    }

    // MARK: Ticks

    @Test func aDraftsEndStatesHowOftenTheClockWasShown() throws {
        var table = DraftTable(rounds: 1)
        for second in 1...4 {
            table.must(.room(1, .tickClock(pick: 1)), as: .scheduler, at: At.at(Double(second)))
        }
        table.pick(1, at: 4.5)
        table.pick(2, at: 5)
        let events = try Self.events(of: table)
        let ticks = events.compactMap { recorded -> UInt32?? in
            if case .draftCompleted(let completed) = recorded.event { completed.ticks } else { nil }
        }
        #expect(ticks == [4] && events.count { $0.stream == .clock(1) } == 4)
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run().counts.missingTicks == 0)
    }

    /// None after it tells of the last one, nor of all of them: only the draft's end does.
    @Test(arguments: [1, 4]) func ticksThatAreLeftOutAreFound(count: Int) throws {
        var table = DraftTable(rounds: 1)
        table.startSoftware(at: 0)
        for second in 1...4 {
            table.must(.room(1, .tickClock(pick: 1)), as: .scheduler, at: At.at(Double(second)))
        }
        table.pick(1, at: 4.5)
        table.pick(2, at: 5)
        var events = try Self.events(of: table)
        #expect(Self.findings(in: events).map(\.message) == [])
        for _ in 0..<count {
            let last = try #require(events.lastIndex { $0.stream == .clock(1) })
            events.remove(at: last)
        }
        let found = Self.findings(in: events).filter { $0.rule == .completion }
        #expect(found.map(\.expected) == ["\(4 - count) ticks"] && found.map(\.actual) == ["4"])
    }

    /// What rules 4 wrote, which kept a clock's ticks in a stream of their own and did not count them.
    @Test func anEndOfTheRulesThatDidNotCountAClocksStreamIsClean() throws {
        var table = DraftTable(rounds: 1)
        table.startSoftware(rules: 4, at: 0)
        table.must(.room(1, .tickClock(pick: 1)), as: .scheduler, at: At.at(1))
        table.pick(1, at: 4.5)
        table.pick(2, at: 5)
        var events = try Self.events(of: table)
        let index = try #require(events.firstIndex { $0.event.type == .draftCompleted })
        guard case .draftCompleted(var completed) = events[index].event else { return }
        #expect(completed.ticks == 1)
        completed.ticks = 0
        events[index].event = .draftCompleted(completed)
        #expect(Self.findings(in: events).map(\.message) == [])
    }

    @Test func anEndThatCountsNoTicksIsFromBeforeThoseThatDo() throws {
        var events = try Self.events(of: Self.expired(isFormer: false))
        let index = try #require(events.firstIndex { $0.event.type == .draftCompleted })
        guard case .draftCompleted(var completed) = events[index].event else { return }
        #expect(completed.ticks == 0)
        completed.ticks = nil
        events[index].event = .draftCompleted(completed)
        #expect(Self.findings(in: events).map(\.message) == [])
    }

    @Test func ticksThatAreMissingAreCountedAndNoFinding() throws {
        let house = try Self.expired(isFormer: false).ledger()
        let report = try Audit(house.ledger).run()
        // Two clocks of 30 s that were never shown; what comes an interval late is not missing.
        #expect(report.counts.missingTicks == 2 * 29 && report.isClean)
    }
}
