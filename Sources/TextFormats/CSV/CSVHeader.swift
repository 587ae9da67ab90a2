/// The names of a file's columns. Names match whatever their case and whatever spaces or underscores are in them: sites
/// write `Picked At`, `PickedAt` and `picked_at` for the same thing.
package struct CSVHeader {
    @usableFromInline package let names: [String]
    private let indexes: [String: Int]

    /// - Parameter reader: has just read the header.
    package init<Failure>(_ reader: CSVReader<Failure>) {
        names = reader.fields.indices.map { reader.text($0) }
        indexes = Dictionary(zip(names.map(Self.folded), names.indices)) { first, _ in first }
    }

    /// The index of the first of these columns that the file has.
    package func index(of names: String...) -> Int? {
        for name in names {
            if let index = indexes[Self.folded(name)] { return index }
        }
        return nil
    }

    /// Whether the record says the same: files that were put behind one another begin with a header each.
    @inlinable
    package func isRepeated<Failure>(in reader: CSVReader<Failure>) -> Bool {
        reader.fields.count == names.count
            && names.indices.allSatisfy { reader.bytes($0).elementsEqual(names[$0].utf8) }
    }

    /// Returns the description of a header without the given columns.
    package func found(missing columns: [String]) -> String {
        separatedOtherwise ?? "a header without " + columns.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// The description of a header that seems to use a separator other than the comma; nil for any other header.
    package var separatedOtherwise: String? {
        let isText = names.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\t" } }
        guard names.count == 1, isText else { return nil }
        let separators: [(Character, String)] = [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")]
        return separators.first { separator, _ in names[0].count { $0 == separator } > 1 }
            .map { "a header that is separated by \($0.1) and not by commas" }
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "_" }
    }
}
