import Dispatch
import Foundation
import LMDB
import Ledger
import Platform
import Synchronization
import TestSupport
import Testing

/// Who has the writer's turn, and that everybody gets it.
@Suite struct TurnTests {
    let directory = TemporaryDirectory()

    /// One thread writes and closes while others wait for the turn. What went wrong once did so in most rounds.
    @Test(.withinTheRun) func aCloseEndsWhileThreadsWaitForTheTurn() throws {
        for round in 0..<100 {
            let ledger = try Ledger.create(at: directory("l\(round)"), options: .init(durability: .unsynced))
            let isWriting = DispatchSemaphore(value: 0)
            let isClosed = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                try? ledger.write { _ in
                    isWriting.signal()
                    pause(milliseconds: 2)
                }
                ledger.close()
                isClosed.signal()
            }
            isWriting.wait()
            let gaveUp = DispatchGroup()
            for _ in 0..<2 { DispatchQueue.global().async(group: gaveUp) { try? ledger.write { _ in } } }
            try #require(isClosed.wait(timeout: .now() + 10) == .success, "round \(round)")
            try #require(gaveUp.wait(timeout: .now() + 10) == .success, "round \(round)")
        }
    }

    @Test(.withinTheRun) func appendsAreAnsweredWhileThreadsWriteInALoop() throws {
        let ledger = try Ledger.create(at: directory("l"), options: .init(durability: .unsynced))
        let table: Table<UInt64> = try #require(try ledger.table(named: "side"))
        let isOver = Atomic<Bool>(false)
        let writers = DispatchGroup()
        let writes = Atomic<Int>(0)
        for key in 0..<2 as Range<UInt64> {
            DispatchQueue.global().async(group: writers) {
                while !isOver.load(ordering: .relaxed) {
                    try? ledger.write { transaction in
                        // Long enough for the other thread to wait for the turn whenever this one gives it back.
                        pause(milliseconds: 1)
                        try transaction.put([1], at: key, in: table)
                    }
                    writes.add(1, ordering: .relaxed)
                }
            }
        }
        while writes.load(ordering: .relaxed) < 10 { pause(milliseconds: 1) }
        let answered = DispatchSemaphore(value: 0)
        var late = 0
        for _ in 0..<5 {
            ledger.enqueue(.any([1])) { _ in answered.signal() }
            if answered.wait(timeout: .now() + 5) == .timedOut { late += 1 }
        }
        let before = writes.load(ordering: .relaxed)
        // And the other way round: appends without a pause do not keep the threads from their turn.
        for _ in 0..<200 { ledger.enqueue(.any([1, 2, 3])) { _ in } }
        while writes.load(ordering: .relaxed) < before + 10 { pause(milliseconds: 1) }
        isOver.store(true, ordering: .relaxed)
        writers.wait()
        #expect(late == 0)
    }

    @Test func nobodyAppendsWhileTheTurnIsHeld() throws {
        let ledger = try Ledger.create(at: directory("l"))
        let sizes = Guarded<[Position]>([])
        try ledger.holdingTurn { turn in
            ledger.enqueue(.any([7])) { _ in }
            pause(milliseconds: 20)
            let size = try ledger.size
            #expect(size == 0)
            for _ in 0..<2 {
                turn.enqueue(.any([8, 9])) { result in
                    sizes.withLock { $0.append((try? result.get().positions.upperBound) ?? .max) }
                }
            }
        }
        // Durable and answered, before what somebody else had left in between.
        #expect(sizes.withLock { $0 } == [2, 4])
        try ledger.appendBlocking(.any([6]))
        #expect(try ledger.headers().map(\.stream.rawValue) == [8, 9, 8, 9, 7, 6])
    }

    @Test func whatWasHandedOverInATurnThatFailedIsNotAppended() throws {
        struct Failure: Error {}
        let ledger = try Ledger.create(at: directory("l"))
        #expect(throws: Failure.self) {
            try ledger.holdingTurn { turn in
                turn.enqueue(.any([8])) { _ in Issue.record("nothing came of it") }
                throw Failure()
            }
        }
        try ledger.appendBlocking(.any([6]))
        #expect(try ledger.headers().map(\.stream.rawValue) == [6])
        ledger.close()
        expect(.closed) { try ledger.holdingTurn { _ in } }
    }
}
