/// The names of a file's columns. Names match whatever their case and whatever spaces or underscores are in them: sites
/// write `Picked At`, `PickedAt` and `picked_at` for the same thing.
struct CSVHeader {
    let names: [String]
    private let indexes: [String: Int]

    /// - Parameter reader: has just read the header.
    init(_ reader: CSVReader) {
        names = reader.fields.indices.map { reader.text($0) }
        indexes = Dictionary(zip(names.map(Self.folded), names.indices)) { first, _ in first }
    }

    /// The index of the first of these columns that the file has.
    func index(of names: String...) -> Int? {
        for name in names {
            if let index = indexes[Self.folded(name)] { return index }
        }
        return nil
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "_" }
    }
}
