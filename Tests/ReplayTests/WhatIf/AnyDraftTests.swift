import Draft
import DraftLedger
import LedgerTesting
import Projections
import Records
import Simulation
import TestSupport
import Testing

@testable import Replay  // histories are cut short

/// What holds for every draft, whole or cut anywhere.
@Suite(.seeded) struct AnyDraftTests {
    static let fixedSeeds: [UInt64] = [1, 2]
    static let seeds = fixedSeeds + [UInt64.random(in: 3...1_000_000)]

    @Test(arguments: seeds)
    func withTheRulesThatThereAreNothingDiffersInADraftCutAnywhere(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        for history in try histories(seed) {
            let started = try #require(history.events.firstIndex { $0.event.type == .draftStarted })
            let cuts = (0..<60).map { _ in Int.random(in: started + 1...history.events.count, using: &random) }
            for cut in cuts {
                let part = history.cut(at: cut)
                let rules = try #require(part.state?.ruleset)
                let same = WhatIfChange(grace: rules.grace, clock: rules.pickClock, limits: rules.limits)
                for change in [WhatIfChange.none, same] {
                    let report = try WhatIf(part).run(change)
                    let place = Comment(rawValue: "seed \(seed), room \(part.room), cut behind \(cut) events")
                    #expect(report.firstDivergence == nil && report.changed == 0, place)
                    #expect(report.outcomes == [] && report.untold == [], place)
                    #expect(report.end.nextPick == report.endWas.nextPick, place)
                }
            }
        }
    }

    @Test(arguments: seeds)
    func underAShorterGraceTheFirstClickThatArrivedBehindItIsWhereDraftsPart(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var lost = 0
        for history in try histories(seed) {
            let whatIf = try WhatIf(history)
            let clicks = history.clicks
            // Graces at random, and those that end at a click or a microsecond before it.
            var graces = (0..<4).map { _ in Interval(microseconds: Int64.random(in: 0...5_000_000, using: &random)) }
            let late = clicks.map(\.behindDeadline).filter { $0 > .zero }.shuffled(using: &random).prefix(3)
            graces += [.zero] + late.flatMap { [$0, Interval(microseconds: $0.microseconds - 1)] }
            for grace in graces {
                let report = try whatIf.run(WhatIfChange(grace: grace))
                let place = Comment(rawValue: "seed \(seed), room \(history.room), grace \(grace.seconds())")
                let expected = clicks.first { $0.behindDeadline > grace }
                let first = report.outcomes.filter { $0.command == .makePick && $0.was == nil }.map(\.position).min()
                #expect(first == expected?.position, place)
                lost += expected == nil ? 0 : 1
                guard expected == nil else { continue }
                #expect(report.firstDivergence == nil, place)
                // A click that was refused may be told another reason, as it is late now as well.
                #expect(report.outcomes.allSatisfy { $0.was != nil && $0.becomes != nil }, place)
            }
        }
        if Self.fixedSeeds.contains(seed) { #expect(lost > 0, "seed \(seed) has no click in grace") }
    }

    @Test(arguments: seeds) func withoutATickOrARefusalTheDraftIsWhatItIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for history in try histories(seed) {
            let whatIf = try WhatIf(history)
            for type in [EventType.clockTicked, .commandRejected] {
                let started = try #require(history.events.first { $0.event.type == .draftStarted }).position
                let events = history.events.filter { $0.event.type == type && $0.position > started }
                for event in events.shuffled(using: &random).prefix(8) where !history.changesALaterRefusal(event) {
                    let report = try whatIf.run(WhatIfChange(without: [event.position]))
                    let place = Comment(rawValue: "seed \(seed), room \(history.room), position \(event.position)")
                    #expect(report.firstDivergence == nil && report.changed == 0 && report.outcomes == [], place)
                }
            }
        }
    }

    /// The drafts of a simulated house.
    private func histories(_ seed: UInt64) throws -> [RoomHistory] {
        let house = try TemporaryLedger(simulating: SimulationOptions(rooms: 4, seed: seed, teams: 6, rounds: 8))
        return try house.ledger.rooms().filter { $0.status != .cancelled }
            .map { try RoomHistory(of: $0.room, in: house.ledger) }
    }
}

extension RoomHistory {
    /// The history as it was when it had so many events.
    fileprivate func cut(at count: Int) -> RoomHistory {
        RoomHistory(room: room, events: Array(events.prefix(count)), pools: pools, cases: cases)
    }

    /// Whether another edit of the same queue was refused because of the version that a refused edit gave it.
    fileprivate func changesALaterRefusal(_ refusal: RecordedEvent) -> Bool {
        guard case .queue = refusal.stream else { return false }
        return events.contains { other in
            guard other.position > refusal.position, other.stream == refusal.stream,
                case .commandRejected(let rejected) = other.event
            else { return false }
            return rejected.code == .staleQueue
        }
    }

    /// The picks by hand, and how long after the deadline of the clock that ran they arrived.
    fileprivate var clicks: [(position: UInt64, behindDeadline: Interval)] {
        let view = view()
        return events.compactMap { event in
            let clock = view.room?.runningClock
            view.fold(event)
            guard case .pickMade = event.event, let clock, let arrival = event.origin?.occurredAt else { return nil }
            return (event.position, arrival - clock.deadline)
        }
    }
}
