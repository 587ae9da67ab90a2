import Platform
import TestSupport
import Testing

@testable import DraftLedger  // the clock is the desk's own

/// The clock that stands still while a process does.
@Suite(.withinTheRun) struct RunningClockTests {
    private final class Machine: Sendable {
        private let time = Guarded<Int64>(5_000_000)

        @Sendable func now() -> Int64 { time.withLock { $0 } }
        func run(_ microseconds: Int64) { time.withLock { $0 += microseconds } }
    }

    @Test func itStandsStillWhereNobodyLookedForMoreThanASecond() {
        let machine = Machine()
        let clock = RunningClock(machine.now)
        // The machine of this test stands still while its thread looks.
        let beat = clock.beat()
        defer { beat.end() }
        #expect(clock.now() == 5_000_000)
        machine.run(1_000_000)
        #expect(clock.now() == 6_000_000)
        machine.run(1_000_001)
        #expect(clock.now() == 6_000_000)
        machine.run(400_000)
        #expect(clock.now() == 6_400_000)
        machine.run(86_400_000_000)
        #expect(clock.now() == 6_400_000)
    }

    @Test func itIsTheMachinesWhereNobodyIsToLook() {
        let machine = Machine()
        let clock = RunningClock(machine.now)
        machine.run(90_000_000)
        #expect(clock.now() == 95_000_000)
        let beat = clock.beat()
        beat.end()
        beat.end()
        machine.run(90_000_000)
        #expect(clock.now() == 185_000_000)
        // Nor is what passed before taken for a stop by the next one who looks.
        let next = clock.beat()
        defer { next.end() }
        #expect(clock.now() == 185_000_000)
    }

    /// Its thread does, again and again.
    @Test func aBeatLooksThoughNobodyElseDoes() {
        let looks = Guarded(0)
        let clock = RunningClock {
            looks.withLock { $0 += 1 }
            return SystemClock.awake()
        }
        let beat = clock.beat()
        defer { beat.end() }
        while looks.withLock({ $0 }) < 4 { SystemClock.sleep(microseconds: 10_000) }
    }
}
