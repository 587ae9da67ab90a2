/// The part of a season that counts in contests with a window for corrections.
///
/// A season is shared by contests, and a late correction is a fact all the same: it is recorded with its reason. Which
/// of them counts is each contest's own rule. So the window is not a rule of the season, and the season refuses nothing because of it.
extension SeasonState {
    /// The time until which corrections of a week count, inclusive; nil before the week is final.
    ///
    /// - Parameters:
    ///   - week: of the season.
    ///   - scoring: the name of the scoring by which it became final.
    ///   - days: of the contest's window, 24 hours each, from when the week became final.
    public func correctionsEnd(week: UInt8, scoring: String, days: UInt8) -> Timestamp? {
        finalAt(week: week, scoring: scoring).map { $0 + .days(days) }
    }

    /// The scores that count, in the order in which they came first: without the corrections and first scores that were
    /// recorded after the end of the week's window. O(scores).
    ///
    /// - Parameter days: of the contest's window; nil for a contest without a window, in which everything counts.
    public func scores(countingWithin days: UInt8?) -> [PlayerScored] {
        guard let days else { return scores }
        var counting = scores
        // Late corrections are last, so going back ends at the last timely value.
        for correction in corrections.reversed() where isLate(correction.told, counting[correction.place], days) {
            counting[correction.place] = correction.before
        }
        return zip(counting, toldAt).filter { !isLate($1, $0, days) }.map(\.0)
    }

    /// The version of the season as of which everything is on record that counts of some weeks so far; 0 where nothing is.
    /// O(scores).
    public func lastCounting(weeks: ClosedRange<UInt8>, scoring: String, days: UInt8) -> UInt32 {
        func counts(_ told: Telling, _ score: PlayerScored) -> Bool {
            weeks.contains(score.week) && score.scoring == scoring && !isLate(told, score, days)
        }
        let first = zip(toldAt, scores).lazy.filter(counts).map(\.0.version).max() ?? 0
        let corrected = corrections.last { counts($0.told, $0.before) }?.told.version ?? 0
        return max(first, corrected)
    }

    /// How many players' points of some weeks were told first when their windows had ended, and so do not count. O(scores).
    package func lateFirstScores(weeks: ClosedRange<UInt8>, scoring: String, days: UInt8) -> Int {
        zip(toldAt, scores).count { told, score in
            weeks.contains(score.week) && score.scoring == scoring && isLate(told, score, days)
        }
    }

    private func isLate(_ told: Telling, _ score: PlayerScored, _ days: UInt8) -> Bool {
        correctionsEnd(week: score.week, scoring: score.scoring, days: days).map { told.recordedAt > $0 } ?? false
    }
}

extension Interval {
    /// So many times 24 hours.
    fileprivate static func days(_ count: UInt8) -> Interval { .seconds(Int64(count) * 86_400) }
}
