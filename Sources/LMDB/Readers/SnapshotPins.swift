import CLMDB
import Platform

/// Snapshots that a writer keeps in LMDB's table for readers that have no slot there; see `SnapshotMarks`.
///
/// A pin protects its own snapshot and all later ones. While readers come and go without a gap, a new pin every quarter
/// of a second lets the oldest one go, so that the file grows by what the oldest reader needs and little more.
final class SnapshotPins: Sendable {
    /// Unchecked because one thread at a time uses the handle: the one that has the list's lock.
    private struct Pin: @unchecked Sendable {
        let handle: OpaquePointer
        let transaction: UInt64
        /// On the monotonic clock, in nanoseconds.
        let begun: UInt64
    }

    private static let interval: UInt64 = 250_000_000
    private static let limit = 16
    /// How long a reader without a slot may take. It cannot write, so it must not fill the writer's disk by standing
    /// still.
    static let longest: UInt64 = 600_000_000_000

    private let marks: SnapshotMarks
    private let pins = Guarded<[Pin]>([])

    init(in directory: String) throws(LMDBError) {
        marks = try SnapshotMarks(in: directory, isWriter: true)
    }

    /// Pins and unpins as the marks ask for it. Before each write transaction, inside the gate.
    func update(in environment: OpaquePointer) {
        let oldest = marks.oldest()
        pins.withLock { pins in
            guard let oldest else { return Self.release(&pins, pins.count) }
            let now = SystemClock.monotonic()
            while let first = pins.first,
                now - first.begun > Self.longest || pins.count > 1 && pins[1].transaction <= oldest + 1
            {
                Self.release(&pins, 1)
            }
            let isDue = pins.last.map { now - $0.begun > Self.interval } ?? true
            guard isDue, pins.count < Self.limit else { return }
            var handle: OpaquePointer?
            let status = mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &handle)
            if status == MDB_SUCCESS, let handle {
                pins.append(Pin(handle: handle, transaction: UInt64(mdb_txn_id(handle)), begun: now))
            } else if pins.isEmpty {
                // The table is full. Readers without a slot have to know that nothing protects them.
                marks.withdraw()
            }
        }
    }

    /// Frees them all, before the environment is closed.
    func removeAll() { pins.withLock { Self.release(&$0, $0.count) } }

    private static func release(_ pins: inout [Pin], _ count: Int) {
        for pin in pins.prefix(count) { mdb_txn_abort(pin.handle) }
        pins.removeFirst(count)
    }
}
