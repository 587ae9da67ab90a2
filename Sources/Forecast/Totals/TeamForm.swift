/// A team's latest games.
package struct TeamForm: Hashable, Sendable {
    /// Points of both teams, of the last 20 games at most, oldest first.
    package let totals: [Int]

    init(_ games: [TeamGame]) { totals = games.map { $0.scored + $0.allowed } }

    package init(totals: [Int]) { self.totals = totals }

    /// The mean of the last five totals less that of all, in millionths; nil without games.
    var drift: Int? {
        guard !totals.isEmpty else { return nil }
        let last = totals.suffix(5)
        return FixedPoint.rounded(last.reduce(0, +) * FixedPoint.one, over: last.count)
            - FixedPoint.rounded(totals.reduce(0, +) * FixedPoint.one, over: totals.count)
    }
}

/// How the totals of two teams have moved: the last five games less the last twenty, the mean of both teams.
///
/// It predicts nothing: its correlation with what happens beyond the closing line is 0.00. Pages and answers say so.
package struct RecentTrend: Hashable, Sendable, CustomStringConvertible {
    /// In tenths of a point.
    package var tenths: Int

    package init(tenths: Int) { self.tenths = tenths }

    /// Returns the trend of a game; flat when a team has no games.
    package init(home: TeamForm?, away: TeamForm?) {
        let sum = (home?.drift ?? 0) + (away?.drift ?? 0)
        tenths = FixedPoint.rounded(sum, over: 2 * FixedPoint.one / 10)
    }

    /// Movements below this are called flat, in tenths of a point.
    package static let flat = 30

    /// `up 4.2`, `down 3.1` or `flat`.
    package var description: String {
        guard abs(tenths) >= Self.flat else { return "flat" }
        return (tenths > 0 ? "up " : "down ") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
