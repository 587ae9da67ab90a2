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

    /// `Game` with all that lists and details have in common.
    var json: JSON {
        let appointment = game.appointment
        let date = appointment.date ?? game.schedule.last { $0.date != nil }?.date
        return [
            "gameId": .of("\(game.id)"), "gameDate": .of(date.map { "\($0)" }),
            "gameDateTime": appointment.tipOff.map { .seconds($0) } ?? nil, "season": .of(game.season.label),
            "homeTeamId": .of(game.home.number), "awayTeamId": .of(game.away.number),
            "homeTeam": team(game.home), "awayTeam": team(game.away), "homeScore": .of(score?.home),
            "awayScore": .of(score?.away), "status": .of(status), "statusDetail": .of(game.status.rawValue),
            "quarter": .of(play?.quarter), "clock": .of(play?.clock), "bettingLine": bettingLine,
            "prediction": prediction,
        ]
    }

    /// `TeamDetails`: a team as it was last listed in the game's season. A team that is not listed has texts that are empty.
    func team(_ id: TeamID) -> JSON {
        let listed = state.seasons[game.season]?.teams[id]
        return [
            "teamId": .of(id.number), "abbreviation": .of(state.name(of: id, in: game.season)),
            "fullName": .of(listed?.fullName ?? ""), "nickname": .of(listed?.nickname ?? ""),
            "city": .of(listed?.city ?? ""), "yearFounded": .of(listed?.yearFounded.map { Int($0) }),
        ]
    }

    // MARK: Lines

    /// `BettingLine`: the current offers of one book, or the last before tip-off. Null unless all three markets have one, as
    /// the app's type has no missing values; `/odds` has every offer.
    var bettingLine: JSON {
        guard let offers = shownOffers else { return nil }
        let (total, spread, moneyline) = (offers.total.terms, offers.spread.terms, offers.moneyline.terms)
        let all = [offers.total, offers.spread, offers.moneyline]
        let movements = all.map { game.movement(of: $0.terms.market, at: $0.terms.book) }
        let latest = all.max { $0.from < $1.from }?.from
        return [
            "spread": .line(spread.line), "homeSpreadOdds": .odds(spread.firstOdds),
            "awaySpreadOdds": .odds(spread.secondOdds), "total": .line(total.line), "overOdds": .odds(total.firstOdds),
            "underOdds": .odds(total.secondOdds), "homeMoneyline": .of(moneyline.firstOdds.american),
            "awayMoneyline": .of(moneyline.secondOdds.american), "recordedAt": latest.map { .seconds($0) } ?? nil,
            "isOpening": .bool(zip(all, movements).allSatisfy { $1.opening == $0 }),
            "isClosing": .bool(zip(all, movements).allSatisfy { $1.closing == $0 }), "book": .of(total.book),
            "homeMoneylineOdds": .odds(moneyline.firstOdds), "awayMoneylineOdds": .odds(moneyline.secondOdds),
        ]
    }

    private typealias Offers = (total: BetState.Offer, spread: BetState.Offer, moneyline: BetState.Offer)

    /// The offers that are shown: of the book whose last report is the newest among those with all three markets.
    private var shownOffers: Offers? {
        let isOpen = game.starts.isEmpty && game.finals.isEmpty
        let books = Set(game.offers.map(\.terms.book)).sorted()
        let found = books.compactMap { book -> Offers? in
            func offer(_ market: Market) -> BetState.Offer? {
                isOpen
                    ? game.current(market).first { $0.terms.book == book }
                    : game.movement(of: market, at: book).closing
            }
            guard let total = offer(.total), let spread = offer(.spread), let moneyline = offer(.moneyline) else {
                return nil
            }
            return (total, spread, moneyline)
        }
        return found.max { Self.position($0) < Self.position($1) }
    }

    private static func position(_ offers: Offers) -> UInt64 {
        max(offers.total.position, offers.spread.position, offers.moneyline.position)
    }

    /// The total and the spread of the newest offers, whichever books they are of; nil without both.
    var movingLine: (total: Line, spread: Line, moment: Timestamp)? {
        func newest(_ market: Market) -> BetState.Offer? { game.offers.last { $0.terms.market == market } }
        guard let total = newest(.total), let spread = newest(.spread) else { return nil }
        return (total.terms.line, spread.terms.line, max(total.from, spread.from))
    }

    // MARK: Analyses

    /// `GamePrediction`: the newest analysis in short; null without one.
    var prediction: JSON { game.analyses.last.map { AnalysisView(analysis: $0, game: game).prediction } ?? nil }
}
