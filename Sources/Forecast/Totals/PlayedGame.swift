/// The figures of a finished game that ratings are made from.
package struct PlayedGame: Hashable, Sendable {
    package var home: UInt64
    package var away: UInt64
    package var homePoints: Int
    package var awayPoints: Int
    /// In hundredths, the mean of both teams.
    package var possessions: Int
    /// Possessions per 48 minutes, in hundredths.
    package var pace: Int

    package init(home: UInt64, away: UInt64, homePoints: Int, awayPoints: Int, possessions: Int, pace: Int) {
        self.home = home
        self.away = away
        self.homePoints = homePoints
        self.awayPoints = awayPoints
        self.possessions = possessions
        self.pace = pace
    }

    /// Derives possessions and pace from the box score of both teams.
    ///
    /// - Parameters:
    ///   - boxes: those of the home and the away team.
    ///   - minutes: minutes that a team's five players played together: 240, and 25 more for each overtime.
    package init(
        home: UInt64, away: UInt64, homePoints: Int, awayPoints: Int, boxes: (home: ShotBox, away: ShotBox),
        minutes: Int
    ) {
        let possessions = (boxes.home.possessions + boxes.away.possessions) / 2
        self.init(
            home: home, away: away, homePoints: homePoints, awayPoints: awayPoints, possessions: possessions,
            pace: FixedPoint.rounded(possessions * 240, over: max(1, minutes)))
    }
}

/// The four figures of a team's box score that possessions are estimated from (Oliver 2004; Kubatko et al. 2007).
package struct ShotBox: Hashable, Sendable {
    package var fieldGoalAttempts: Int
    package var freeThrowAttempts: Int
    package var offensiveRebounds: Int
    package var turnovers: Int

    package init(fieldGoalAttempts: Int, freeThrowAttempts: Int, offensiveRebounds: Int, turnovers: Int) {
        self.fieldGoalAttempts = fieldGoalAttempts
        self.freeThrowAttempts = freeThrowAttempts
        self.offensiveRebounds = offensiveRebounds
        self.turnovers = turnovers
    }

    /// `FGA + 0.44 FTA − OREB + TOV`, in hundredths. It is even, so that the mean of two teams is whole.
    var possessions: Int { 100 * (fieldGoalAttempts - offensiveRebounds + turnovers) + 44 * freeThrowAttempts }
}
