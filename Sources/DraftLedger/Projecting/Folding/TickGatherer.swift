import Draft

/// Stands between a scan of the log and a fold: draws ticks together and leaves out what no fold asks for.
///
/// The inner loop of every replay and rebuild. A tick costs a look-up and 12 bytes in a table small enough to stay
/// near the processor, where the room's whole state would not be.
struct TickGatherer<Sink: FoldSink & ~Copyable>: ~Copyable {
    private var sink: Sink
    private var index = NumberIndex()
    private var numbers: ContiguousArray<UInt64> = []
    private var runs: ContiguousArray<TickRun> = []

    init(into sink: consuming Sink) { self.sink = sink }

    /// Takes the log's next record.
    mutating func take(_ record: RecordView) throws {
        if record.isOfRoom {
            let number = record.roomNumber
            if record.isTick { return try take(try record.tick(), ofRoom: number) }
            if let place = index[number] { try end(place) }
        } else if !record.isOfMoney {
            return
        }
        try sink.take(record)
    }

    private mutating func take(_ tick: ClockTicked, ofRoom number: UInt64) throws {
        let place = index[number] ?? add(number)
        if runs[place].extend(by: tick) { return }
        try end(place)
        runs[place] = TickRun(tick)
    }

    private mutating func end(_ place: Int) throws {
        guard runs[place].count > 0 else { return }
        try sink.take(runs[place], ofRoom: numbers[place])
        runs[place] = TickRun()
    }

    private mutating func add(_ number: UInt64) -> Int {
        index.set(number, to: runs.count)
        numbers.append(number)
        runs.append(TickRun())
        return runs.count - 1
    }

    /// Hands on the runs that are under way.
    mutating func flush() throws {
        for place in runs.indices { try end(place) }
    }

    /// Hands on the runs that are under way, and then the sink.
    consuming func finish() throws -> Sink {
        try flush()
        return sink
    }
}
