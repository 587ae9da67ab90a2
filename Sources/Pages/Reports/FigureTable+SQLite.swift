import Interchange
import Reports
import TextFormats

extension FigureTable {
    /// The report as an SQLite database: its rows under the name that they have in JSON, with the columns of its CSV, and `meta` with the filter, how
    /// many entries count, and the ledger's position.
    ///
    /// - Throws: `InterchangeError`.
    package func database() throws -> [UInt8] {
        let table = csv
        return try FigureDatabase(
            name: rowsKey, columns: table.header, rows: table.rows,
            facts: [
                ("report", name), ("filter", filter), ("entries", "\(scope.entries)"), ("drafts", "\(scope.drafts)"),
                ("position", "\(scope.ledgerPosition)"),
            ]
        ).bytes()
    }
}
