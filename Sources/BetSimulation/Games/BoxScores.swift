import Bets

/// The box score of a team whose points are known.
struct BoxScores {
    /// - Parameters:
    ///   - points: of the team.
    ///   - pace: possessions of the game, in thousandths.
    ///   - secondsPlayed: 2880 without overtime.
    static func make(
        _ team: SimulatedLeague.Team, points: Int, pace: Int, secondsPlayed: Int, chance: Chance
    ) -> BoxScoreRecorded {
        var chance = chance
        var lines: [AthleteLine] = []
        for (place, (athlete, points)) in zip(team.athletes, shares(of: points, in: team, &chance)).enumerated() {
            let isStarter = place < SimulatedLeague.starters
            lines.append(
                AthleteLine(
                    athlete: athlete.id, isStarter: isStarter,
                    line: line(points: points, seconds: isStarter ? 1_980 : 900, &chance)))
        }
        // The rest of the court time is spread over all athletes.
        var team = BoxScoreRecorded(team: team.id, line: BoxLine(), athletes: lines, feed: SimulatedFeed.official)
        spread(5 * secondsPlayed - lines.reduce(0) { $0 + Int($1.line.seconds) }, over: &team.athletes)
        team.line = team.athletes.reduce(BoxLine()) { $0 + $1.line }
        addTurnovers(to: &team, possessions: pace * secondsPlayed / 2_880_000)
        return team
    }

    /// The points of each athlete.
    private static func shares(of points: Int, in team: SimulatedLeague.Team, _ chance: inout Chance) -> [Int] {
        let weights = team.athletes.map { $0.weight * chance.number(60...140) }
        let sum = weights.reduce(0, +)
        var shares = weights.map { points * $0 / sum }
        shares[0] += points - shares.reduce(0, +)
        return shares
    }

    private static func line(points: Int, seconds: Int, _ chance: inout Chance) -> BoxLine {
        let threes = points < 3 ? 0 : chance.number(0...points / 6)
        let rest = points - 3 * threes
        let free = rest < 2 ? rest : rest % 2 + 2 * chance.number(0...rest / 6)
        let made = threes + (rest - free) / 2
        let missedThrees = chance.number(threes...2 * threes + 1)
        let missed = missedThrees + chance.number(0...max(1, (made - threes) * 6 / 5))
        return BoxLine(
            seconds: UInt16(seconds), points: UInt16(points), fieldGoals: UInt16(made),
            fieldGoalAttempts: UInt16(made + missed), threePointers: UInt16(threes),
            threePointAttempts: UInt16(threes + missedThrees), freeThrows: UInt16(free),
            freeThrowAttempts: UInt16(free + chance.number(0...free / 3)),
            offensiveRebounds: UInt16(chance.number(0...2)), defensiveRebounds: UInt16(chance.number(1...7)),
            assists: UInt16(chance.number(0...6)), steals: UInt16(chance.number(0...2)),
            blocks: UInt16(chance.number(0...1)), fouls: UInt16(chance.number(0...5)))
    }

    private static func spread(_ seconds: Int, over athletes: inout [AthleteLine]) {
        guard seconds > 0 else { return }
        let (share, rest) = seconds.quotientAndRemainder(dividingBy: athletes.count)
        for index in athletes.indices {
            athletes[index].line.seconds += UInt16(clamping: share + (index == 0 ? rest : 0))
        }
    }

    /// Turnovers make the possessions of the box score those of the game.
    private static func addTurnovers(to box: inout BoxScoreRecorded, possessions: Int) {
        let shots = Int(box.line.fieldGoalAttempts) + 44 * Int(box.line.freeThrowAttempts) / 100
        let turnovers = min(max(possessions - shots + Int(box.line.offensiveRebounds), 4), 30)
        for turnover in 0..<turnovers { box.athletes[turnover % box.athletes.count].line.turnovers += 1 }
        box.line.turnovers = UInt16(turnovers)
    }
}

extension BoxLine {
    fileprivate static func + (one: BoxLine, other: BoxLine) -> BoxLine {
        BoxLine(
            seconds: one.seconds + other.seconds, points: one.points + other.points,
            fieldGoals: one.fieldGoals + other.fieldGoals,
            fieldGoalAttempts: one.fieldGoalAttempts + other.fieldGoalAttempts,
            threePointers: one.threePointers + other.threePointers,
            threePointAttempts: one.threePointAttempts + other.threePointAttempts,
            freeThrows: one.freeThrows + other.freeThrows,
            freeThrowAttempts: one.freeThrowAttempts + other.freeThrowAttempts,
            offensiveRebounds: one.offensiveRebounds + other.offensiveRebounds,
            defensiveRebounds: one.defensiveRebounds + other.defensiveRebounds, assists: one.assists + other.assists,
            steals: one.steals + other.steals, blocks: one.blocks + other.blocks,
            turnovers: one.turnovers + other.turnovers, fouls: one.fouls + other.fouls)
    }
}
