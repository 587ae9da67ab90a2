import Draft
package import DraftLedger
import Platform
package import Records

/// Whole tournaments, drafted by seeded drafters through the real commands.
///
/// Everything that happens is a command that `decide` answered: joins, deposits, picks, clocks that run out, taps that
/// come too late. The rules alone write events; the simulation only decides who wants what, and when. Equal options
/// give equal events, times and ids included, on any machine and any number of threads.
///
/// Rooms draft on all cores, a wave at a time, while the wave before is appended: memory holds two waves, a thousand
/// bytes for each finished room and the wallets. A core makes a million lively events a second, storage apart.
package struct Simulation: Sendable {
    package let options: SimulationOptions

    /// - Throws: `SimulationError.invalidOption` for an option out of its range.
    package init(_ options: SimulationOptions) throws(SimulationError) {
        try options.validate()
        self.options = options
    }

    /// Simulates from given numbers and hands over the events, in the order of time and in portions that part no
    /// command.
    ///
    /// - Parameters:
    ///   - start: the first numbers and the first moment.
    ///   - portion: how many events a portion has, more or less.
    ///   - progress: rooms that have ended, and rooms in all.
    ///   - keep: stores the free text of events that `append` gets later; it is stored outside the log.
    ///   - append: takes the next portion. What it throws ends the simulation.
    /// - Returns: what the portions amount to.
    package func run(
        from start: SimulationStart = .new, portion: Int = 20_000, progress: ProgressHandler? = nil,
        keep: ([SentWords]) throws -> Void = { _ in }, append: ([PendingEvent]) throws -> Void
    ) throws -> SimulationSummary {
        var summary = SimulationSummary()
        let words = options.isLively ? WordBook([]) : nil
        let stages = StagesAhead(SimulationStages(options, from: start, words: words))
        while let stage = try stages.next() {
            if let written = words?.takeAll(), !written.isEmpty { try keep(written) }
            for events in stage.portions(of: portion) {
                for event in events { summary.count(event.event) }
                summary.firstMoment = summary.firstMoment ?? events.first?.recordedAt
                summary.lastMoment = events.last?.recordedAt
                try append(Array(events))
            }
            progress?(
                UInt64(summary.completedRooms + summary.voidedRooms + summary.cancelledRooms), UInt64(options.rooms))
        }
        return summary
    }
}

extension WordBook {
    fileprivate func takeAll() -> [SentWords] {
        withLock { words in
            defer { words = [] }
            return words
        }
    }
}

extension [PendingEvent] {
    /// Consecutive slices of at least `size` events, the last one apart, none of which ends within a moment.
    fileprivate func portions(of size: Int) -> [ArraySlice<PendingEvent>] {
        var portions: [ArraySlice<PendingEvent>] = []
        var first = startIndex
        while first < endIndex {
            var end = Swift.min(endIndex, first + Swift.max(1, size))
            while end < endIndex, self[end].recordedAt == self[end - 1].recordedAt { end += 1 }
            portions.append(self[first..<end])
            first = end
        }
        return portions
    }
}
