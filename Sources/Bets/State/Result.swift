public import Values

extension BetState.Game {
    /// The score that bets on the game are settled by, with the rule that makes it count.
    public struct Result: Hashable, Sendable {
        public var home: UInt16
        public var away: UInt16
        /// `finalScore`, `stoppedScore`, or `stoppedEarly` for a score that does not count.
        public var rule: SettlementRule
        /// Seconds that were played.
        public var secondsPlayed: UInt16
        /// The record that states it: a final, a correction, or the score with which play was stopped.
        public var position: UInt64

        /// Whether bets have the same outcome by both.
        fileprivate func agrees(with other: Result) -> Bool {
            let isVoid = rule == .stoppedEarly
            guard !isVoid, other.rule != .stoppedEarly else { return isVoid && other.rule == .stoppedEarly }
            return (home, away) == (other.home, other.away)
        }
    }

    /// The state of knowledge about the result.
    public enum ResultStatus: Hashable, Sendable {
        /// Not reported.
        case open
        case known(Result)
        /// Feeds disagree, and the official source has not spoken.
        case disputed
    }

    /// How long reports and corrections by feeds count after the first final, and how long a stopped game can be finished.
    public static let window = Interval.seconds(72 * 3_600)

    /// The fewest seconds of a stopped game whose score counts: 43 minutes.
    public static let fewestSeconds: UInt16 = 43 * 60

    /// When feeds can no longer correct a result; nil before the first final.
    public var correctableUntil: Timestamp? { finals.first.map { $0.moment + Self.window } }

    /// The result: by the officers' last correction, otherwise the official source's report, otherwise that of all other
    /// feeds if they agree.
    public var result: ResultStatus {
        guard !finals.isEmpty else { return .open }
        if let last = corrections.last(where: { $0.corrected.feed.isEmpty }) {
            return .known(result(of: last, endedAt: nil))
        }
        if let official = current(of: Self.officialFeed) { return .known(official) }
        let reports = finals.compactMap { current(of: $0.final.feed) }
        guard let first = reports.first, reports.allSatisfy({ $0.agrees(with: first) }) else { return .disputed }
        return .known(first)
    }

    /// Whether a feed's report or correction that reaches the ledger at a moment counts: within 72 hours after the first
    /// final, and later only while feeds disagree.
    func takesReports(at moment: Timestamp) -> Bool { isWithinWindow(moment) || result == .disputed }

    private func isWithinWindow(_ moment: Timestamp) -> Bool { correctableUntil.map { moment <= $0 } ?? true }

    /// Whether a correction counts: one of a feed's report as that report does, one by officers within 72 hours after the
    /// first final, and later only if another officer proposed it for the same case.
    func takes(_ corrected: ResultCorrected, from origin: CommandOrigin?, at moment: Timestamp) -> Bool {
        guard !finals.isEmpty else { return false }
        guard corrected.feed.isEmpty else { return takesReports(at: moment) }
        return isWithinWindow(moment)
            || proposals.contains { proposal in
                proposal.officer == corrected.proposedBy && proposal.officer != origin?.actor.user
                    && proposal.dispute == origin?.dispute && proposal.proposed.agrees(with: corrected)
            }
    }

    /// The result as a feed reported it; nil for a feed without a report.
    func report(of feed: String) -> BetState.ResultReport? { finals.first { $0.final.feed == feed } }

    /// The result by a feed's report and its last correction of it.
    func current(of feed: String) -> Result? {
        guard let report = report(of: feed) else { return nil }
        if let last = corrections.last(where: { $0.corrected.feed == feed }) {
            return result(of: last, endedAt: report.final.endedAt)
        }
        let final = report.final
        return result(
            of: final.periods, ending: final.ending, secondsPlayed: final.secondsPlayed, endedAt: final.endedAt,
            position: report.position)
    }

    /// - Parameter endedAt: when play ended by the feed's report; nil for officers, who decide whether the game counts as
    ///   completed.
    private func result(of correction: BetState.Correction, endedAt: Timestamp?) -> Result {
        let corrected = correction.corrected
        return result(
            of: corrected.periods, ending: corrected.ending, secondsPlayed: corrected.secondsPlayed, endedAt: endedAt,
            position: correction.position)
    }

    private func result(
        of periods: [PeriodScore], ending: GameEnding, secondsPlayed: UInt16, endedAt: Timestamp?, position: UInt64
    ) -> Result {
        let sums = periods.sums
        switch ending {
        case .completed:
            guard let stop, let endedAt, endedAt > stop.moment + Self.window else {
                return Result(
                    home: sums.home, away: sums.away, rule: .finalScore, secondsPlayed: secondsPlayed,
                    position: position)
            }
            let update = stop.update
            return Self.stopped(
                home: update.home, away: update.away, secondsPlayed: update.secondsPlayed, position: stop.position)
        case .abandoned:
            return Self.stopped(
                home: sums.home, away: sums.away, secondsPlayed: secondsPlayed, position: position)
        }
    }

    private static func stopped(home: UInt16, away: UInt16, secondsPlayed: UInt16, position: UInt64) -> Result {
        Result(
            home: home, away: away, rule: secondsPlayed >= fewestSeconds ? .stoppedScore : .stoppedEarly,
            secondsPlayed: secondsPlayed, position: position)
    }
}

extension CorrectionProposed {
    /// Whether both state the same result.
    func agrees(with corrected: ResultCorrected) -> Bool {
        (periods, ending, secondsPlayed) == (corrected.periods, corrected.ending, corrected.secondsPlayed)
    }
}

extension ScoreUpdated {
    /// Seconds of play until this score: 2590 with 4:50 left in the fourth period.
    public var secondsPlayed: UInt16 {
        let length = GameClock.length(ofPeriod: Int(period))
        return GameClock.secondsPlayed(inPeriods: Int(period) - 1) + UInt16(max(0, length - Int(secondsLeft)))
    }
}
