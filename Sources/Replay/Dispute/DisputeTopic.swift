import Draft

/// The topic of a complaint about a pick.
///
/// Of the true reasons for a verdict, the first sentence of a report states the one that answers the complaint. The
/// topic never changes the verdict.
public enum DisputeTopic: String, CaseIterable, Sendable {
    case queue
    case clock
    case fee
    case order
    case doubleTap = "double-tap"
    case pause
    case correction
    case refusal
    case arrival

    /// The topic of a claim in a member's own words, by plain keywords; nil if it contains none of them.
    ///
    ///     DisputeTopic(claim: "My queue was not read.")  // .queue
    ///
    /// - Complexity: one pass over the claim for each keyword.
    public init?(claim: String) {
        let words = claim.lowercased().split { !$0.isLetter && $0 != "'" }.joined(separator: " ")
        let text = " \(words) "
        let topic = Self.keywords.first { $0.words.contains { text.contains(" \($0) ") } }?.topic
        guard let topic else { return nil }
        self = topic
    }

    /// The earlier topic wins: somebody who was charged twice did not tap twice.
    private static let keywords: [(topic: DisputeTopic, words: [String])] = [
        (
            .fee,
            ["fee", "fees", "charge", "charged", "charges", "paid", "pay", "money", "refund", "refunded", "refunds"]
        ),
        (.queue, ["queue", "queues", "queued", "ranking", "rankings"]),
        (.pause, ["pause", "paused", "pauses", "overnight", "night", "asleep", "outage", "offline"]),
        (
            .correction,
            [
                "wrong player", "wrong row", "player above", "player below", "corrected", "correction", "replaced",
                "changed",
            ]
        ),
        (.doubleTap, ["twice", "double", "two picks", "second tap"]),
        (.order, ["order", "rigged", "lottery"]),
        (.refusal, ["refused", "refusal", "rejected", "denied", "error"]),
        (.clock, ["clock", "timer", "countdown", "seconds"]),
        (.arrival, ["click", "clicked", "tapped", "late", "in time", "autopick", "autopicked"]),
    ]
}

extension DisputeTopic {
    /// The subjects that answer a complaint of this topic, the best first.
    var subjects: [DisputeSubject] {
        switch self {
        case .queue: [.queueEdit, .queue, .autopick]
        case .clock: [.extension, .pause, .clock]
        case .fee: [.cancelledFee, .fee]
        case .order: [.order]
        case .doubleTap: [.secondTap]
        case .pause: [.pause]
        case .correction: [.correction]
        case .refusal: [.refusal, .secondTap]
        case .arrival: [.receipt, .refusal, .arrival, .silence, .clock]
        }
    }
}

/// The subject of a reason. Of several reasons for a rejected claim, the headline states the one with the first subject:
/// what happened in this turn alone comes before what every turn has.
enum DisputeSubject: Int, Comparable {
    case cancelledFee, owner, receipt, correction, refusal, secondTap, autodraft, queueEdit, queue, pause, `extension`,
        clock, autopick
    case arrival, silence, other, order, fee

    static func < (lhs: DisputeSubject, rhs: DisputeSubject) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The subject of the reasons of a rule that state no other.
    init(of rule: DisputeRule) {
        self =
            switch rule {
            case .arrival: .arrival
            case .pickNumber: .secondTap
            case .clock: .clock
            case .receipt: .receipt
            case .pause: .pause
            case .autopick: .autopick
            case .queue: .queue
            case .autodraft: .autodraft
            case .correction: .correction
            case .draw: .order
            case .fee: .fee
            case .turn, .stake, .record, .signature, .notice, .evidence, .window, .closing, .standing: .other
            }
    }
}

extension [DisputeReport.Reason] {
    /// The reason that the headline states; nil if no reason carries the verdict.
    ///
    /// A claim is upheld or left open for the reasons that say so. A rejected one is answered by any true reason.
    func leading(to verdict: DisputeResolved.Verdict, about topic: DisputeTopic?) -> DisputeReport.Reason? {
        let carrying = filter { $0.bearing == verdict }
        let candidates = verdict == .rejected && !carrying.isEmpty ? self : carrying
        let answers = (topic?.subjects ?? []).lazy.compactMap { subject in candidates.first { $0.subject == subject } }
        if let answer = answers.first { return answer }
        return verdict == .rejected ? candidates.min { $0.subject < $1.subject } : carrying.first
    }
}
