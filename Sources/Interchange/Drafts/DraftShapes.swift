import Draft

/// How many picks a whole draft of each contest has: a file may be cut between two rounds, and what is left of a draft
/// looks like a shorter one.
///
/// The rounds are those that most of the contest's drafts in the files have, of equally many the more. Of a Best Ball
/// Mania, whose contest is known by its year, drafts of twelve have the eighteen of all of them at least, so that a cut
/// draft is told from a whole one also where it is alone. A site's drafts may have any length: a draft of fewer rounds than
/// most of its contests have may be cut, or under way, unless another one of its contest has as many. The rounds
/// can be stated instead.
struct DraftShapes {
    /// A draft's size.
    struct Shape: Hashable, Comparable {
        var teams: UInt8
        var rounds: UInt8
        var picks: Int { Int(teams) * Int(rounds) }

        /// By the length of the draft.
        static func < (left: Self, right: Self) -> Bool { (left.rounds, left.teams) < (right.rounds, right.teams) }
    }

    /// Of every Best Ball Mania.
    static let bestBallMania = Shape(teams: 12, rounds: 18)

    private let usual: Shape?
    private let site: DraftSite?
    private let stated: UInt8?

    /// By contest, what most of its drafts have, and how many have it.
    private var shapes: [String: (shape: Shape, drafts: Int)] = [:]

    /// - Parameters:
    ///   - drafts: those that pass for whole ones.
    ///   - usual: what drafts of that many teams have at least; nil where the source has drafts of any length.
    ///   - site: of a source that has drafts of any length; nil for one that has not.
    ///   - stated: the rounds of all drafts; nil to go by their picks.
    init(of drafts: [GatheredDraft], usual: Shape?, site: DraftSite? = nil, stated: UInt8?) {
        self.usual = usual
        self.site = site
        self.stated = stated
        for (contest, drafts) in Dictionary(grouping: drafts, by: \.contestName) {
            let counts = Dictionary(drafts.map { (Shape(teams: $0.teams, rounds: $0.rounds), 1) }, uniquingKeysWith: +)
            shapes[contest] = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) }
        }
    }

    /// The reason why a draft is not complete; nil for a complete one.
    func issue(of draft: GatheredDraft, files: [SourceFile]) -> ImportIssue? {
        guard let last = draft.picks.last else { return nil }
        func issue(_ found: String, _ expected: String) -> ImportIssue {
            files.issue(at: last.place, draft: draft.externalID, found: found, expected: expected)
        }
        if let stated, draft.rounds > stated {
            return issue("\(draft.rounds) rounds", "\(stated), the rounds that were stated")
        }
        let whole = shape(of: draft)
        guard draft.rounds < whole.rounds else {
            guard let site, stated == nil, draft.rounds < site.usualRounds, shapes[draft.contestName]?.drafts ?? 0 < 2
            else { return nil }
            return issue(
                "\(draft.rounds == 1 ? "1 round" : "\(draft.rounds) rounds") of \(draft.teams) teams, as in a draft that "
                    + "is cut off or running",
                "\(site.usualRounds) rounds, or --rounds \(draft.rounds) if it is complete")
        }
        return issue(
            "\(draft.picks.count) of \(whole.picks) picks",
            "all of a draft of \(whole.teams) x \(whole.rounds); \(Self.advice), and --rounds states other rounds")
    }

    /// Says of a draft that is refused because rows are missing how many there are of how many; any other issue stays.
    func explain(_ issue: ImportIssue, of draft: GatheredDraft) -> ImportIssue {
        let whole = shape(of: draft)
        let snakes = Ruleset.Order.allCases.map { Snake(teams: whole.teams, rounds: whole.rounds, order: $0) }
        // Picks that are right for themselves, each once: what is wrong with them is that others are missing.
        guard !draft.picks.isEmpty, draft.picks.count < whole.picks,
            zip(draft.picks, draft.picks.dropFirst()).allSatisfy({ $0.number < $1.number }),
            snakes.contains(where: { snake in
                draft.picks.allSatisfy { $0.number <= snake.pickCount && snake.slot(of: $0.number) == $0.slot }
            })
        else { return issue }
        var explained = issue
        explained.found = "\(draft.picks.count) of \(whole.picks) picks (\(issue.found))"
        explained.expected = "\(issue.expected); \(Self.advice)"
        return explained
    }

    private static let advice = "the rest may be in another file, to be named in the same command"

    private func shape(of draft: GatheredDraft) -> Shape {
        var shape = shapes[draft.contestName]?.shape ?? usual ?? Shape(teams: draft.teams, rounds: 1)
        if draft.rounds > 0, draft.teams > shape.teams { shape.teams = draft.teams }
        if let usual, draft.teams == usual.teams { shape.rounds = max(shape.rounds, usual.rounds) }
        if let stated { shape.rounds = stated }
        return shape
    }
}

extension DraftShapes {
    /// Checks drafts of which all teams are known, now that all their rows are there.
    ///
    /// - Parameters:
    ///   - drafts: each with what is wrong with it already, if anything is.
    ///   - usual: as of `init`.
    ///   - site: likewise.
    ///   - stated: likewise.
    /// - Returns: those that are whole, their picks in order, and what is wrong with the others.
    static func sound(
        _ drafts: [(draft: GatheredDraft, issue: ImportIssue?)], wording: DraftWording, players: PlayerTable,
        files: [SourceFile], usual: Shape?, site: DraftSite? = nil, stated: UInt8?
    ) -> (drafts: [GatheredDraft], issues: [ImportIssue]) {
        var issues: [ImportIssue] = []
        var whole: [GatheredDraft] = []
        var partial: [(draft: GatheredDraft, issue: ImportIssue)] = []
        for (var draft, issue) in drafts {
            if let issue {
                issues.append(issue)
                continue
            }
            do throws(ImportIssue) {
                try draft.check(wording, players: players, files: files)
                whole.append(draft)
            } catch {
                partial.append((draft, error))
            }
        }
        // How long a draft is, the others tell.
        let shapes = DraftShapes(of: whole, usual: usual, site: site, stated: stated)
        issues += partial.map { shapes.explain($0.issue, of: $0.draft) }
        var sound: [GatheredDraft] = []
        for draft in whole {
            if let issue = shapes.issue(of: draft, files: files) { issues.append(issue) } else { sound.append(draft) }
        }
        return (sound, issues)
    }

    /// Notes about drafts whose length their source does not state.
    static func notes(on drafts: [GatheredDraft], stated: UInt8?) -> [String] {
        guard stated == nil, !drafts.isEmpty else { return [] }
        let rounds = Set(drafts.map(\.rounds)).sorted().map(String.init).joined(separator: ", ")
        return [
            "No file states the rounds of a draft: \(drafts.count == 1 ? "1 draft counts" : "\(drafts.count) drafts count") "
                + "as complete, with \(rounds) rounds. --rounds states them, and refuses drafts that are cut off."
        ]
    }
}
