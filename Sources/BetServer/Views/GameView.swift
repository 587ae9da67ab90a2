import Bets
import Forecast
import TextFormats
import Values

/// A game as the app reads it: `Game`, with its teams, its line and its prediction.
struct GameView {
    let game: BetState.Game
    let state: BetState

    /// The statuses that the app knows.
    var status: String {
        switch game.status {
        case .scheduled, .cancelled: "Scheduled"
        case .live, .stopped: "Live"
        case .final: "Final"
        }
    }

    /// The score that is shown: the result once it is known, the running score before that, nil before tip-off.
    var score: (home: Int, away: Int)? {
        switch game.result {
        case .known(let result): (Int(result.home), Int(result.away))
        case .open, .disputed: game.score.map { (Int($0.update.home), Int($0.update.away)) }
        }
    }

    /// The quarter and the clock of a live game, such as 3 and "5:42". Overtimes are quarters from 5 on.
    var play: (quarter: Int, clock: String)? {
        guard game.finals.isEmpty, !game.starts.isEmpty, let update = game.score?.update else { return nil }
        let seconds = Int(update.secondsLeft) % 60
        return (Int(update.period), "\(update.secondsLeft / 60):\(seconds < 10 ? "0" : "")\(seconds)")
    }

    /// The US date; of a cancelled game the last one.
    private var date: GameDate? { game.appointment.date ?? game.schedule.last { $0.date != nil }?.date }

    /// `Game` with all that lists and details have in common.
    static let members = Members<GameView>(
        "Game",
        [
            .init("gameId") { "\($0.game.id)" }, .init("gameDate") { $0.date.map { "\($0)" } },
            .init("gameDateTime") { $0.game.appointment.tipOff.map { AppTime($0) } },
            .init("season") { $0.game.season.label }, .init("homeTeamId") { $0.game.home.number },
            .init("awayTeamId") { $0.game.away.number }, .init("homeTeam", TeamView.members) { $0.home },
            .init("awayTeam", TeamView.members) { $0.away }, .init("homeScore") { $0.score?.home },
            .init("awayScore") { $0.score?.away },
            .init("status", .choice(["Scheduled", "Live", "Final"])) { .of($0.status) },
            .init("statusDetail", .choice(GameStatus.allCases.map(\.rawValue))) { .of($0.game.status.rawValue) },
            .init("quarter") { $0.play?.quarter }, .init("clock") { $0.play?.clock },
            .init("bettingLine", BettingLineView.members, orNull: { $0.bettingLine }),
            .init("prediction", AnalysisView.prediction, orNull: { $0.prediction }),
        ])

    var home: TeamView { TeamView(id: game.home, season: game.season, state: state) }
    var away: TeamView { TeamView(id: game.away, season: game.season, state: state) }

    // MARK: Lines

    /// The current offers of one book, or the last before tip-off. Nil unless all three markets have one, as the app's type has
    /// no missing values; `/odds` has every offer.
    ///
    /// The book is the one whose last report is the newest among those with all three markets.
    var bettingLine: BettingLineView? {
        let isOpen = game.starts.isEmpty && game.finals.isEmpty
        let books = Set(game.offers.map(\.terms.book)).sorted()
        let found = books.compactMap { book -> BettingLineView? in
            func offer(_ market: Market) -> BetState.Offer? {
                isOpen
                    ? game.current(market).first { $0.terms.book == book }
                    : game.movement(of: market, at: book).closing
            }
            guard let total = offer(.total), let spread = offer(.spread), let moneyline = offer(.moneyline) else {
                return nil
            }
            return BettingLineView(game: game, total: total, spread: spread, moneyline: moneyline)
        }
        return found.max { $0.position < $1.position }
    }

    /// The total and the spread of the newest offers, whichever books they are of; nil without both.
    var movingLine: (total: Line, spread: Line, moment: Timestamp)? {
        func newest(_ market: Market) -> BetState.Offer? { game.offers.last { $0.terms.market == market } }
        guard let total = newest(.total), let spread = newest(.spread) else { return nil }
        return (total.terms.line, spread.terms.line, max(total.from, spread.from))
    }

    // MARK: Analyses

    /// The newest analysis; nil without one.
    var prediction: AnalysisView? { game.analyses.last.map { AnalysisView(analysis: $0, game: game) } }
}

/// A team as the app reads it: `TeamDetails`, as it was last listed in a season. A team that is not listed has texts that are
/// empty.
struct TeamView {
    let id: TeamID
    let season: LeagueSeason
    let state: BetState

    private var listed: TeamListed? { state.seasons[season]?.teams[id] }

    static let members = Members<TeamView>(
        "Team",
        [
            .init("teamId") { $0.id.number }, .init("abbreviation") { $0.state.name(of: $0.id, in: $0.season) },
            .init("fullName") { $0.listed?.fullName ?? "" }, .init("nickname") { $0.listed?.nickname ?? "" },
            .init("city") { $0.listed?.city ?? "" }, .init("yearFounded") { $0.listed?.yearFounded },
        ])
}

/// The offers of one book on all three markets as the app reads them: `BettingLine`.
struct BettingLineView {
    let game: BetState.Game
    let total: BetState.Offer
    let spread: BetState.Offer
    let moneyline: BetState.Offer

    private var all: [BetState.Offer] { [total, spread, moneyline] }

    /// The position of the newest of the three offers.
    var position: UInt64 { max(total.position, spread.position, moneyline.position) }

    /// Whether each of the three is a certain offer of its movement.
    private func isEach(_ offer: (BetState.LineMovement) -> BetState.Offer?) -> Bool {
        all.allSatisfy { offer(game.movement(of: $0.terms.market, at: $0.terms.book)) == $0 }
    }

    static let members = Members<BettingLineView>(
        "BettingLine",
        [
            .init("spread") { ExactNumber.line($0.spread.terms.line) },
            .init("homeSpreadOdds") { ExactNumber.odds($0.spread.terms.firstOdds) },
            .init("awaySpreadOdds") { ExactNumber.odds($0.spread.terms.secondOdds) },
            .init("total") { ExactNumber.line($0.total.terms.line) },
            .init("overOdds") { ExactNumber.odds($0.total.terms.firstOdds) },
            .init("underOdds") { ExactNumber.odds($0.total.terms.secondOdds) },
            .init("homeMoneyline") { $0.moneyline.terms.firstOdds.american },
            .init("awayMoneyline") { $0.moneyline.terms.secondOdds.american },
            .init("recordedAt") { AppTime(max($0.total.from, $0.spread.from, $0.moneyline.from)) },
            .init("isOpening") { $0.isEach(\.opening) }, .init("isClosing") { $0.isEach(\.closing) },
            .init("book") { $0.total.terms.book },
            .init("homeMoneylineOdds") { ExactNumber.odds($0.moneyline.terms.firstOdds) },
            .init("awayMoneylineOdds") { ExactNumber.odds($0.moneyline.terms.secondOdds) },
        ])
}
