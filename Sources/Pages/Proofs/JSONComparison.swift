import TextFormats

/// Compares JSON documents of different versions: members may be added, as the interface says, but none may change.
package enum JSONComparison {
    /// Whether each member of the first document is in the second, with the same value.
    static func all(of older: String, areIn newer: String) -> Bool {
        // What is no JSON has no members to compare.
        guard let older = try? JSONDocument(Array(older.utf8)).root,
            let newer = try? JSONDocument(Array(newer.utf8)).root
        else { return false }
        return isIn(older, newer)
    }

    private static func isIn(_ older: JSONValue, _ newer: JSONValue) -> Bool {
        guard older.kind == newer.kind else { return false }
        switch older.kind {
        case .null: return true
        case .boolean: return older.boolean == newer.boolean
        case .number: return older.number == newer.number
        case .string: return older.string.map { Array($0.utf8) } == newer.string.map { Array($0.utf8) }
        case .array:
            let (old, new) = (older.elements, newer.elements)
            return old.count == new.count && zip(old, new).allSatisfy(isIn)
        case .object:
            let members = Dictionary(newer.members.map { ($0.name, $0.value) }) { first, _ in first }
            return older.members.allSatisfy { member in members[member.name].map { isIn(member.value, $0) } ?? false }
        }
    }
}
