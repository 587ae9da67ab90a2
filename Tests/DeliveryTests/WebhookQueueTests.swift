import Draft
import LMDB
import TestSupport
import Testing

@testable import Delivery  // the queue is its own

/// The queue of one endpoint on disk, whose process ends at any point.
@Suite(.seeded) struct WebhookQueueTests {
    private let folder = TemporaryDirectory()
    private let store: WebhookStore

    init() throws { store = try WebhookStore(at: folder("webhooks"), durability: .unsynced) }

    private static let schedule = WebhookSchedule(delays: [1, 10, 60].map { .seconds($0) })

    private func queue(_ endpoint: String = "e", capacity: Int = 100) throws -> WebhookQueue {
        try WebhookQueue(endpoint, in: store, startingAt: 0, schedule: Self.schedule, capacity: capacity)
    }

    // MARK: Deterministic simulation

    /// One endpoint, its receiver, and the bookkeeping of all that may happen to them.
    private struct Run {
        static let (events, streams, inFlight, capacity) = (24, UInt64(4), 3, 9)

        let store: WebhookStore
        let endpoint: String
        var queue: WebhookQueue
        var generator: SeededGenerator
        var now = noon
        var underWay: [WebhookQueue.Attempt] = []
        /// The positions in the order in which the receiver has received them.
        var received: [UInt64] = []
        /// How often each may be received: once, and once more for each lost answer, end of the process or replay.
        var allowed = [Int](repeating: 1, count: events)
        /// What the queue has recorded as delivered or as a dead letter.
        var settled: Set<UInt64> = []
        var (kills, letters) = (0, 0)

        init(_ seed: UInt64, in store: WebhookStore) throws {
            self.store = store
            endpoint = "run-\(seed)"
            queue = try WebhookQueue(
                endpoint, in: store, startingAt: 0, schedule: schedule, capacity: Self.capacity)
            generator = SeededGenerator(seed: seed)
        }

        static func stream(of position: UInt64) -> UInt64 { SplitMixer.mix(position) % streams }

        var isDone: Bool { queue.state.cursor == UInt64(Self.events) && queue.count == 0 }

        mutating func step() throws {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: try admit()
            case 2, 3, 4: take()
            case 5, 6, 7, 8: try finish()
            case 9: now = now + .seconds(Int64.random(in: 0...70, using: &generator))
            case 10: if generator.oneIn(3) { try kill() }
            default: if generator.oneIn(40) { try replay() }
            }
            #expect(queue.count <= Self.capacity && queue.underWayCount <= Self.inFlight)
            #expect((queue.oldestPosition == nil) == (queue.count == 0))
        }

        mutating func admit() throws {
            let start = queue.state.cursor
            let end = min(
                UInt64(Self.events), start + UInt64(min(queue.room, Int.random(in: 0...6, using: &generator))))
            guard end > start else { return }
            try queue.admit((start..<end).map { ($0, Self.stream(of: $0)) }, upTo: end, at: now)
            // A dead letter that a replay has sent again is none any more.
            settled.subtract(start..<end)
        }

        mutating func take() {
            for attempt in queue.take(atMost: Self.inFlight - queue.underWayCount, at: now) {
                let earlier = (0..<attempt.position).filter { Self.stream(of: $0) == Self.stream(of: attempt.position) }
                #expect(settled.isSuperset(of: earlier), "\(attempt.position) is sent before \(earlier)")
                underWay.append(attempt)
            }
        }

        mutating func finish() throws {
            guard let index = underWay.indices.randomElement(using: &generator) else { return }
            let attempt = underWay.remove(at: index)
            let position = attempt.position
            let before = (queue.count, try queue.deadLetters().count)
            let result: WebhookQueue.Result
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: result = .failed("It answered 500.", pause: nil)
            case 1: result = .failed("It answered 429.", pause: .seconds(5))
            case 2:
                received.append(position)
                allowed[Int(position)] += 1
                result = .failed("The answer was lost.", pause: nil)
            case 3:
                // The process ends between the answer and its record.
                received.append(position)
                allowed[Int(position)] += 1
                return try kill()
            default:
                received.append(position)
                result = .delivered
            }
            try queue.finish(attempt, result, at: now, random: generator.next())
            if queue.count < before.0 { settled.insert(position) }
            let dead = try queue.deadLetters().count
            #expect(queue.deadCount == dead)
            if dead > before.1 { letters += 1 }
        }

        mutating func kill() throws {
            kills += 1
            for attempt in underWay where generator.oneIn(2) {
                received.append(attempt.position)
                allowed[Int(attempt.position)] += 1
            }
            underWay = []
            queue = try WebhookQueue(
                endpoint, in: store, startingAt: 0, schedule: schedule, capacity: Self.capacity)
        }

        mutating func replay() throws {
            let start = UInt64.random(in: 0...queue.state.cursor, using: &generator)
            guard start < queue.state.cursor else { return }
            try queue.replay(from: start)
            settled = settled.filter { $0 < start }
            for position in Int(start)..<Self.events { allowed[position] += 1 }
        }
    }

    /// The stream of an event, spread without an order.
    private enum SplitMixer {
        static func mix(_ position: UInt64) -> UInt64 {
            var generator = SeededGenerator(digest: position)
            return generator.next()
        }
    }

    @Test func nothingIsLostOrOutOfOrderWhereverTheProcessEnds() throws {
        var (kills, letters, repeats) = (0, 0, 0)
        for seed in 0..<3_000 as Range<UInt64> {
            var run = try Run(seed, in: store)
            for _ in 0..<160 { try run.step() }
            // The receiver is well from here on.
            while !run.isDone {
                run.now = run.now + .seconds(100)
                try run.admit()
                run.take()
                for attempt in run.underWay {
                    let before = run.queue.count
                    run.received.append(attempt.position)
                    try run.queue.finish(attempt, .delivered, at: run.now, random: 0)
                    // An attempt from before a replay counts for nothing, and is allowed by it.
                    if run.queue.count < before { run.settled.insert(attempt.position) }
                }
                run.underWay = []
            }
            let dead = Set(try run.queue.deadLetters().map(\.position))
            for position in 0..<UInt64(Run.events) {
                let count = run.received.count { $0 == position }
                #expect(count >= 1 || dead.contains(position), "\(position) of seed \(seed) was lost")
                #expect(count <= run.allowed[Int(position)], "\(position) of seed \(seed) came \(count) times")
                repeats += max(0, count - 1)
            }
            kills += run.kills
            letters += run.letters
        }
        // The runs are worth something only if these happen.
        #expect(kills > 3_000 && letters > 100 && repeats > 1_000)
    }

    // MARK: One step after the other

    @Test func aFailingEventHoldsBackItsStreamOnly() throws {
        var queue = try queue()
        try queue.admit([(0, 7), (1, 8), (2, 7), (3, 8)], upTo: 4, at: noon)
        let first = queue.take(atMost: 8, at: noon)
        #expect(first.map(\.position) == [0, 1])
        try queue.finish(first[0], .failed("no", pause: nil), at: noon, random: 0)
        try queue.finish(first[1], .delivered, at: noon, random: 0)
        #expect(queue.take(atMost: 8, at: noon).map(\.position) == [3])
        #expect(queue.nextDue == noon + .seconds(1))
        #expect(queue.take(atMost: 8, at: noon + .seconds(1)).map(\.position) == [0])
        #expect(queue.state.lastError == "no" && queue.state.lastDeliveryAt == noon)
    }

    @Test func aDeadLetterIsKeptAndCanBeSentAgain() throws {
        var queue = try queue()
        try queue.admit([(5, 7), (6, 7)], upTo: 7, at: noon)
        var now = noon
        for _ in 0...Self.schedule.delays.count {
            let attempt = try #require(queue.take(atMost: 1, at: now).first)
            #expect(attempt.position == 5)
            try queue.finish(attempt, .failed("It answered 500.", pause: nil), at: now, random: 0)
            now = now + .seconds(61)
        }
        #expect(
            try queue.deadLetters() == [
                DeadLetter(
                    position: 5, stream: 7, attempts: 4, failedAt: noon + .seconds(183), error: "It answered 500.")
            ])
        #expect(queue.state.failingSince == noon)
        let next = try #require(queue.take(atMost: 8, at: now).first)
        #expect(next.position == 6)
        // While 6 is under way, 5 waits behind it.
        #expect(try queue.sendAgain(5, at: now) && !queue.sendAgain(9, at: now))
        #expect(queue.take(atMost: 8, at: now) == [])
        try queue.finish(next, .delivered, at: now, random: 0)
        let again = try #require(queue.take(atMost: 8, at: now).first)
        #expect(again.position == 5 && queue.state.failingSince == nil)
        try queue.finish(again, .delivered, at: now, random: 0)
        #expect(try queue.count == 0 && queue.deadLetters() == [])
    }

    @Test func anEndpointThatIsGoneGetsNothingUntilItIsEnabled() throws {
        var queue = try queue()
        try queue.admit([(0, 7), (1, 8)], upTo: 2, at: noon)
        let attempts = queue.take(atMost: 8, at: noon)
        try queue.finish(attempts[0], .gone("It answered 410."), at: noon, random: 0)
        try queue.finish(attempts[1], .delivered, at: noon, random: 0)
        #expect(queue.take(atMost: 8, at: noon + .seconds(99)) == [] && queue.nextDue == nil && queue.room == 0)
        queue = try self.queue()
        #expect(queue.state.disabledBecause == "It answered 410." && queue.count == 1)
        try queue.enable()
        #expect(queue.take(atMost: 8, at: noon).map(\.position) == [0])
    }

    @Test func aPauseIsForTheWholeEndpoint() throws {
        var queue = try queue()
        try queue.admit([(0, 7), (1, 8)], upTo: 2, at: noon)
        let attempt = queue.take(atMost: 1, at: noon)[0]
        try queue.finish(attempt, .failed("busy", pause: .seconds(30)), at: noon, random: 0)
        #expect(queue.take(atMost: 8, at: noon + .seconds(29)) == [] && queue.nextDue == noon + .seconds(30))
        #expect(queue.take(atMost: 8, at: noon + .seconds(30)).map(\.position) == [1, 0])
    }

    @Test func endpointsDoNotMixInTheStore() throws {
        var (one, other) = (try queue("a"), try queue("a-b"))
        try one.admit([(0, 7)], upTo: 1, at: noon)
        try other.admit([(0, 7), (1 << 40, 8)], upTo: 1 << 40 + 1, at: noon)
        #expect(try queue("a").count == 1 && queue("a").state.cursor == 1)
        #expect(try queue("a-b").count == 2)
        #expect(try store.waitingEvents(of: "a-b").map(\.position) == [0, 1 << 40])
    }

    @Test func theScheduleIsTheRecommendedOne() {
        let hours = [0.0014, 0.083, 0.5, 2, 5, 10, 14, 20, 24]
        for (index, hour) in hours.enumerated() {
            let least = WebhookSchedule.standard.delay(after: index + 1, random: 0)
            let most = WebhookSchedule.standard.delay(after: index + 1, random: .max)
            #expect(abs(Double(least?.microseconds ?? 0) / 3_600_000_000 - hour) < 0.001)
            #expect((most?.microseconds ?? 0) >= (least?.microseconds ?? 0))
            #expect(Double(most?.microseconds ?? 0) < Double(least?.microseconds ?? 0) * 1.1)
        }
        #expect(WebhookSchedule.standard.delay(after: 10, random: 0) == nil)
    }
}
