import LMDB

/// The chunks of the log that have events.
///
/// All of them, in a log that is whole. In a damaged one a single wrong position can be as far away as numbers go, and
/// what lies between has to be told, not walked through. One look-up a chunk.
struct OccupiedChunks: Sendable {
    private static let chunkSize: Position = 1 << 16

    private let size: Position
    private var starts: [Position] = []

    /// - Parameter size: the end of the last chunk.
    init(below size: Position, _ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws {
        self.size = size
        starts = try transaction.withCursor(on: tables.events) { cursor in
            var starts: [Position] = []
            var next: Position = 0
            while next < size, try cursor.move(toOrAfter: next) {
                let position = try cursor.key
                // Where keys are not in order, a search can lead anywhere, and must not lead back.
                guard (next..<size).contains(position) else { break }
                let start = position / Self.chunkSize * Self.chunkSize
                starts.append(start)
                next = start + Self.chunkSize
            }
            return starts
        }
    }

    var count: Int { starts.count }

    subscript(number: Int) -> Range<Position> {
        let start = starts[number]
        return start..<min(start + Self.chunkSize, size)
    }
}
