import Draft
import DraftLedger
import LedgerTesting
import Records
import Simulation
import Testing

@testable import Replay  // the bisection, and the comparison of two folds

struct LedgerDiffTests {
    static let events =
        (try? TemporaryLedger(simulating: SimulationOptions(rooms: 1, seed: 9, teams: 2, rounds: 2)).events) ?? []

    @Test func equalLedgersDoNotPart() throws {
        let (one, other) = (try TemporaryLedger(Self.events), try TemporaryLedger(Self.events))
        let diff = try LedgerDiff(between: one.ledger, and: other.ledger)
        #expect(diff.relation == .identical)
        #expect(diff.position == nil)
    }

    @Test(arguments: [1, 2, 255, 256, 257, 300, 511, 512, 513])
    func theFirstPositionThatDiffersIsFound(position: Int) throws {
        try #require(Self.events.count > position)
        var changed = Self.events
        changed[position].recordedAt = changed[position].recordedAt + Interval(microseconds: 1)
        for index in changed.indices[position...] {
            changed[index].recordedAt = max(changed[index].recordedAt, changed[position].recordedAt)
        }
        let (one, other) = (try TemporaryLedger(Self.events), try TemporaryLedger(changed))
        let diff = try LedgerDiff(between: one.ledger, and: other.ledger)
        #expect(diff.relation == .parted)
        #expect(diff.position == UInt64(position))
        #expect(diff.events.first?.event == Self.events[position].event)
        #expect(diff.events.second?.recordedAt == changed[position].recordedAt)
    }

    @Test func aLedgerThatGoesOnBehindAnotherPartsFromItWhereThatOneEnds() throws {
        let (long, short) = (try TemporaryLedger(Self.events), try TemporaryLedger(Array(Self.events.prefix(300))))
        let diff = try LedgerDiff(between: short.ledger, and: long.ledger)
        #expect(diff.relation == .firstIsPrefix)
        #expect(diff.position == 300)
        #expect(diff.events.first == nil && diff.events.second?.position == 300)
        #expect(try LedgerDiff(between: long.ledger, and: short.ledger).relation == .secondIsPrefix)
    }

    @Test func theBisectionFindsEveryBoundary() {
        for end in 0...40 as ClosedRange<UInt64> {
            for first in 0...end {
                // They agree on sizes up to `first`, when there is anything behind it.
                let found = LedgerDiff.firstDifference(below: end) { $0 <= first }
                #expect(found == (first == end ? nil : first))
            }
        }
    }
}

struct FoldDiffTests {
    /// A fold that is wrong from an event on.
    struct Broken: ComparableFold {
        var fold = RoomFold()
        var events = 0
        let brokenAt: Int

        mutating func fold(_ recorded: RecordedEvent) {
            events += 1
            fold.fold(recorded)
        }

        var digest: Digest256 {
            var digest = fold.digest
            if events > brokenAt { digest.words.0 ^= 1 }
            return digest
        }
    }

    static let events = LedgerDiffTests.events.filter { $0.stream.room == 1 }

    @Test func aFoldAgreesWithItself() {
        #expect(FoldDiff.firstDifference(in: Self.events, between: RoomFold(), and: RoomFold()) == nil)
    }

    @Test func theFirstEventAtWhichAFoldGoesWrongIsFoundWhereverItIs() {
        for index in stride(from: 0, to: Self.events.count, by: 7) {
            let found = FoldDiff.firstDifference(in: Self.events, between: RoomFold(), and: Broken(brokenAt: index))
            #expect(found == index)
        }
    }
}
