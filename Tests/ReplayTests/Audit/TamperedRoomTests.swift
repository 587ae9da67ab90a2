import Draft
import DraftLedger
import LedgerTesting
import Projections
import Records
import Simulation
import Testing

@testable import Replay  // the auditor of rooms over forged events

/// Histories in which something was changed behind the rules' back, with every hash and link recomputed: only the rules
/// can tell.
struct TamperedRoomTests {
    /// A lively room that drafted to its end, its events and what they name.
    static let rooms: [RoomHistory] = {
        guard let house = try? TemporaryLedger(simulating: SimulationOptions(rooms: 8, seed: 5, teams: 5, rounds: 8)),
            let summaries = try? house.ledger.rooms()
        else { return [] }
        return summaries.filter { $0.status == .complete }.compactMap {
            try? RoomHistory(of: $0.room, in: house.ledger)
        }
    }()

    static func audit(_ history: RoomHistory, _ events: [RecordedEvent]) -> AuditNotes {
        var auditor = RoomAuditor(of: history.room, pools: history.pools, cases: history.cases, checksLinks: true)
        for event in relinked(events) { auditor.audit(event) }
        auditor.finish()
        return auditor.notes
    }

    /// The events with their versions and links made whole again, as a forger would.
    static func relinked(_ events: [RecordedEvent]) -> [RecordedEvent] {
        var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]
        return events.map { event in
            var event = event
            let head = heads[event.stream]
            event.version = (head?.version ?? 0) + 1
            event.previous = head?.position
            heads[event.stream] = (event.version, event.position)
            return event
        }
    }

    /// The same with their positions, as a ledger that takes them in gives them.
    static func renumbered(_ events: [RecordedEvent]) -> [RecordedEvent] {
        relinked(
            events.enumerated().map { position, event in
                var event = event
                event.position = UInt64(position)
                return event
            })
    }

    @Test func leftAloneTheRoomsAreClean() {
        #expect(!Self.rooms.isEmpty)
        for history in Self.rooms { #expect(Self.audit(history, history.events).findings == []) }
    }

    @Test func noEventOfARoomsStreamCanBeLeftOutBeforeTheEnd() throws {
        let history = try #require(Self.rooms.first)
        let end = try #require(history.events.firstIndex { $0.event.type == .draftCompleted })
        for index in history.events.indices[...end] where history.events[index].stream == .room(history.room) {
            var events = history.events
            let removed = events.remove(at: index)
            let notes = Self.audit(history, events)
            #expect(
                notes.findingCount > 0, "nothing is found without the \(removed.event.type.name) at \(removed.position)"
            )
        }
    }

    @Test func aGapInAStreamIsFoundWhereItIs() throws {
        let history = try #require(Self.rooms.first)
        var events = history.events
        let index = try #require(events.firstIndex { $0.event.type == .pickMade })
        let next = try #require(
            events[(index + 1)...].first { $0.stream == .room(history.room) })
        events.remove(at: index)
        var auditor = RoomAuditor(of: history.room, pools: history.pools, cases: history.cases, checksLinks: true)
        for event in events { auditor.audit(event) }
        auditor.finish()
        #expect(auditor.notes.findings.contains { $0.rule == .storage && $0.position == next.position })
    }

    /// Changes one event of a kind, and tells the rule that has to find it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rule: AuditRule
        /// Changes an event that it applies to, given the room before it and the id of the room's first pick.
        var change: @Sendable (inout RecordedEvent, RoomState, CommandID) -> Bool

        init(
            _ name: String, _ rule: AuditRule,
            _ change: @escaping @Sendable (inout RecordedEvent, RoomState, CommandID) -> Bool
        ) {
            testDescription = name
            self.rule = rule
            self.change = change
        }
    }

    static let forgeries: [Forgery] = [
        Forgery("another player", .fingerprint) { event, room, _ in
            guard case .pickMade(var made) = event.event, room.picks.count == 3 else { return false }
            made.player = (0...).first { !room.taken.contains($0) && $0 != made.player }!
            event.event = .pickMade(made)
            return true
        },
        Forgery("a player twice", .player) { event, room, _ in
            guard case .pickMade(var made) = event.event, let taken = room.picks.first?.player else { return false }
            made.player = taken
            event.event = .pickMade(made)
            return true
        },
        Forgery("another slot", .turn) { event, room, _ in
            guard case .pickMade(var made) = event.event else { return false }
            made.slot = (made.slot + 1) % room.ruleset.teams
            event.event = .pickMade(made)
            return true
        },
        Forgery("another seat", .turn) { event, room, _ in
            guard case .pickMade(var made) = event.event else { return false }
            made.seat = (made.seat + 1) % room.ruleset.teams
            event.event = .pickMade(made)
            return true
        },
        Forgery("a pick after the grace", .clock) { event, room, _ in
            guard case .pickMade = event.event, let clock = room.runningClock else { return false }
            event.origin?.occurredAt = clock.graceEndsAt + Interval(microseconds: 1)
            return true
        },
        Forgery("an expiry before the grace's end", .clock) { event, room, _ in
            guard case .pickAutomated(let made) = event.event, made.reason == .clockExpired,
                let clock = room.runningClock
            else { return false }
            event.origin?.occurredAt = clock.graceEndsAt
            return true
        },
        Forgery("another player by the rules", .autopick) { event, room, _ in
            guard case .pickAutomated(var made) = event.event else { return false }
            made.player = (0..<60).last { !room.taken.contains($0) && $0 != made.player }
            event.event = .pickAutomated(made)
            return true
        },
        Forgery("a source that was not it", .autopick) { event, _, _ in
            guard case .pickAutomated(var made) = event.event else { return false }
            made.source = made.source == .adp ? .queue : .adp
            event.event = .pickAutomated(made)
            return true
        },
        Forgery("a queue version that was not read", .autopick) { event, _, _ in
            guard case .pickAutomated(var made) = event.event else { return false }
            made.queueVersion += 1
            event.event = .pickAutomated(made)
            return true
        },
        Forgery("another digest of those who were passed over", .autopick) { event, _, _ in
            guard case .pickAutomated(var made) = event.event, made.passedOver != nil else { return false }
            made.passedOver?.words.2 ^= 1
            event.event = .pickAutomated(made)
            return true
        },
        Forgery("a pick explained by another salt", .autopick) { event, _, _ in
            guard case .autopickExplained(var explained) = event.event else { return false }
            explained.salt.words.0 ^= 1
            event.event = .autopickExplained(explained)
            return true
        },
        Forgery("somebody passed over who was not", .autopick) { event, _, _ in
            guard case .autopickExplained(var explained) = event.event else { return false }
            explained.skipped.append(PickAutomated.Skip(player: 0, cause: .taken))
            event.event = .autopickExplained(explained)
            return true
        },
        Forgery("names in the open beside the digest", .privacy) { event, _, _ in
            guard case .pickAutomated(var made) = event.event, made.passedOver != nil else { return false }
            made.skipped = [PickAutomated.Skip(player: 0, cause: .taken)]
            event.event = .pickAutomated(made)
            return true
        },
        Forgery("a longer clock", .clock) { event, room, _ in
            guard case .clockStarted(var started) = event.event, room.picks.count == 2 else { return false }
            started.deadline = started.deadline + .seconds(10)
            started.graceEndsAt = started.graceEndsAt + .seconds(10)
            event.event = .clockStarted(started)
            return true
        },
        Forgery("a clock a tenth of a second shorter", .clock) { event, room, _ in
            guard case .clockStarted(var started) = event.event, room.picks.count == 2 else { return false }
            started.deadline = started.deadline - .milliseconds(100)
            started.graceEndsAt = started.graceEndsAt - .milliseconds(100)
            event.event = .clockStarted(started)
            return true
        },
        Forgery("a shorter clock after a pause", .clock) { event, room, _ in
            guard case .clockStarted(var started) = event.event, let pick = room.picks.last,
                let previous = event.previous, previous > pick.position
            else { return false }
            started.deadline = started.deadline - .seconds(5)
            started.graceEndsAt = started.graceEndsAt - .seconds(5)
            event.event = .clockStarted(started)
            return true
        },
        Forgery("an expiry recorded before it came", .arrival) { event, _, _ in
            guard case .pickAutomated = event.event, let arrival = event.origin?.occurredAt else { return false }
            event.recordedAt = arrival - Interval(microseconds: 1)
            return true
        },
        Forgery("a shorter grace", .clock) { event, _, _ in
            guard case .clockStarted(var started) = event.event else { return false }
            started.graceEndsAt = started.graceEndsAt - .seconds(1)
            event.event = .clockStarted(started)
            return true
        },
        Forgery("an epoch left out", .clock) { event, room, _ in
            guard case .clockStarted(var started) = event.event, room.picks.count == 2 else { return false }
            started.epoch += 1
            event.event = .clockStarted(started)
            return true
        },
        Forgery("another order", .draw) { event, _, _ in
            guard case .draftOrderDrawn(var drawn) = event.event else { return false }
            drawn.seats.swapAt(0, 1)
            event.event = .draftOrderDrawn(drawn)
            return true
        },
        Forgery("another secret", .draw) { event, _, _ in
            guard case .draftOrderDrawn(var drawn) = event.event else { return false }
            drawn.secret?.words.3 ^= 1
            event.event = .draftOrderDrawn(drawn)
            return true
        },
        Forgery("another commitment", .draw) { event, _, _ in
            guard case .roomOpened(var opened) = event.event else { return false }
            opened.commitment?.words.0 ^= 1
            event.event = .roomOpened(opened)
            return true
        },
        Forgery("a wrong count at the end", .completion) { event, _, _ in
            guard case .draftCompleted(var completed) = event.event else { return false }
            completed.events += 1
            event.event = .draftCompleted(completed)
            return true
        },
        Forgery("a wrong count of ticks at the end", .completion) { event, _, _ in
            guard case .draftCompleted(var completed) = event.event, let ticks = completed.ticks else { return false }
            completed.ticks = ticks + 1
            event.event = .draftCompleted(completed)
            return true
        },
        Forgery("a refusal by another code", .refusal) { event, _, _ in
            guard case .commandRejected(var rejected) = event.event, rejected.command == .makePick,
                rejected.count == 1, rejected.code != .clockExpired
            else { return false }
            rejected.code = .clockExpired
            event.event = .commandRejected(rejected)
            return true
        },
        Forgery("a refusal with another margin", .refusal) { event, _, _ in
            guard case .commandRejected(var rejected) = event.event, let margin = rejected.margin else { return false }
            rejected.margin = Interval(microseconds: margin.microseconds - 40_000_000)
            event.event = .commandRejected(rejected)
            return true
        },
        Forgery("an id used again", .idempotency) { event, room, first in
            guard case .pickMade(let made) = event.event,
                made.seat == room.picks.first(where: { $0.source == .manual })?.seat
            else { return false }
            event.origin?.commandID = first
            return true
        },
        Forgery("somebody else's pick", .turn) { event, _, _ in
            guard case .pickMade = event.event else { return false }
            event.origin?.actor = .user(999)
            return true
        },
        Forgery("a queue shown to the room", .privacy) { event, room, _ in
            guard event.event.type.isOfQueue, event.event.type != .commandRejected else { return false }
            event.stream = .room(room.id)
            return true
        },
        Forgery("an entry out of turn", .membership) { event, _, _ in
            guard case .seatTaken(var taken) = event.event else { return false }
            taken.entry.number += 1
            event.event = .seatTaken(taken)
            return true
        },
    ]

    /// As all that people read does: the first one is that of the first pick.
    @Test func aFindingCountsSlotsFromOne() throws {
        let history = try #require(Self.rooms.first)
        func findings(_ type: EventType, _ change: (inout Event) -> Void) throws -> [AuditFinding] {
            var events = history.events
            let index = try #require(events.firstIndex { $0.event.type == type })
            change(&events[index].event)
            return Self.audit(history, events).findings.filter { $0.position == events[index].position }
        }
        var right: Slot = 0
        let picks = try findings(.pickMade) { event in
            guard case .pickMade(var made) = event else { return }
            right = made.slot
            made.slot = (right + 1) % 5
            event = .pickMade(made)
        }
        let turn = try #require(picks.first { $0.rule == .turn })
        #expect(turn.expected == "draft position \(right + 1)")
        #expect(turn.actual == "draft position \((right + 1) % 5 + 1)")
        let clocks = try findings(.clockStarted) { event in
            guard case .clockStarted(var started) = event else { return }
            started.slot = 4
            event = .clockStarted(started)
        }
        let clock = try #require(clocks.first { $0.actual.contains("draft position") })
        #expect(clock.expected == "pick 1, draft position 1" && clock.actual == "pick 1, draft position 5")
    }

    @Test(arguments: forgeries)
    func aForgeryIsFoundByItsRuleAndWhereItIs(forgery: Forgery) throws {
        for history in Self.rooms {
            guard let (events, position) = forge(history, forgery) else { continue }
            let notes = Self.audit(history, events)
            let found = notes.findings.filter { $0.rule == forgery.rule && $0.position == position }
            #expect(
                !found.isEmpty,
                "found \(notes.findings.map { "\($0.rule) at \($0.position ?? 0)" }), not at \(position)")
            #expect(notes.findings.filter(\.showsInternals) == [])
            return
        }
        Issue.record("no room has anything to forge")
    }

    private func forge(_ history: RoomHistory, _ forgery: Forgery) -> ([RecordedEvent], UInt64)? {
        var events = history.events
        guard let first = events.first(where: { $0.event.type == .pickMade })?.origin?.commandID else { return nil }
        let view = history.view()
        for index in events.indices {
            var event = events[index]
            let blank = RoomState.folding(history.events.prefix(1))
            if let room = view.room ?? blank, forgery.change(&event, room, first) {
                // A forger who changes who sent a command, or when, changes it in all that the command caused.
                let old = events[index].origin
                for other in events.indices where events[other].origin == old { events[other].origin = event.origin }
                events[index] = event
                return (events, place(of: event, in: events))
            }
            view.fold(events[index])
        }
        return nil
    }

    /// Where a forged event is found: a commitment at its draw, an explanation at its pick.
    private func place(of forged: RecordedEvent, in events: [RecordedEvent]) -> UInt64 {
        let type: EventType
        switch forged.event.type {
        case .roomOpened: type = .draftOrderDrawn
        case .autopickExplained: type = .pickAutomated
        default: return forged.position
        }
        return events.first {
            $0.event.type == type && (type == .draftOrderDrawn || $0.origin == forged.origin)
        }?.position ?? 0
    }
}
