import Bets
import Values

/// The lines on the points of the starters, which move until the tip-off.
extension GameScript {
    func writePropLines(to steps: inout StepList) {
        // Only tonight's games have a page of props.
        guard detail == .minutes else { return }
        for (team, isHome) in [(home, true), (away, false)] {
            for athlete in team.athletes.prefix(SimulatedLeague.starters) {
                let offered = AthleteLines(
                    on: athlete, of: team, points: lines.points(ofHomeTeam: isHome), chance)
                for book in 0..<AthleteLines.books {
                    let chance = chance.fork(.athlete, Int(athlete.id.number) * BookLines.books.count + book)
                    write(offered, on: athlete.id, of: book, to: &steps, chance: chance)
                }
            }
        }
    }

    private func write(
        _ offered: AthleteLines, on athlete: AthleteID, of book: Int, to steps: inout StepList, chance: Chance
    ) {
        var chance = chance
        var second = tipOff - Self.opening + chance.number(0...3_600)
        while second < lastOffer {
            let moment = pace.at(pace.slot(second))
            steps.add(
                .recordPropLine(
                    id, offered.line(of: book, progress: progress(at: second), at: moment, chance: &chance)),
                at: moment)
            let wait = second > 0 ? chance.number(480...1_200) : chance.number(5_400...3 * Self.hour)
            // Now and then a book takes a line down before it offers it again.
            if chance.isOne(in: 16), second + wait - 90 < lastOffer {
                let withdrawal = WithdrawPropLine(
                    athlete: athlete, book: BookLines.books[book], feed: SimulatedFeed.odds)
                steps.add(.withdrawPropLine(id, withdrawal), at: pace.at(second + wait - 90))
            }
            second += wait
        }
    }
}
