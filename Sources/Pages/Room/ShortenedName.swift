/// A player's name in less and less room.
package struct ShortenedName {
    private let words: [Substring]
    private let suffix: Substring?

    private static let suffixes: Set<Substring> = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV", "V"]

    init(_ full: String) {
        var words = full.split(separator: " ")
        let last = words.last
        suffix = words.count > 2 && last.map(Self.suffixes.contains) == true ? words.removeLast() : nil
        self.words = words
    }

    /// `J. Chase`, `A. St. Brown`, `K. Walker III`; a name of one word stays.
    var short: String { suffix.map { "\(shortWithoutSuffix) \($0)" } ?? shortWithoutSuffix }

    private var shortWithoutSuffix: String {
        guard words.count > 1, let initial = words[0].first else { return last }
        return "\(initial). \(last)"
    }

    private var last: String {
        words.count > 1 ? words.dropFirst().joined(separator: " ") : words.first.map(String.init) ?? "?"
    }

    /// As much of the name as fits: without the suffix, then without the initial, then cut.
    func fitting(_ columns: Int) -> String {
        [short, shortWithoutSuffix, last].first { DisplayWidth.of($0) <= columns }
            ?? StyledText(last).truncated(to: columns).plain
    }
}
