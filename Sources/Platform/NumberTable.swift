/// From a number to a value: a hash table with open addressing, Fibonacci hashing and linear probing.
///
/// For the inner loops of appends and folds, which look up a room or a stream for every event. A `Dictionary` costs
/// 15-20 ns a look-up, mostly for a hash that withstands an attacker. The keys here are the ledger's own numbers, which
/// are not chosen to collide, so one multiplication does, and a look-up is 2-3 ns. Key and value lie side by side, so
/// that it touches one line of memory.
///
/// At least a quarter of the slots is free. Nothing is ever taken out.
@usableFromInline
package struct NumberTable<Value> {
    /// The flag comes last, where it takes room that the alignment of the key leaves unused anyway.
    @usableFromInline
    struct Slot {
        @usableFromInline var key: UInt64
        @usableFromInline var value: Value
        @usableFromInline var isUsed: Bool

        @inlinable
        init(key: UInt64, value: Value, isUsed: Bool) {
            self.key = key
            self.value = value
            self.isUsed = isUsed
        }
    }

    /// A power of two of them.
    @usableFromInline var slots: ContiguousArray<Slot>
    @usableFromInline var shift: UInt64
    @usableFromInline let blank: Value

    /// The number of keys.
    @usableFromInline package internal(set) var count = 0

    /// - Parameters:
    ///   - blank: what a slot holds before its key comes.
    ///   - minimumCapacity: the number of keys for which the table need not grow.
    @inlinable
    package init(blank: Value, minimumCapacity: Int = 0) {
        var capacity = 8
        while capacity / 4 * 3 < minimumCapacity { capacity *= 2 }
        self.init(blank: blank, capacity: capacity)
    }

    @inlinable
    init(blank: Value, capacity: Int) {
        self.blank = blank
        slots = ContiguousArray(repeating: Slot(key: 0, value: blank, isUsed: false), count: capacity)
        shift = UInt64(capacity.leadingZeroBitCount + 1)
    }

    /// The value of a key; nil if the key is missing.
    @inlinable
    package subscript(key: UInt64) -> Value? {
        let place = place(of: key)
        return slots[place].isUsed ? slots[place].value : nil
    }

    /// Gives a key a value, or another one.
    @inlinable
    package mutating func set(_ key: UInt64, to value: Value) {
        update(key) { $0 = value }
    }

    /// Changes the value of a key, which is blank at first.
    @inlinable
    @inline(__always)
    package mutating func update<Result>(_ key: UInt64, _ body: (inout Value) -> Result) -> Result {
        var place = place(of: key)
        if !slots[place].isUsed { place = add(key, at: place) }
        return body(&slots[place].value)
    }

    /// Changes the value of a key if it has one.
    @inlinable
    package mutating func updateIfPresent<Result>(_ key: UInt64, _ body: (inout Value) -> Result?) -> Result? {
        let place = place(of: key)
        return slots[place].isUsed ? body(&slots[place].value) : nil
    }

    /// Calls `body` with each key and its value, in no order.
    @inlinable
    package func forEach<Failure: Error>(_ body: (UInt64, Value) throws(Failure) -> Void) throws(Failure) {
        for slot in slots where slot.isUsed { try body(slot.key, slot.value) }
    }

    /// Calls `body` with each key and its value, which it may change, in no order.
    @inlinable
    package mutating func updateAll<Failure: Error>(
        _ body: (UInt64, inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        for place in slots.indices where slots[place].isUsed { try body(slots[place].key, &slots[place].value) }
    }

    /// The slot of a key, or the free one where it belongs.
    @inlinable
    @inline(__always)
    func place(of key: UInt64) -> Int {
        // Fibonacci hashing: the golden ratio spreads neighbours, which rooms and the streams of one room are, over the
        // whole table. The upper bits of the product do; those below them leave numbers in a row in clusters.
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
        while slots[place].isUsed, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
        return place
    }

    /// Takes a slot for a new key.
    ///
    /// - Returns: where it is, which is elsewhere if the table had to grow.
    @inlinable
    @inline(never)
    mutating func add(_ key: UInt64, at place: Int) -> Int {
        count += 1
        guard count <= slots.count / 4 * 3 else {
            grow()
            let place = self.place(of: key)
            slots[place] = Slot(key: key, value: blank, isUsed: true)
            return place
        }
        slots[place] = Slot(key: key, value: blank, isUsed: true)
        return place
    }

    @inlinable
    mutating func grow() {
        var larger = NumberTable(blank: blank, capacity: slots.count * 2)
        for slot in slots where slot.isUsed { larger.slots[larger.place(of: slot.key)] = slot }
        slots = larger.slots
        shift = larger.shift
    }
}

extension NumberTable: Sendable where Value: Sendable {}
extension NumberTable.Slot: Sendable where Value: Sendable {}
