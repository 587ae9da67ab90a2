import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Simulation
import TestSupport
import Testing

@testable import Replay  // the bytes of a kept audit

/// An audit that is kept and continued gives the report that an audit of all events gives.
@Suite(.serialized) struct KeptAuditTests {
    /// More boundaries and forgeries, of which the tests take some: `KEPT_AUDITS=all swift test --filter KeptAuditTests`.
    private static let isThorough = ProcessInfo.processInfo.environment["KEPT_AUDITS"] == "all"

    private static let keeping = AuditKeeping(program: "test 1", at: SimulationStart.epoch)

    private static func simulated(_ seed: UInt64) throws -> [RecordedEvent] {
        try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: seed, teams: 3, rounds: 2)).events
    }

    /// A contest whose rounds are played, closed and paid.
    private static let played: [RecordedEvent] = {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms) { _ in false }
        return house.events
    }()

    private static func histories() throws -> [(name: String, events: [RecordedEvent])] {
        [
            ("seed 1", try simulated(1)), ("seed 2", try simulated(2)), ("staffed", HouseScript.staffed.events),
            ("played", played), ("stated", StatedResultAuditTests.house(rooms: 3).events),
            ("down", try restarted(rounds: 3)), ("down at the end", try restarted(rounds: 1)),
        ]
    }

    /// Two rooms draft when the service stops. After its start, a pick in room 1 comes before the pauses, and room 1 is not
    /// paused: the outage is known of with the pause of room 2.
    private static func restarted(rounds: UInt8) throws -> [RecordedEvent] {
        typealias At = DraftTable
        var table = DraftTable(rounds: rounds) { $0.countdown = .seconds(1) }
        table.startSoftware(rules: SoftwareStarted.currentRules, at: 0.5)
        for user in [1, 2] as [UserID] {
            table.must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: At.at(2))
        }
        let end = try #require(table.state.room(2)?.countdownEndsAt)
        table.must(.room(2, .startDraft), as: .scheduler, at: end)
        func pick(_ room: RoomID, at seconds: Double) {
            guard let state = table.state.room(room), let seat = state.seatOnClock,
                let user = state.member(at: seat)?.user
            else { return }
            let pick = MakePick(pick: state.currentPickNumber, player: PlayerIndex(state.currentPickNumber))
            table.must(.room(room, .makePick(pick)), as: .user(user), at: At.at(seconds))
        }
        pick(1, at: 9)
        table.startSoftware(at: 14)
        pick(1, at: 14.05)
        for seconds in [14.06, 14.08] {
            table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(seconds))
        }
        let pause = Command.room(2, .pauseRoom(kind: .outage, reason: "The service was down."))
        table.must(pause, as: .scheduler, at: At.at(9.002), now: At.at(14.1))
        table.must(.room(2, .resumeRoom), as: .scheduler, at: At.at(14.2))
        pick(2, at: 15)
        let house = try table.ledger()
        return try house.events
    }

    /// The first events of a history in a ledger, to which the others are added.
    private struct GrowingLedger {
        let house: TemporaryLedger
        private let events: [RecordedEvent]
        private var count = 1

        init(of events: [RecordedEvent]) throws {
            guard case .ledgerCreated(let created) = events[0].event else { throw KeptAuditError.unknownContent }
            house = try TemporaryLedger(createdAt: events[0].recordedAt, rules: created.rulesVersion)
            self.events = events
        }

        mutating func grow(to size: Int) throws {
            guard size > count else { return }
            try house.ledger.append(events[count..<size].map { PendingEvent($0) })
            count = size
        }
    }

    /// Keeps an audit, and reads it again from its file.
    private static func keep(_ house: TemporaryLedger, continuing kept: KeptAudit? = nil) throws -> KeptAudit {
        let path = house.directory("audit.kept")
        try #require(try Audit(house.ledger).run(continuing: kept, keeping: keeping).end).write(to: path)
        return try KeptAudit.read(at: path)
    }

    /// What a report says, but for the audit that it continues.
    private static func content(_ report: AuditReport) -> [String] {
        ["size \(report.size)", "damaged \(report.isDamaged)", "findings \(report.findingCount)"]
            + report.counts.named.map { "\($0.name) \($0.count)" } + report.terms.sentences
            + report.findings.map { "\($0)" } + ["remarks \(report.remarkCount)"]
            + report.remarks.map { "\($0)" }
    }

    private static func difference(_ continued: AuditReport, _ whole: AuditReport) -> [String] {
        content(continued).difference(from: content(whole)).map { change in
            switch change {
            case .insert(_, let line, _): "+ \(line)"
            case .remove(_, let line, _): "- \(line)"
            }
        }
    }

    private static func boundaries(of events: [RecordedEvent], _ count: Int, seed: UInt64) -> [Int] {
        var generator = SeededGenerator(digest: seed)
        let places = (0..<count).map { _ in 1 + Int(generator.next() % UInt64(events.count)) }
        return Set(places + [1, events.count]).sorted()
    }

    @Test func anAuditContinuedAfterAnyEventGivesTheReportOfAWholeOne() throws {
        for (name, events) in try Self.histories() {
            var growing = try GrowingLedger(of: events)
            var kept: [KeptAudit] = []
            // The end of an outage is short.
            let last = name.hasPrefix("down") ? Array(max(1, events.count - 14)...events.count) : []
            let some = Self.boundaries(of: events, Self.isThorough ? 80 : 12, seed: 1)
            for boundary in Set(some + last).sorted() {
                try growing.grow(to: boundary)
                kept.append(try Self.keep(growing.house))
            }
            try growing.grow(to: events.count)
            let audit = Audit(growing.house.ledger)
            let whole = try audit.run()
            #expect(whole.findings.contains { $0.message.contains("but not this room") } == name.hasPrefix("down"))
            for kept in kept {
                let continued = try audit.run(continuing: kept, keeping: Self.keeping).report
                #expect(Self.difference(continued, whole) == [], "\(name), kept after \(kept.size)")
                #expect(continued.resumption?.size == kept.size)
            }
        }
    }

    @Test func aChainOfContinuedAuditsGivesTheReportOfAWholeOne() throws {
        for (name, events) in try Self.histories() {
            var growing = try GrowingLedger(of: events)
            var kept: KeptAudit?
            for boundary in Self.boundaries(of: events, Self.isThorough ? 40 : 6, seed: 2) {
                try growing.grow(to: boundary)
                let audit = Audit(growing.house.ledger)
                let continued = try audit.run(continuing: kept, keeping: Self.keeping).report
                #expect(Self.difference(continued, try audit.run()) == [], "\(name), after \(boundary)")
                kept = try Self.keep(growing.house, continuing: kept)
            }
        }
    }

    /// Also where the forged event comes before the audit was kept, and what it breaks after that.
    @Test func aForgedHistoryGivesTheReportOfAWholeAudit() throws {
        var generator = SeededGenerator(digest: 3 as UInt64)
        var (tried, found) = (0, 0)
        for (name, events) in try Self.histories() {
            let honest = HonestHistory(name, events)
            let forger = Forger(honest: honest)
            for index in honest.events.indices.dropFirst() {
                for forgery in forger.forgeries(at: index) where generator.next() % (Self.isThorough ? 300 : 6_000) == 0
                {
                    guard let forged = forgery(), forged.start > 0, forged.isRecordable else { continue }
                    tried += 1
                    var growing = try GrowingLedger(of: forged.events)
                    let places = [
                        index, Int(generator.next() % UInt64(index)) + 1,
                        Int(generator.next() % UInt64(forged.events.count)) + 1,
                    ]
                    var kept: [KeptAudit] = []
                    for place in places.sorted() {
                        try growing.grow(to: min(place, forged.events.count))
                        kept.append(try Self.keep(growing.house))
                    }
                    try growing.grow(to: forged.events.count)
                    let audit = Audit(growing.house.ledger)
                    let whole = try audit.run()
                    found += whole.isClean ? 0 : 1
                    for kept in kept {
                        let continued = try audit.run(continuing: kept, keeping: Self.keeping).report
                        #expect(
                            Self.difference(continued, whole) == [],
                            "\(name), event \(index), \(forged.what): \(forged.old) → \(forged.new), kept after \(kept.size)"
                        )
                    }
                }
            }
        }
        print("\(tried) forgeries, \(found) of them found")
        #expect(found > tried / 2 && tried > 5)
    }
}
