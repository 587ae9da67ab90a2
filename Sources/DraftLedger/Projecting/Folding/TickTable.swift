import Draft
import Platform

/// The run of ticks that is under way in each room: one look-up for a tick.
struct TickTable {
    private var runs = NumberTable(blank: TickRun(), minimumCapacity: 48)

    /// Takes a tick into its room's run.
    ///
    /// - Returns: the run that the tick ended, because it is of another pick.
    @inline(__always)
    mutating func extend(_ room: UInt64, by tick: ClockTicked) -> TickRun? {
        runs.update(room) { run in
            run.extend(by: tick) ? nil : Self.replace(&run, by: TickRun(tick))
        }
    }

    /// Ends a room's run.
    ///
    /// - Returns: the run; nil where none was under way.
    mutating func end(_ room: UInt64) -> TickRun? {
        runs.updateIfPresent(room) { run in
            run.count == 0 ? nil : Self.replace(&run, by: TickRun())
        }
    }

    /// Ends every run.
    mutating func endAll(_ body: (TickRun, _ room: UInt64) throws -> Void) rethrows {
        try runs.updateAll { room, run in
            if run.count > 0 { try body(Self.replace(&run, by: TickRun()), room) }
        }
    }

    @inline(never)
    private static func replace(_ run: inout TickRun, by next: TickRun) -> TickRun {
        defer { run = next }
        return run
    }
}
