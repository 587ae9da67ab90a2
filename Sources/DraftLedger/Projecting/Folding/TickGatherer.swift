import Draft
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
        guard record.isTick, record.isOfRoom else { return try takeOther(record) }
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
