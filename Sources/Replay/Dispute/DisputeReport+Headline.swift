import Draft

extension DisputeReport {
    /// The answer to the complaint in one sentence, for a person who knows nothing of ledgers: "You are right: the pick of
    /// Jonah Millham reached the server in time, …".
    ///
    /// It is the first reason that carries the verdict; the others and their positions follow it in every document.
    public var headline: String { verdict.headline(reasons.first { $0.bearing == verdict }?.text) }
}

extension DisputeResolved.Verdict {
    /// - Parameter reason: a sentence; nil where nothing on record bears on the claim.
    func headline(_ reason: String?) -> String {
        guard let reason, let first = reason.first else {
            return switch self {
            case .upheld: "You are right."
            case .rejected: "The rules were kept: nothing on record speaks for this claim."
            case .undecidable: "This cannot be decided: the records say nothing about it."
            }
        }
        // Names and abbreviations keep their first letter.
        let words = reason.prefix { $0 != " " }
        let isArticle = ["The", "A", "An", "No", "Autodraft", "Recomputing", "This", "These", "Somebody", "It"]
            .contains { $0 == words }
        let answer =
            switch self {
            case .upheld: "You are right"
            case .rejected: "The rules were kept"
            case .undecidable: "This cannot be decided"
            }
        // One colon in a sentence is enough.
        if reason.contains(": ") { return "\(answer). \(reason)" }
        return "\(answer): \(isArticle ? first.lowercased() + reason.dropFirst() : reason)"
    }
}

extension Ruleset {
    /// The rules that decide a pick, in one sentence for members.
    var pickRules: String {
        guard isTimed else { return "This draft has no clock." }
        let grace = grace > .zero ? " and \(grace.words) of grace" : ""
        let clock = "A member has \(pickClock.words)\(grace) for a pick, and it counts if it reaches the server by then"
        let after = "otherwise the rules pick: from the member's queue, then from the member's own ranking, then by ADP"
        let threshold = missedPicksBeforeAutodraft
        let autodraft =
            threshold == 0
            ? "" : " After \(threshold) missed \(threshold == 1 ? "pick" : "picks in a row") autodraft is turned on."
        return "\(clock); \(after).\(autodraft)"
    }
}
