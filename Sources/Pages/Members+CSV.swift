package import TextFormats

extension Members {
    /// The names of the members that are neither lists nor objects.
    package var columns: [String] { members.filter { $0.shape.isColumn }.map(\.name) }

    /// Rows for spreadsheets: the members that are neither lists nor objects.
    ///
    /// - Parameter leaving: members that have no column.
    package func csv(of subjects: [Subject], leaving: Set<String> = []) -> CSVTable {
        let columns = members.filter { $0.shape.isColumn && !leaving.contains($0.name) }
        return CSVTable(
            columns.map(\.name), subjects.map { subject in columns.map { $0.value(subject) ?? .null } })
    }
}

extension Shape {
    /// Whether a value of it fits into one field of a table.
    fileprivate var isColumn: Bool {
        switch self {
        case .integer, .within, .number, .string, .length, .pattern, .bool, .time, .choice: true
        case .nullable(let shape), .described(let shape, _), .former(let shape, _): shape.isColumn
        case .any, .list, .object, .map, .named, .either, .anyOf: false
        }
    }
}
