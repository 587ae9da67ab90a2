import LMDB
import Merkle

extension Published.State {
    /// The state of the log in a snapshot.
    ///
    /// - Throws: `damaged` when a hash that the tree's edge needs is missing.
    init(_ tables: LedgerTables, in transaction: borrowing ReadTransaction) throws {
        let size = try LogReader.size(tables, in: transaction)
        edge = try LogReader.edge(size, tables, in: transaction)
        recordedAt = .min
        if size > 0 {
            recordedAt = try LogReader.header(at: size - 1, tables, in: transaction).recordedAt
        }
    }
}
