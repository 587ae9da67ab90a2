import Draft

/// How many picks a whole draft of each year has: a file may be cut between two rounds, and what is left of a draft looks
/// like a shorter one.
///
/// The rounds are those that most of the year's drafts in the files have, of equally many the more; and drafts of twelve
/// have the eighteen of every Best Ball Mania at least, so that a cut draft is told from a whole one also where it is
/// alone. Who knows better states the rounds.
struct DraftShapes {
    private struct Shape: Hashable, Comparable {
        var teams: UInt8
        var rounds: UInt8
        var picks: Int { Int(teams) * Int(rounds) }

        /// By the length of the draft.
        static func < (left: Self, right: Self) -> Bool { (left.rounds, left.teams) < (right.rounds, right.teams) }
    }

    private static let usual = Shape(teams: 12, rounds: 18)

    private let stated: UInt8?
    private var shapes: [String: Shape] = [:]

    /// - Parameters:
    ///   - drafts: those that pass for whole ones.
    ///   - stated: the rounds of all drafts; nil to go by their picks.
    init(of drafts: [GatheredDraft], stated: UInt8?) {
        self.stated = stated
        for (year, drafts) in Dictionary(grouping: drafts, by: \.year) {
            let counts = Dictionary(drafts.map { (Shape(teams: $0.teams, rounds: $0.rounds), 1) }, uniquingKeysWith: +)
            shapes[year] = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        }
    }

    /// Why a draft that passes for a whole one is none; nil for one that is.
    func issue(of draft: GatheredDraft, files: [SourceFile]) -> ImportIssue? {
        guard let last = draft.picks.last else { return nil }
        func issue(_ found: String, _ expected: String) -> ImportIssue {
            files.issue(at: last.place, draft: draft.externalID, found: found, expected: expected)
        }
        if let stated, draft.rounds > stated {
            return issue("\(draft.rounds) rounds", "\(stated), the rounds that were stated")
        }
        let whole = shape(of: draft)
        guard draft.rounds < whole.rounds else { return nil }
        return issue(
            "\(draft.picks.count) of \(whole.picks) picks",
            "all of a draft of \(whole.teams) x \(whole.rounds); \(Self.advice), and --rounds states other rounds")
    }

    /// Says of a draft that is refused because rows are missing how many there are of how many; any other issue stays.
    func explain(_ issue: ImportIssue, of draft: GatheredDraft) -> ImportIssue {
        let whole = shape(of: draft)
        let snake = Snake(teams: whole.teams, rounds: whole.rounds)
        // Picks that are right for themselves, each once: what is wrong with them is that others are missing.
        guard !draft.picks.isEmpty, draft.picks.count < whole.picks,
            zip(draft.picks, draft.picks.dropFirst()).allSatisfy({ $0.number < $1.number }),
            draft.picks.allSatisfy({ $0.number <= snake.pickCount && snake.slot(of: $0.number) == $0.slot })
        else { return issue }
        var explained = issue
        explained.found = "\(draft.picks.count) of \(whole.picks) picks (\(issue.found))"
        explained.expected = "\(issue.expected); \(Self.advice)"
        return explained
    }

    private static let advice = "the rest may be in another file, to be named in the same command"

    private func shape(of draft: GatheredDraft) -> Shape {
        var shape = shapes[draft.year] ?? Self.usual
        if draft.rounds > 0, draft.teams > shape.teams { shape.teams = draft.teams }
        if draft.teams == Self.usual.teams { shape.rounds = max(shape.rounds, Self.usual.rounds) }
        if let stated { shape.rounds = stated }
        return shape
    }
}
