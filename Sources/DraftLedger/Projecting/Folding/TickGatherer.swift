import Draft
import Platform
import Records

/// Stands between a scan of the log and a fold: draws ticks together and leaves out what no fold asks for.
///
/// The inner loop of every replay and rebuild. A tick costs a look-up in a table small enough to stay near the
/// processor, where the states of all rooms would not; it is inlined into the scan, and the rest is kept out of it.
struct TickGatherer<Sink: FoldSink & ~Copyable>: ~Copyable {
    private var sink: Sink
    private var ticks = TickTable()

    init(into sink: consuming Sink) { self.sink = sink }

    /// Takes the log's next record.
    @inline(__always)
    mutating func take(_ record: RecordView) throws {
        guard record.isTick else { return try takeOther(record) }
        // What is shown of a clock in its own stream counts in no fold.
        guard record.isOfRoom else { return }
        let tick = try record.tick()
        if let ended = ticks.extend(record.roomNumber, by: tick) { try pass(ended, of: record.roomNumber) }
    }

    @inline(never)
    private mutating func takeOther(_ record: RecordView) throws {
        if record.isOfRoom {
            if let ended = ticks.end(record.roomNumber) { try pass(ended, of: record.roomNumber) }
        } else if !record.isOfMoney {
            return
        }
        try sink.take(record)
    }

    private mutating func pass(_ run: TickRun, of room: UInt64) throws { try sink.take(run, ofRoom: room) }

    /// Hands on the runs that are under way.
    mutating func flush() throws {
        try ticks.endAll { run, room in try sink.take(run, ofRoom: room) }
    }

    /// Hands on the runs that are under way, and then the sink.
    consuming func finish() throws -> Sink {
        try flush()
        return sink
    }
}

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
        // Ticks of clocks, which have streams of their own, are in no run.
        if runs.count == 0 { return nil }
        return runs.updateIfPresent(room) { run in
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

/// Ticks of one room that follow one another, as one.
///
/// Nine in ten events of a live ledger are ticks, and all that a fold keeps of them is how many there were and what the
/// last one showed. As long as they are for the same pick, a run of them folds as its last one and a count.
struct TickRun {
    /// At least 1, or 0 where no run is under way.
    private(set) var count: UInt32 = 0
    private(set) var pick: PickNumber = 0
    private(set) var remaining: UInt32 = 0

    /// No run.
    init() {}

    init(_ tick: ClockTicked) { self.init(count: 1, pick: tick.pick, remaining: tick.remaining) }

    init(count: UInt32, pick: PickNumber, remaining: UInt32) {
        self.count = count
        self.pick = pick
        self.remaining = remaining
    }

    /// Takes one more tick in.
    ///
    /// - Returns: false, and does nothing, for a tick of another pick.
    @inline(__always)
    mutating func extend(by tick: ClockTicked) -> Bool {
        guard count == 0 || pick == tick.pick else { return false }
        count &+= 1
        pick = tick.pick
        remaining = tick.remaining
        return true
    }
}
