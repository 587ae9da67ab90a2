package import Pages
import Reports
import TextFormats

extension FigureTable {
    /// Returns the report as an SQLite database.
    ///
    /// Its rows are a table with the columns of the CSV, under the name that they have in JSON; `meta` has the filter, the count of
    /// entries and the ledger's position.
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
