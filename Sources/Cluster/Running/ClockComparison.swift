import DraftLedger
import Platform

/// Whether a node's clock is to be trusted with a ledger: a leader's clock dates everything, and the ledger's time never goes back.
///
/// Only who may lead is decided by it, and never what is in the log.
struct ClockComparison {
    /// How far clocks of nodes may be apart, in microseconds.
    static let tolerance: Int64 = 2_000_000

    /// By how much this node's clock is ahead of those of the other nodes that answered, in microseconds.
    var leads: [Int64]
    /// By how much it is behind the ledger's last record, in microseconds.
    var lag: Int64

    /// The judgement of a clock.
    enum Verdict: Equatable {
        case fine
        /// Two others or more agree with each other, and not with this one.
        case wrong(ahead: Int64)
        /// It may be this clock, or the other one.
        case doubtful(ahead: Int64)
    }

    var verdict: Verdict {
        let apart = leads.filter { $0.magnitude > UInt64(Self.tolerance) }
        if apart.isEmpty { return lag > Self.tolerance && !leads.isEmpty ? .doubtful(ahead: -lag) : .fine }
        let sorted = apart.sorted()
        let isCommon = zip(sorted, sorted.dropFirst()).contains { $1 - $0 <= Self.tolerance }
        if isCommon, apart.count * 2 > leads.count { return .wrong(ahead: sorted[sorted.count / 2]) }
        // Of two clocks the one that is ahead could make drafts stand still for as long.
        return leads.count == 1 && sorted[0] < 0 && lag <= Self.tolerance ? .fine : .doubtful(ahead: sorted[0])
    }

    /// Asks other nodes for their time, all at once. Those that do not answer within a moment are left out.
    static func asking(
        _ urls: [String], by peers: any PeerTransport, now: @escaping @Sendable () -> Int64, lastRecord: Int64?
    ) async -> ClockComparison {
        let leads = await withTaskGroup(of: Int64?.self) { group in
            for url in urls {
                group.addTask {
                    let start = now()
                    guard let time = await peers.time(of: url) else { return nil }
                    // In the middle of the question and the answer.
                    return (start + now()) / 2 - time
                }
            }
            var leads: [Int64] = []
            for await lead in group { if let lead { leads.append(lead) } }
            return leads
        }
        return ClockComparison(leads: leads, lag: lastRecord.map { max(0, $0 - now()) } ?? 0)
    }
}

/// How long a node whose clock is in doubt lets others go first.
struct ClockPatience {
    /// With others that agree on another time.
    private static let longest = Duration.seconds(60)
    /// With one other clock, and no way to know which of the two is right.
    private static let shortest = Duration.seconds(5)

    private var since: ContinuousClock.Instant?

    /// Whether a claim is to wait.
    mutating func holdsBack(_ verdict: ClockComparison.Verdict, at now: ContinuousClock.Instant) -> Bool {
        guard verdict != .fine else {
            since = nil
            return false
        }
        let start = since ?? now
        since = start
        var limit = Self.shortest
        if case .wrong = verdict { limit = Self.longest }
        return now - start < limit
    }
}
