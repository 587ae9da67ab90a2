/// Stream heads by stream: a hash table with open addressing, 24 bytes a slot and at least a quarter of them free.
///
/// Every event that is appended looks up and moves a head, so this is on the way of bulk appends; a general dictionary
/// with its keyed hash takes several times as long. Stream ids come from this system, not from those who might choose
/// them to collide.
struct HeadTable: Sendable {
    private struct Slot {
        var stream: UInt64
        var position: Position
        /// 0 in a free slot; versions begin at 1.
        var version: UInt32

        static let free = Slot(stream: 0, position: 0, version: 0)
    }

    private var slots: [Slot]
    private var shift: UInt64
    /// The number of streams.
    private(set) var count = 0

    init() {
        slots = []
        shift = 64
    }

    subscript(stream: StreamID) -> StreamHead? {
        get {
            guard count > 0 else { return nil }
            let slot = slots[index(of: stream.rawValue)]
            return slot.version == 0 ? nil : StreamHead(version: slot.version, position: slot.position)
        }
        set {
            guard let newValue else { preconditionFailure("a stream does not lose its head") }
            set(stream.rawValue, newValue)
        }
    }

    private mutating func set(_ stream: UInt64, _ head: StreamHead) {
        if count + 1 > slots.count / 4 * 3 { grow() }
        let index = index(of: stream)
        let isNew = slots[index].version == 0
        slots[index] = Slot(stream: stream, position: head.position, version: head.version)
        if isNew { count += 1 }
    }

    /// The slot of a stream, or the free one where it belongs.
    private func index(of stream: UInt64) -> Int {
        // Fibonacci hashing: neighbouring ids, which streams of one room are, spread over the whole table.
        var index = Int(truncatingIfNeeded: (stream &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while slots[index].version != 0, slots[index].stream != stream { index = (index + 1) & (slots.count - 1) }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: .free, count: max(4, 2 * old.count))
        shift = UInt64(slots.count.leadingZeroBitCount + 1)
        for slot in old where slot.version != 0 { slots[index(of: slot.stream)] = slot }
    }

    /// Calls `body` with each stream and its head, in no order.
    func forEach(_ body: (StreamID, StreamHead) throws -> Void) rethrows {
        for slot in slots where slot.version != 0 {
            try body(StreamID(rawValue: slot.stream), StreamHead(version: slot.version, position: slot.position))
        }
    }

    /// Takes over the heads of another table.
    mutating func merge(_ other: HeadTable) {
        other.forEach { set($0.rawValue, $1) }
    }
}
