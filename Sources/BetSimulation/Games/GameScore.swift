import Bets

/// The points of a simulated game by period and by minute.
struct GameScore: Sendable {
    private(set) var periods: [PeriodScore]
    /// The points at the end of each minute of each period; the last of a period is its sum.
    private(set) var minutes: [[PeriodScore]]

    /// Standard deviations of the total and of the margin, in thousandths of a point.
    static let totalDeviation = 18_000
    static let marginDeviation = 13_300

    /// - Parameter expectation: of the total and of the margin, in thousandths of a point.
    init(_ expectation: (total: Int, margin: Int), _ chance: inout Chance) {
        let total = min(max(expectation.total + chance.normal(Self.totalDeviation), 160_000), 300_000)
        let margin = min(max(expectation.margin + chance.normal(Self.marginDeviation), -45_000), 45_000)
        let home = Self.quarters(of: (total + margin + 1_000) / 2_000, &chance)
        let away = Self.quarters(of: (total - margin + 1_000) / 2_000, &chance)
        periods = zip(home, away).map { PeriodScore(home: UInt8(clamping: $0), away: UInt8(clamping: $1)) }
        while periods.sums.home == periods.sums.away, periods.count < 8 {
            periods.append(PeriodScore(home: UInt8(chance.number(5...15)), away: UInt8(chance.number(5...15))))
        }
        if periods.sums.home == periods.sums.away { periods[periods.count - 1].home += 1 }
        minutes = []
        for (index, period) in periods.enumerated() {
            let count = GameClock.length(ofPeriod: index + 1) / 60
            let (home, away) = (
                Self.path(to: Int(period.home), in: count, &chance), Self.path(to: Int(period.away), in: count, &chance)
            )
            minutes.append(zip(home, away).map { PeriodScore(home: UInt8(clamping: $0), away: UInt8(clamping: $1)) })
        }
    }

    /// The points of four quarters.
    private static func quarters(of points: Int, _ chance: inout Chance) -> [Int] {
        var quarters = (0..<3).map { _ in points / 4 + chance.number(-5...5) }
        quarters.append(points - quarters.reduce(0, +))
        return quarters
    }

    /// The points after each minute of a period.
    private static func path(to points: Int, in minutes: Int, _ chance: inout Chance) -> [Int] {
        let weights = (0..<minutes).map { _ in chance.number(1...6) }
        let sum = weights.reduce(0, +)
        var reached = 0
        return weights.map { weight in
            reached += weight
            return points * reached / sum
        }
    }

    /// The score after some minutes of a period, from 1; 0 for its beginning.
    func after(minutes count: Int, ofPeriod period: Int) -> (home: UInt16, away: UInt16) {
        let before = Array(periods[..<(period - 1)]).sums
        guard count > 0 else { return before }
        let now = minutes[period - 1][count - 1]
        return (before.home + UInt16(now.home), before.away + UInt16(now.away))
    }

    /// The periods until some minutes of a period, as a game that was stopped reports them.
    func periods(untilMinute minute: Int, ofPeriod period: Int) -> [PeriodScore] {
        Array(periods[..<(period - 1)]) + [minutes[period - 1][minute - 1]]
    }

    /// The same with another point for the winner in the last period.
    var corrected: [PeriodScore] {
        var periods = periods
        let sums = periods.sums
        if sums.home > sums.away { periods[periods.count - 1].home += 1 } else { periods[periods.count - 1].away += 1 }
        return periods
    }
}
