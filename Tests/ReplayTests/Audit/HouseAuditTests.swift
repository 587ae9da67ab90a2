import Draft
import DraftLedger
import LedgerTesting
import Records
import Simulation
import Testing

@testable import Replay  // findings of single auditors and their rules

/// Histories that a house has written and no command led to: each is found, by the rule that it breaks.
@Suite struct HouseAuditTests {
    /// A lively house's events: joins, leavers, prizes, refunds, withdrawals, cases and refusals of every stream.
    static let events: [RecordedEvent] = {
        let options = SimulationOptions(rooms: 8, seed: 3, teams: 3, rounds: 2)
        return (try? TemporaryLedger(simulating: options).events) ?? []
    }()

    private static func remarks(on events: [RecordedEvent]) -> [AuditRemark] {
        let audit = IncomingAudit()
        let events = TamperedRoomTests.renumbered(events)
        for event in events { audit.prepare(event) }
        for event in events { audit.audit(event) }
        return audit.finish().remarks
    }

    static func findings(in events: [RecordedEvent]) -> [AuditFinding] {
        let audit = IncomingAudit()
        let events = TamperedRoomTests.renumbered(events)
        for event in events { audit.prepare(event) }
        for event in events { audit.audit(event) }
        return audit.finish().findings
    }

    /// Nothing is wrong with it; but most that concerns time is asked of rules 3 only.
    @Test func whoeverDoesNotSayByWhichRulesIsToldOf() {
        func remarks(on events: [RecordedEvent]) -> [String] {
            Self.remarks(on: events).map(\.message).filter { $0.contains("to the second") }
        }
        #expect(remarks(on: Self.events) == [])
        var silent = Self.events.filter { $0.event.type != .softwareStarted }
        for index in silent.indices {
            guard case .ledgerCreated(var created) = silent[index].event else { continue }
            created.rulesVersion = nil
            silent[index].event = .ledgerCreated(created)
        }
        #expect(silent.count < Self.events.count)
        #expect(remarks(on: silent).count == 1)
    }

    @Test func whatAdminsDidWhomTheLedgerDoesNotNameIsToldOnce() throws {
        let acts = Self.events.filter {
            $0.origin?.actor.role == .admin && ![.ledgerCreated, .commandRejected].contains($0.event.type)
        }
        let told = Self.remarks(on: Self.events).filter { $0.message.contains("staff roles are not enabled") }
        #expect(told.map(\.position) == [try #require(acts.first).position])
        let first = try #require(Self.events.first)
        #expect(first.event.type == .ledgerCreated && first.origin?.actor.role == .admin)
        #expect(Self.remarks(on: [first]) == [], "to create a ledger is not a staff action")
        let staffed = ForgeryAudit.report(on: HouseScript.drafting.events).remarks
        #expect(!staffed.contains { $0.message.contains("staff roles are not enabled") })
    }

    /// The room is over, and most that was known of it forgotten.
    @Test func aLateRefusalThatIsToldTwiceIsFound() throws {
        var ended: Set<StreamKey> = []
        let late = Self.events.indices.filter { index in
            let event = Self.events[index]
            if event.event.type == .draftCompleted { ended.insert(event.stream) }
            return event.event.type == .commandRejected && event.origin != nil && ended.contains(event.stream)
        }
        var events = Self.events
        let one = try #require(late.first, "with this seed somebody comes late")
        events.insert(events[one], at: one + 1)
        #expect(Self.findings(in: events).map(\.rule).contains(.idempotency))
    }

    @Test func anHonestHistoryKeepsEveryRule() {
        #expect(!Self.events.isEmpty)
        #expect(Self.findings(in: Self.events).map(\.message) == [])
    }

    @Test func refusalsOfEveryStreamAreDecidedOnceMore() {
        let audit = IncomingAudit()
        for event in Self.events { audit.prepare(event) }
        for event in Self.events { audit.audit(event) }
        let counts = audit.finish().counts
        #expect(counts.refusals > 0)
        #expect(counts.unknownRefusals == 0)
    }

    /// Whatever its type, but for those that no command causes.
    @Test(arguments: EventType.allCases.filter { $0.originRule == .always })
    func anEventThatNobodySentIsFound(type: EventType) {
        guard let index = Self.events.firstIndex(where: { $0.event.type == type }) else { return }
        var events = Self.events
        events[index].origin = nil
        let found = Self.findings(in: events)
        #expect(found.contains { $0.rule == .cause && $0.stream == events[index].stream }, "\(type.name)")
    }

    struct Forgery: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules: Set<AuditRule>
        var change: @Sendable (inout [RecordedEvent]) -> Bool

        init(
            _ name: String, _ rules: Set<AuditRule>, _ change: @escaping @Sendable (inout [RecordedEvent]) -> Bool
        ) {
            testDescription = name
            self.rules = rules
            self.change = change
        }

        /// Changes the first event that `body` makes another one of.
        init(_ name: String, _ rules: Set<AuditRule>, event body: @escaping @Sendable (inout RecordedEvent) -> Bool) {
            self.init(name, rules) { events in
                for index in events.indices where body(&events[index]) { return true }
                return false
            }
        }

        /// Forges a history, and holds what an audit finds to the rules that it breaks.
        func expectIsFound(in history: [RecordedEvent]) {
            var events = history
            guard change(&events) else {
                Issue.record("nothing to forge")
                return
            }
            let found = Set(HouseAuditTests.findings(in: events).map(\.rule))
            #expect(!found.isDisjoint(with: rules), "found \(found), expected \(rules)")
        }
    }

    static let forgeries: [Forgery] = [
        Forgery("a deposit by a user", [.decision]) { event in
            guard case .depositRecorded = event.event, case .wallet(let user) = event.stream else { return false }
            event.origin?.actor = .user(user)
            return true
        },
        Forgery("a member whom another one seats, and who pays", [.decision]) { events in
            guard let index = events.firstIndex(where: { $0.event.type == .entryFeeHeld }),
                let origin = events[index].origin, let user = origin.actor.user
            else { return false }
            for place in events.indices where events[place].origin == origin {
                events[place].origin?.actor = .user(UserID(user.number == 1 ? 2 : 1))
            }
            return true
        },
        Forgery("a contest that is cancelled by a user", [.decision, .authority]) { event in
            guard case .entriesClosed = event.event else { return false }
            event.origin?.actor = .user(1)
            return true
        },
        Forgery("a player added behind the pool by a member", [.decision]) { events in
            guard let last = events.lastIndex(where: { $0.event.type == .poolPublished }),
                let listed = events.first(where: { $0.event.type == .playerListed }),
                case .playerListed(var player) = listed.event,
                case .poolPublished(let pool) = events[last].event
            else { return false }
            player.player.index = pool.count
            player.player.externalID = "late"
            var added = events[last]
            var late = PlayerAdded.blank
            late.player = player.player
            added.event = .playerAdded(late)
            added.origin?.actor = .user(1)
            added.origin?.commandID = CommandID(high: 1, low: 1)
            if case .pool(let id) = added.stream {
                added.origin?.fingerprint = Command.pool(id, .addPlayer(player.player)).fingerprint
            }
            events.insert(added, at: last + 1)
            return true
        },
        Forgery("a pool of another count", [.decision, .fingerprint]) { event in
            guard case .poolPublished(var pool) = event.event else { return false }
            pool.count -= 1
            event.event = .poolPublished(pool)
            return true
        },
        Forgery("a room that costs more than its contest", [.decision, .fee, .hold, .fingerprint]) { event in
            guard case .roomOpened(var opened) = event.event, opened.tournament != nil else { return false }
            opened.entryFee = Cents(5_000)
            event.event = .roomOpened(opened)
            return true
        },
        Forgery("a case about a version that the room never had", [.decision, .fingerprint]) { event in
            guard case .disputeOpened(var opened) = event.event, case .dispute(let id) = event.stream else {
                return false
            }
            opened.roomVersion = 99_999
            event.event = .disputeOpened(opened)
            event.origin?.fingerprint = Command.dispute(id, .openDispute(opened)).fingerprint
            return true
        },
        Forgery("a join that is refused though the money is there", [.refusal]) { events in
            guard let index = events.firstIndex(where: { $0.event.type == .entryFeeHeld }),
                let origin = events[index].origin, case .wallet(let user) = events[index].stream,
                case .entryFeeHeld(let fee) = events[index].event
            else { return false }
            let command = Command.wallet(user, .joinTournament(fee.tournament, entries: 1))
            var refused = events[index]
            refused.origin?.commandID = CommandID(high: 7, low: 7)
            refused.origin?.fingerprint = command.fingerprint
            refused.event = .commandRejected(
                CommandRejected(Refusal(.insufficientBalance, "poor"), of: command))
            let first = events.firstIndex { $0.origin == origin } ?? index
            events.insert(refused, at: first)
            return true
        },
        Forgery("a refusal whose command is another", [.fingerprint]) { event in
            guard case .commandRejected(var rejected) = event.event, event.origin != nil,
                case .wallet(let user) = event.stream
            else { return false }
            rejected.content = CommandRequest(.wallet(user, .holdWithdrawal(amount: Cents(77), provider: "x"))).json
            event.event = .commandRejected(rejected)
            return true
        },
        Forgery("a refusal that keeps no command", [.refusal]) { events in
            guard let index = events.lastIndex(where: { $0.event.type == .commandRejected && $0.origin != nil }),
                case .commandRejected(var rejected) = events[index].event
            else { return false }
            rejected.content = nil
            events[index].event = .commandRejected(rejected)
            return true
        },
        Forgery("a count out of nothing", [.flood]) { event in
            guard case .commandRejected(var rejected) = event.event, event.origin != nil else { return false }
            rejected.count = 3
            event.event = .commandRejected(rejected)
            event.origin = nil
            return true
        },
        Forgery("an id that nobody had used", [.idempotency]) { event in
            guard case .commandRejected(var rejected) = event.event, event.origin != nil,
                rejected.code != .duplicateCommand, event.stream != .system
            else { return false }
            rejected.code = .duplicateCommand
            event.event = .commandRejected(rejected)
            return true
        },
        Forgery("older software", [.decision]) { events in
            guard let first = events.first(where: { $0.event.type == .softwareStarted }),
                case .softwareStarted(var started) = first.event, var again = events.last
            else { return false }
            started.rulesVersion = 1
            (again.stream, again.event, again.origin) = (.system, .softwareStarted(started), first.origin)
            again.origin?.occurredAt = again.recordedAt
            again.origin?.commandID = CommandID(high: 3, low: 3)
            again.origin?.fingerprint = Command.ledger(.startSoftware(started)).fingerprint
            events.append(again)
            return true
        },
        Forgery("one secret for two rooms", [.draw]) { events in
            var first: Digest256?
            for index in events.indices {
                guard case .roomOpened(var opened) = events[index].event, let commitment = opened.commitment else {
                    continue
                }
                guard let shared = first else {
                    first = commitment
                    continue
                }
                opened.commitment = shared
                events[index].event = .roomOpened(opened)
                return true
            }
            return false
        },
        Forgery("a command that is recorded long after it arrived, while others were served", [.arrival]) { events in
            var gatherer = StillnessGatherer()
            for event in events { gatherer.note(event.recordedAt, at: event.position, isTick: false) }
            for index in events.indices {
                guard case .withdrawalHeld = events[index].event, let arrival = events[index].origin?.occurredAt else {
                    continue
                }
                let record = events[index].recordedAt
                for delay in [20, 60, 600, 3_600, 86_400] {
                    let earlier = arrival - .seconds(Int64(delay))
                    let still = gatherer.stillness.length(from: earlier, until: record)
                    guard (record - earlier).reduced(by: still) > Delays.longestQueueing else { continue }
                    events[index].origin?.occurredAt = earlier
                    return true
                }
            }
            return false
        },
        Forgery("a clock that was shown wrongly", [.clock]) { event in
            guard case .clockTicked(var tick) = event.event, tick.remaining > 10_000 else { return false }
            tick.remaining -= 8_000
            event.event = .clockTicked(tick)
            return true
        },
    ]

    @Test(arguments: forgeries)
    func aForgeryIsFoundByItsRule(forgery: Forgery) { forgery.expectIsFound(in: Self.events) }
}
