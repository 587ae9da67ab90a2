import Draft
import DraftLedger
import Records
import Testing

@testable import Simulation  // waves and their random numbers

struct WaveTests {
    /// Against a stable sort by moment of the desks one after the other.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func mergingDesksIsAStableSortByTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed, purpose: .taste)
        let desks = (0..<random.index(below: 12)).map { desk in
            var moment: Int64 = 0
            return (0..<random.index(below: 40)).map { _ in
                moment += Int64(random.below(3))
                return PendingEvent(
                    stream: .room(RoomID(UInt64(desk))), event: .roomFilled(.blank), origin: nil,
                    recordedAt: Timestamp(microseconds: moment))
            }
        }
        let sorted = desks.joined().enumerated().sorted {
            ($0.element.recordedAt!, $0.offset) < ($1.element.recordedAt!, $1.offset)
        }
        #expect(Wave.merged(desks) == sorted.map(\.element), "seed \(seed)")
    }
}
