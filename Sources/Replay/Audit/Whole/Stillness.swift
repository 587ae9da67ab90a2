import Draft
import DraftLedger
import Records
import Synchronization

/// The stretches of more than a second in which nothing of the whole ledger was recorded.
///
/// A process that was stopped, a machine without time for it and a slow disk leave them. An operator that holds one
/// command back records others meanwhile.
struct Stillness: Sendable {
    struct Stretch: Hashable, Sendable {
        var start: Timestamp
        var end: Timestamp
        /// Whether clocks were being shown until then, a tick about every second, of which none came any more: no process can
        /// have recorded then.
        var stopsClocks: Bool
    }

    private enum Source: Sendable {
        /// In the order of the ledger.
        case stretches([Stretch])
        case ledger(StillnessReader)
    }

    private let source: Source

    init(_ stretches: [Stretch] = []) { source = .stretches(stretches) }

    /// The stretches of a ledger that is read only around the times that are asked about.
    init(_ reader: StillnessReader) { source = .ledger(reader) }

    /// How much of a time lies in such stretches. Of those that are shorter than two ticks apart only the longest counts: a
    /// service that is slow all the time is at work.
    ///
    /// The rest of the time is exact up to ``Delays/longestQueueing``. If it is longer, later stretches are not counted.
    ///
    /// - Parameter stoppingClocks: counts only those that are known to have stopped clocks.
    func length(from start: Timestamp, until end: Timestamp, stoppingClocks: Bool = false) -> Interval {
        guard start < end else { return .zero }
        var tally = StillnessTally(start: start, end: end, stoppingClocks: stoppingClocks)
        switch source {
        case .stretches(let stretches):
            var (low, high) = (0, stretches.count)
            while low < high {
                let middle = (low + high) / 2
                if stretches[middle].end <= start { low = middle + 1 } else { high = middle }
            }
            for stretch in stretches[low...] {
                guard stretch.start < end, !tally.isDecided(at: stretch.start) else { break }
                tally.add(stretch)
            }
        case .ledger(let reader): reader.count(&tally)
        }
        return tally.length
    }
}

/// Counts the stretches of a time, in their order.
struct StillnessTally {
    let start: Timestamp
    let end: Timestamp
    let stoppingClocks: Bool
    private var long = Interval.zero
    private var longestShort = Interval.zero

    /// Two ticks and a half: so long a stretch stands for itself.
    private static let own = Interval.milliseconds(2_500)

    init(start: Timestamp, end: Timestamp, stoppingClocks: Bool) {
        (self.start, self.end, self.stoppingClocks) = (start, end, stoppingClocks)
    }

    var length: Interval { long + longestShort }

    /// Whether so much of the time until a moment lies outside of stretches that no later one matters.
    func isDecided(at moment: Timestamp) -> Bool {
        moment > start && (moment - start).reduced(by: length) > Delays.longestQueueing
    }

    mutating func add(_ stretch: Stillness.Stretch) {
        guard stretch.end > start, stretch.start < end, stretch.stopsClocks || !stoppingClocks else { return }
        let part = min(stretch.end, end) - max(stretch.start, start)
        if stretch.end - stretch.start >= Self.own {
            long = long + part
        } else {
            longestShort = max(longestShort, part)
        }
    }
}

/// Reads the stretches of a ledger around a time: for one room, of whose delays there are few.
final class StillnessReader: Sendable {
    private let ledger: DraftLedger
    private let failed = Mutex<DraftLedgerError?>(nil)

    init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// - Throws: the first failure to read that a count met with.
    func check() throws(DraftLedgerError) {
        if let failure = failed.withLock({ $0 }) { throw failure }
    }

    func count(_ tally: inout StillnessTally) {
        do throws(DraftLedgerError) { try read(into: &tally) } catch { failed.withLock { $0 = $0 ?? error } }
    }

    private func read(into tally: inout StillnessTally) throws(DraftLedgerError) {
        var position = try ledger.position(of: .time(tally.start))
        var last: Timestamp?
        try ledger.events(from: position - min(position, 1), limit: 1) { (event) throws(DraftLedgerError) in
            last = event.recordedAt
            return true
        }
        // As many ticks before the first stretch as tell whether clocks were shown.
        if let last { position = min(position, try ledger.position(of: .time(last - StillnessGatherer.lead))) }
        var gatherer = StillnessGatherer()
        var (counted, counting) = (0, tally)
        try ledger.events(from: position) { (event) throws(DraftLedgerError) in
            gatherer.note(event.recordedAt, at: event.position, isTick: event.event.isTick)
            if gatherer.count > counted, let stretch = gatherer.last {
                counted = gatherer.count
                if counting.isDecided(at: stretch.start) { return false }
                counting.add(stretch)
            }
            return event.recordedAt < counting.end && !counting.isDecided(at: event.recordedAt)
        }
        tally = counting
    }
}

extension Interval {
    static func + (lhs: Interval, rhs: Interval) -> Interval {
        let (sum, overflows) = lhs.microseconds.addingReportingOverflow(rhs.microseconds)
        return Interval(microseconds: overflows ? .max : sum)
    }

    /// The remainder of a length of time.
    func reduced(by other: Interval) -> Interval {
        let (rest, overflows) = microseconds.subtractingReportingOverflow(other.microseconds)
        return Interval(microseconds: overflows ? .max : rest)
    }
}

/// Gathers the stretches from the times of records, in the order of the ledger.
struct StillnessGatherer: Codable, Sendable {
    private struct Found: Codable {
        var start: Timestamp
        var end: Timestamp
        /// The last ticks before it, at most as many as show that clocks are shown.
        var ticks: [Timestamp]

        var stretch: Stillness.Stretch {
            let isShown = ticks.count == StillnessGatherer.shown && start - ticks[0] <= StillnessGatherer.span
            return Stillness.Stretch(start: start, end: end, stopsClocks: isShown)
        }
    }

    private var found: [Found] = []
    private var first: FirstRecord?
    private var lastTime: Timestamp?
    private var ticks: [Timestamp] = []

    /// As many ticks within this time are what a service leaves that shows clocks.
    private static let shown = 3
    private static let span = Interval.seconds(5)

    /// How long before a stretch the ticks lie by which it is judged.
    static let lead = Interval.seconds(6)

    var count: Int { found.count }
    var last: Stillness.Stretch? { found.last?.stretch }
    var stretches: [Stillness.Stretch] { found.map(\.stretch) }

    /// Takes the time of the next record.
    mutating func note(_ time: Timestamp, at position: UInt64, isTick: Bool) {
        if let lastTime, time - lastTime > AuditNotes.longestHandling {
            found.append(Found(start: lastTime, end: time, ticks: ticks))
        }
        if first == nil { first = FirstRecord(time: time, position: position) }
        lastTime = time
        if isTick { ticks = Self.latest(ticks + [time]) }
    }

    private static func latest(_ ticks: [Timestamp]) -> [Timestamp] { Array(ticks.suffix(shown)) }

    /// Adds what was gathered of the next part of the ledger.
    mutating func append(_ next: StillnessGatherer) {
        guard let start = next.first else { return }
        note(start.time, at: start.position, isTick: false)
        found += next.found.map { later in
            guard later.ticks.count < Self.shown else { return later }
            return Found(start: later.start, end: later.end, ticks: Self.latest(ticks + later.ticks))
        }
        ticks = Self.latest(ticks + next.ticks)
        lastTime = next.lastTime ?? lastTime
    }

    var stillness: Stillness { Stillness(stretches) }
}
