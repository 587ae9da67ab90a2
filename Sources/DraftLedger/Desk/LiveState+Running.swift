import Draft

/// The rooms whose clocks run, which all stand still while the machine's clock is behind the ledger's.
struct RunningRooms {
    /// How often they were looked for. What was read for an earlier look lacks rooms that have started since.
    private var look = 0
    /// The rooms in memory that were running when the look began, which the log need not have yet.
    private var inMemory: Set<RoomID>?
    /// Those that the log has.
    private var durable: [RoomID]?

    /// What is to be read.
    var need: Need { .runningRooms(look: look) }

    /// All of them, and perhaps some that stand still meanwhile; nil where that has to be read first.
    var all: Set<RoomID>? { durable.map { (inMemory ?? []).union($0) } }

    /// Begins a look, if none has begun.
    mutating func begin(_ rooms: @autoclosure () -> Set<RoomID>) {
        if inMemory == nil { inMemory = rooms() }
    }

    /// Takes in what was read.
    mutating func add(_ rooms: [RoomID], look: Int) {
        if look == self.look, inMemory != nil { durable = rooms }
    }

    /// Ends the look: from here on rooms may start.
    mutating func end() {
        guard inMemory != nil else { return }
        look += 1
        inMemory = nil
        durable = nil
    }
}

extension LiveState {
    /// The rooms whose clocks run, in order; nil where it takes reading to tell. Between the first call and
    /// `running.end()` nothing must be decided.
    func runningRooms() -> [RoomID]? {
        // What leaves memory from now on is durable, and either is running still or was in memory now.
        running.begin(Set(state.rooms.values.lazy.filter { $0.runningClock != nil }.map(\.id)))
        if running.all == nil, !read(running.need) { return nil }
        guard let rooms = running.all?.sorted(), hold(rooms) else { return nil }
        return rooms.filter { state.room($0)?.runningClock != nil }
    }

    /// Whether rooms are all in memory. Those that are not are one need.
    func hold(_ rooms: [RoomID]) -> Bool {
        let absent = rooms.filter { !residents.use(.room($0)) }
        return absent.isEmpty || read(.rooms(absent))
    }
}
