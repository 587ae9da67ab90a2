import LMDB
import Platform

/// The stream heads of a ledger that somebody else may be writing: the rows of `streams`, and what the log has beyond
/// their mark, read once and kept.
final class HeadFollower: Sendable {
    private struct State {
        var table = HeadTable()
        /// The positions that `table` covers; below them, the rows are right.
        var covered: Range<Position> = 0..<0

        /// Restarts if the rows have passed everything that was collected, and drops the passed part when it is half of
        /// the collection. Thus a reader that is called often with few new events also forgets old ones: it covers at most
        /// twice the events beyond the mark, at the cost of one more lookup of each head.
        mutating func forget(below mark: Position) {
            if mark > covered.upperBound || covered.isEmpty {
                self = State(covered: mark..<mark)
            } else if mark > covered.lowerBound, mark - covered.lowerBound >= covered.upperBound - mark {
                var kept = HeadTable()
                table.forEach { if $1.position >= mark { kept.set($0, to: $1) } }
                self = State(table: kept, covered: mark..<covered.upperBound)
            }
        }
    }

    private let tables: LedgerTables
    private let state = Guarded(State())

    init(tables: LedgerTables) { self.tables = tables }

    /// The head of a stream in the snapshot.
    func head(of stream: StreamID, in transaction: borrowing ReadTransaction) throws -> StreamHead? {
        let size = try LogReader.size(tables, in: transaction)
        let mark = try HeadStore.mark(tables, in: transaction)
        var (recent, start) = try withRecent(in: transaction) { ($0[stream], $1.lowerBound) }
        if mark < start || recent.map({ $0.position >= size }) ?? false {
            // Other threads read later snapshots: what was collected begins behind this one's rows, or ends behind its
            // last event.
            var table = HeadTable()
            try HeadStore.collect(mark..<size, into: &table, tables, in: transaction)
            recent = table[stream]
        }
        return try recent ?? StoredHead.read(stream, from: tables.streams, in: transaction)
    }

    /// Calls `body` with each head of the snapshot that its row may not have yet, in no order.
    func forEachRecent(
        in transaction: borrowing ReadTransaction, _ body: (StreamID, StreamHead) -> Void
    ) throws {
        let mark = try HeadStore.mark(tables, in: transaction)
        var (table, start) = try withRecent(in: transaction) { ($0, $1.lowerBound) }
        if mark < start {
            // As above: what this snapshot's rows lack has been forgotten for a later one's.
            table = HeadTable()
            try HeadStore.collect(
                mark..<LogReader.size(tables, in: transaction), into: &table, tables, in: transaction)
        }
        table.forEach { body(StreamID(rawValue: $0), $1) }
    }

    private func withRecent<Result>(
        in transaction: borrowing ReadTransaction, _ body: (HeadTable, Range<Position>) -> Result
    ) throws -> Result {
        let size = try LogReader.size(tables, in: transaction)
        let mark = try HeadStore.mark(tables, in: transaction)
        return try state.withLock { state in
            state.forget(below: mark)
            if size > state.covered.upperBound {
                try HeadStore.collect(state.covered.upperBound..<size, into: &state.table, tables, in: transaction)
                state.covered = state.covered.lowerBound..<size
            }
            return body(state.table, state.covered)
        }
    }
}
