import Bets
import Values

/// Games with their results and closing lines, as `games.csv` has them.
struct GameFeed {
    /// A game of the file.
    struct Game {
        var id: GameID
        var row: FeedTable.Row
        var season: LeagueSeason
        var date: GameDate
        var tipOff: Timestamp?
        var home: TeamID
        var away: TeamID
        /// The points by quarter and overtime; nil for a game that was not played yet.
        var periods: [PeriodScore]?
        var overtimes: Int

        /// When the result was known: two and a half hours after the tip-off and half an hour more for each overtime. If the
        /// source has no tip-off, it is 06:00 UTC of the day after, when all games of a US date are over.
        var endedAt: Timestamp {
            guard let tipOff else { return date.begins.adding(seconds: 30 * 3600) }
            return tipOff.adding(seconds: 9000 + 1800 * Int64(overtimes))
        }
    }

    /// The odds of a closing total and spread, which the source does not have: 1.91 for both sides.
    static let assumedOdds = Odds(thousandths: 1_910)
    /// The name of the book that closing lines are recorded under.
    static let closingBook = "close"

    let file: String
    private let feed: String

    init(file: String, feed: String) {
        self.file = file
        self.feed = feed
    }

    func game(_ row: FeedTable.Row, teams: FeedTeams) throws(FeedError) -> Game {
        let home = try teams.team("home", in: row)
        let away = try teams.team("away", in: row)
        guard home != away else { throw row.error(.inconsistent("home and away are the same team.")) }
        let overtimes = try row.optional("overtimes") { field throws(FeedError) in try field.integer(0...16) } ?? 0
        let periods = try periods(row, overtimes: overtimes)
        if let periods { try check(periods, row) }
        return Game(
            id: try row.required("gameID") { field throws(FeedError) in try field.game() }, row: row,
            season: try row.required("season") { field throws(FeedError) in try field.season() },
            date: try row.required("date") { field throws(FeedError) in try field.date() },
            tipOff: try row.optional("tipOff") { field throws(FeedError) in try field.time() }, home: home, away: away,
            periods: periods, overtimes: overtimes)
    }

    /// The points of each period; nil when the game has no score.
    ///
    /// The source has one sum for all overtimes. It is recorded as the last one's; those before it ended level, and their
    /// points are in that sum.
    private func periods(_ row: FeedTable.Row, overtimes: Int) throws(FeedError) -> [PeriodScore]? {
        let score = try row.optional("homeScore") { field throws(FeedError) in try field.integer(0...400) }
        guard score != nil else { return nil }
        var periods: [PeriodScore] = []
        for quarter in 1...GameClock.quarters { periods.append(try period("Q\(quarter)", row)) }
        if overtimes > 0 {
            periods += repeatElement(PeriodScore(home: 0, away: 0), count: overtimes - 1) + [try period("OT", row)]
        }
        return periods
    }

    private func period(_ name: String, _ row: FeedTable.Row) throws(FeedError) -> PeriodScore {
        PeriodScore(
            home: UInt8(try row.integer("home\(name)", 0...255)), away: UInt8(try row.integer("away\(name)", 0...255)))
    }

    private func check(_ periods: [PeriodScore], _ row: FeedTable.Row) throws(FeedError) {
        let sums = periods.sums
        let home = try row.integer("homeScore", 0...400)
        let away = try row.integer("awayScore", 0...400)
        guard (Int(sums.home), Int(sums.away)) == (home, away) else {
            throw row.error(
                .inconsistent(
                    "the periods add up to \(sums.home)-\(sums.away), and the score is \(home)-\(away)."))
        }
        guard home != away else {
            throw row.error(.inconsistent("the game ended \(home)-\(away), and no game is tied."))
        }
    }

    // MARK: Commands

    /// - Parameter now: when the file is read: a game that has not begun by then has no tip-off.
    func commands(of game: Game, now: Timestamp) throws(FeedError) -> [SourcedCommand] {
        var commands = [
            sourced(
                .scheduleGame(
                    game.id,
                    GameScheduled(
                        season: game.season, home: game.home, away: game.away, date: game.date, tipOff: game.tipOff,
                        feed: feed)), at: game.date.begins, game, "schedule")
        ]
        commands += try closingLines(of: game, now: now)
        if let tipOff = game.tipOff, tipOff <= now {
            commands.append(
                sourced(.startGame(game.id, GameStarted(tippedOffAt: tipOff, feed: feed)), at: tipOff, game, "start"))
        }
        if let periods = game.periods {
            commands.append(
                sourced(
                    .finishGame(game.id, GameFinal(completedAt: game.endedAt, periods: periods, feed: feed)),
                    at: game.endedAt, game, "final"))
        }
        return commands
    }

    /// The closing lines, a minute before tip-off; without a tip-off at 17:00 UTC of the game's date, before any game begins.
    private func closingLines(of game: Game, now: Timestamp) throws(FeedError) -> [SourcedCommand] {
        let last = game.tipOff?.adding(seconds: -60) ?? game.date.begins.adding(seconds: 17 * 3600)
        let moment = min(last, now)
        func offer(_ market: Market, at line: Line, _ first: Odds, _ second: Odds) -> SourcedCommand {
            let terms = OfferRecorded(
                market: market, line: line, firstOdds: first, secondOdds: second, offeredAt: moment,
                book: Self.closingBook, feed: feed)
            return sourced(.recordOffer(game.id, terms), at: moment, game, "close \(market.name)")
        }
        var offers: [SourcedCommand] = []
        let row = game.row
        if let line = try row.optional("closeTotal", { field throws(FeedError) in try field.line(100...400) }) {
            offers.append(offer(.total, at: line, Self.assumedOdds, Self.assumedOdds))
        }
        if let line = try row.optional("closeSpread", { field throws(FeedError) in try field.line(-80...80) }) {
            offers.append(offer(.spread, at: line, Self.assumedOdds, Self.assumedOdds))
        }
        let home = try row.optional("closeHomeMoneyline") { field throws(FeedError) in try field.americanOdds() }
        let away = try row.optional("closeAwayMoneyline") { field throws(FeedError) in try field.americanOdds() }
        if let home, let away { offers.append(offer(.moneyline, at: .none, home, away)) }
        return offers
    }

    private func sourced(
        _ command: BetCommand, at moment: Timestamp, _ game: Game, _ part: String
    ) -> SourcedCommand {
        SourcedCommand(command, at: moment, of: game.row, file: file, part: part)
    }
}

extension GameDate {
    /// The midnight UTC of the date, which is the evening before in the league's arenas.
    var begins: Timestamp { Timestamp(microseconds: Int64(daysSinceEpoch) * 86_400_000_000) }
}

extension Timestamp {
    func adding(seconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds + seconds * 1_000_000) }
}
