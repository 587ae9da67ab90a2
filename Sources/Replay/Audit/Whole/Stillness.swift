import Draft

/// The stretches of more than a second in which nothing of the whole ledger was recorded.
///
/// A process that was stopped, a machine without time for it and a slow disk leave them. An operator that holds one
/// command back records others meanwhile.
struct Stillness: Sendable {
    struct Stretch: Hashable, Sendable {
        var start: Timestamp
        var end: Timestamp
        /// Whether clocks were being shown until then, a tick about every second, of which none came any more: nobody who
        /// records can have been at work.
        var stopsClocks: Bool
    }

    /// In the order of the ledger.
    let stretches: [Stretch]

    init(_ stretches: [Stretch] = []) { self.stretches = stretches }

    /// How much of a time lies in such stretches.
    ///
    /// - Parameter stoppingClocks: counts only those that are known to have stopped clocks.
    func length(from start: Timestamp, until end: Timestamp, stoppingClocks: Bool = false) -> Interval {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].end <= start { low = middle + 1 } else { high = middle }
        }
        var length = Interval.zero
        for stretch in stretches[low...] {
            guard stretch.start < end else { break }
            if stoppingClocks, !stretch.stopsClocks { continue }
            length = length + max(.zero, min(stretch.end, end) - max(stretch.start, start))
        }
        return length
    }
}

extension Interval {
    fileprivate static func + (lhs: Interval, rhs: Interval) -> Interval {
        let (sum, overflows) = lhs.microseconds.addingReportingOverflow(rhs.microseconds)
        return Interval(microseconds: overflows ? .max : sum)
    }

    /// What is left of a length of time.
    func reduced(by other: Interval) -> Interval {
        let (rest, overflows) = microseconds.subtractingReportingOverflow(other.microseconds)
        return Interval(microseconds: overflows ? .max : rest)
    }
}

/// Gathers the stretches from the times of records, in the order of the ledger.
struct StillnessGatherer: Sendable {
    private(set) var stretches: [Stillness.Stretch] = []
    private var first: (time: Timestamp, position: UInt64)?
    private var last: Timestamp?
    /// The last ticks, at most as many as show that clocks are shown.
    private var ticks: [Timestamp] = []

    /// As many ticks within this time are what a service leaves that shows clocks.
    private static let shown = 3
    private static let span = Interval.seconds(5)

    /// Takes the time of the next record.
    mutating func note(_ time: Timestamp, at position: UInt64, isTick: Bool) {
        if let last, time - last > AuditNotes.longestHandling {
            stretches.append(Stillness.Stretch(start: last, end: time, stopsClocks: showsClocks(at: last)))
        }
        if first == nil { first = (time, position) }
        last = time
        if isTick { ticks = ticks.suffix(Self.shown - 1) + [time] }
    }

    /// Whether clocks were being shown; where the records before are not known, they may have been.
    private func showsClocks(at time: Timestamp) -> Bool {
        if ticks.count == Self.shown, time - ticks[0] <= Self.span { return true }
        return first.map { $0.position > 0 && time - $0.time <= Self.span } ?? false
    }

    /// Adds what was gathered of the next part of the ledger.
    mutating func append(_ next: StillnessGatherer) {
        if let first = next.first { note(first.time, at: first.position, isTick: false) }
        stretches += next.stretches
        ticks = Array((ticks + next.ticks).suffix(Self.shown))
        last = next.last ?? last
    }

    var stillness: Stillness { Stillness(stretches) }
}
