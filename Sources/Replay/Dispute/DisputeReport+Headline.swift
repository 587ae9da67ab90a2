import Draft

extension DisputeReport {
    /// The answer to the complaint in one sentence, for a person who knows nothing of ledgers: "You are right: your pick of
    /// Jonah Millham reached the server in time, …".
    ///
    /// It states a reason about the topic of the complaint. Without a topic it states what is specific to the turn. The
    /// other reasons and their positions follow it in every document.
    public var headline: String {
        let leading = reasons.leading(to: verdict, about: topic)
        return verdict.headline(leading?.answer ?? leading?.text)
    }
}

extension DisputeResolved.Verdict {
    /// - Parameter reason: one or more sentences; nil where nothing on record bears on the claim.
    func headline(_ reason: String?) -> String {
        guard let reason, let first = reason.first else {
            return switch self {
            case .upheld: "You are right."
            case .rejected: "The rules were kept: nothing on record speaks for this claim."
            case .undecidable: "This cannot be decided: the records say nothing about it."
            }
        }
        let answer =
            switch self {
            case .upheld: "You are right"
            case .rejected: "The rules were kept"
            case .undecidable: "This cannot be decided"
            }
        // One colon in a sentence is enough.
        guard !reason.firstSentence.contains(": ") else { return "\(answer). \(reason)" }
        // Names and abbreviations keep their first letter.
        let isCommon = Self.commonWords.contains(String(reason.prefix { $0 != " " && $0 != "," }))
        return "\(answer): \(isCommon ? first.lowercased() + reason.dropFirst() : reason)"
    }

    /// Words that have a capital only at the beginning of a sentence.
    private static let commonWords: Set<String> = [
        "The", "A", "An", "No", "Autodraft", "Recomputing", "This", "These", "Somebody", "It", "You", "Your", "In",
        "By",
        "After", "Another", "Staff", "Pick", "Round", "Room", "User", "Recomputed", "Points", "Nothing", "Entry",
    ]
}

extension String {
    /// Up to the first full stop that a space follows, or all of it.
    fileprivate var firstSentence: Substring {
        guard let end = indices.first(where: { self[$0] == "." && self[index(after: $0)...].first == " " }) else {
            return self[...]
        }
        return self[...end]
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
