import Draft

extension PlayerPosition {
    /// The app's colour of the position.
    var color: Color {
        switch self {
        case .quarterback: .quarterback
        case .runningBack, .fullback: .runningBack
        case .wideReceiver: .wideReceiver
        case .tightEnd: .tightEnd
        default: .bench
        }
    }
}

extension PlayerListing {
    /// `WR·CIN`, or the position alone where the source names no team.
    var positionAndTeam: String { team.isEmpty ? position.abbreviation : "\(position.abbreviation)·\(team)" }

    /// `Ja'Marr Chase WR·CIN`
    var styled: StyledText { StyledText(name + " ") + StyledText(positionAndTeam, .colored(position.color)) }
}

extension PickSource {
    /// The letter by which a board marks a pick that was not made by hand.
    var mark: String {
        switch self {
        case .manual: ""
        case .queue: "q"
        case .rankings: "r"
        case .adp: "a"
        case .fallback: "f"
        case .skipped: "s"
        case .unknown: "?"
        case .corrected: "c"
        }
    }

    /// The meaning of the mark.
    var explanation: String {
        switch self {
        case .manual: "picked by hand"
        case .queue: "autopicked from the queue"
        case .rankings: "autopicked from the rankings"
        case .adp: "autopicked by ADP"
        case .fallback: "autopicked beyond the limits"
        case .skipped: "clock ran out, skipped"
        case .unknown: "unknown to the source"
        case .corrected: "corrected"
        }
    }
}

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
