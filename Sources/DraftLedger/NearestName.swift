/// Suggestions for an unknown name.
package enum NearestName {
    /// The name that is nearest to a word: the same but for case, else with a third of its letters wrong at most; nil
    /// where none is. O(names · length²).
    ///
    /// - Parameters:
    ///   - word: what was written.
    ///   - names: what there is.
    ///   - letters: how many may be wrong at most, where a third of them would be another name.
    package static func of(_ word: String, among names: some Sequence<String>, letters: Int = .max) -> String? {
        let folded = word.lowercased()
        let allowed = min(letters, max(1, folded.count / 3))
        var nearest: (name: String, distance: Int)?
        for name in names where !name.isEmpty && abs(name.count - folded.count) <= allowed {
            let distance = distance(name.lowercased(), folded)
            guard distance <= allowed else { continue }
            // Of equally near ones the first by name, in whatever order they come.
            if nearest.map({ (distance, name) < ($0.distance, $0.name) }) ?? true { nearest = (name, distance) }
        }
        return nearest?.name
    }

    /// The name of a column or member that seems to be a misprint of a word; nil where there is the word itself, or none is
    /// near. Two letters are a misprint: 'receptions' is three away from 'interceptions', and a name of its own.
    package static func misprint(of word: String, among names: some Sequence<String>) -> String? {
        of(word, among: names, letters: 2)
    }

    /// " Did you mean 'name'?", or nothing.
    package static func hint(for word: String, among names: some Sequence<String>) -> String {
        of(word, among: names).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// How many letters have to be added, dropped, replaced or swapped with their neighbour to make one word of the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        // The row before the one before, the one before, and the one that is made.
        var earlier = [Int](repeating: 0, count: other.count + 1)
        var before = Array(0...other.count)
        for index in one.indices {
            var row = [index + 1]
            for column in other.indices {
                let replaced = before[column] + (one[index] == other[column] ? 0 : 1)
                var least = min(replaced, row[column] + 1, before[column + 1] + 1)
                if index > 0, column > 0, one[index] == other[column - 1], one[index - 1] == other[column] {
                    least = min(least, earlier[column - 1] + 1)
                }
                row.append(least)
            }
            (earlier, before) = (before, row)
        }
        return before[other.count]
    }
}
