import Draft

/// The run of ticks that is under way in each room: a hash table with open addressing, room and run side by side, so
/// that a tick touches one line of memory.
///
/// The keys are the ledger's own numbers, which nobody chooses to collide, so that one multiplication is hash enough.
struct TickTable {
    private struct Slot {
        /// The room's number + 1; 0 where free.
        var name: UInt64 = 0
        var run = TickRun()
    }

    private var slots = ContiguousArray(repeating: Slot(), count: 64)
    private var shift: UInt64 = 58
    private var count = 0

    /// Takes a tick into its room's run.
    ///
    /// - Returns: the run that the tick ended, because it is of another pick.
    @inline(__always)
    mutating func extend(_ room: UInt64, by tick: ClockTicked) -> TickRun? {
        let place = place(of: room)
        guard slots[place].name != 0 else {
            add(TickRun(tick), of: room)
            return nil
        }
        if slots[place].run.extend(by: tick) { return nil }
        return replace(place, by: TickRun(tick))
    }

    /// Ends a room's run.
    ///
    /// - Returns: the run; nil where none was under way.
    mutating func end(_ room: UInt64) -> TickRun? {
        let place = place(of: room)
        return slots[place].run.count == 0 ? nil : replace(place, by: TickRun())
    }

    /// Ends every run.
    mutating func endAll(_ body: (TickRun, _ room: UInt64) throws -> Void) rethrows {
        for place in slots.indices where slots[place].run.count > 0 {
            try body(replace(place, by: TickRun()), slots[place].name - 1)
        }
    }

    /// The room's slot, or the free one where it belongs.
    @inline(__always)
    private func place(of room: UInt64) -> Int {
        // Fibonacci hashing: the golden ratio spreads neighbours, and room numbers are neighbours.
        var place = Int(truncatingIfNeeded: (room &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while slots[place].name != room &+ 1, slots[place].name != 0 { place = (place + 1) & (slots.count - 1) }
        return place
    }

    @inline(never)
    private mutating func replace(_ place: Int, by run: TickRun) -> TickRun {
        defer { slots[place].run = run }
        return slots[place].run
    }

    @inline(never)
    private mutating func add(_ run: TickRun, of room: UInt64) {
        count += 1
        if count > slots.count / 2 { grow() }
        slots[place(of: room)] = Slot(name: room &+ 1, run: run)
    }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: Slot(), count: 2 * old.count)
        shift -= 1
        for slot in old where slot.name != 0 { slots[place(of: slot.name - 1)] = slot }
    }
}
