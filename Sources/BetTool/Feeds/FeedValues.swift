import Bets
import Values

/// The values of the ledger in the fields of a file.
extension FeedTable.Field {
    func game() throws(FeedError) -> GameID {
        guard let game = GameID(text) else { throw invalid("the league's number of a game, such as 0022400123") }
        return game
    }

    func season() throws(FeedError) -> LeagueSeason {
        guard let season = LeagueSeason(label: text) else { throw invalid("a season, such as 2024-25") }
        return season
    }

    func date() throws(FeedError) -> GameDate {
        guard let date = GameDate(text), GameDate.allowed.contains(date) else {
            throw invalid("a date, such as 2024-11-30")
        }
        return date
    }

    func time() throws(FeedError) -> Timestamp {
        guard let time = Timestamp(iso8601: text) else { throw invalid("a time in UTC, such as 2024-11-30T19:30:00Z") }
        return time
    }

    /// The book's own time of day in UTC, on the day of a report or on the day before.
    func timeOfDay(before report: Timestamp) throws(FeedError) -> Timestamp {
        let day: Int64 = 86_400_000_000
        let midnight = report.microseconds - report.microseconds % day
        guard text.utf8.count == 8,
            let time = Timestamp(iso8601: "1970-01-01T\(text)Z"), (0..<day).contains(time.microseconds)
        else { throw invalid("a time of day in UTC, such as 15:53:52") }
        let moment = midnight + time.microseconds
        return Timestamp(microseconds: moment > report.microseconds ? moment - day : moment)
    }

    /// A line within a range of points.
    func line(_ points: ClosedRange<Int>) throws(FeedError) -> Line {
        guard let line = Line(text), (2 * points.lowerBound...2 * points.upperBound).contains(Int(line.halfPoints))
        else { throw invalid("a whole or half number from \(points.lowerBound) to \(points.upperBound)") }
        return line
    }

    func odds() throws(FeedError) -> Odds {
        guard let odds = Odds(text), Odds.allowed.contains(odds) else {
            throw invalid("decimal odds from 1.001 to 1000")
        }
        return odds
    }

    func americanOdds() throws(FeedError) -> Odds {
        guard let number = Int(text), let odds = Odds(american: number) else {
            throw invalid("American odds, such as -280 or 230")
        }
        return odds
    }
}
