import Bets
import TextFormats
import Values

/// The four kinds of bets of the app.
enum BetType: String, CaseIterable, Sendable {
    case totalOver = "total_over"
    case totalUnder = "total_under"
    case spread, moneyline

    init(_ market: Market, _ side: Side) {
        self =
            switch market {
            case .total: side == .under ? .totalUnder : .totalOver
            case .spread: .spread
            case .moneyline: .moneyline
            }
    }

    var market: Market {
        switch self {
        case .totalOver, .totalUnder: .total
        case .spread: .spread
        case .moneyline: .moneyline
        }
    }
}

/// A bet as the app reads it: `UserBet`, with the rule and the positions behind it.
struct BetView {
    let bet: BetState.Bet
    let state: BetState
    /// The user's own words, which are erasable; nil without any.
    let notes: String?

    /// The app's word for an outcome. It has none for a void bet, which like a push returns the stake: `resultDetail` tells
    /// them apart.
    static func result(_ outcome: BetOutcome) -> String {
        switch outcome {
        case .pending: "pending"
        case .win: "win"
        case .loss: "loss"
        case .push, .void: "push"
        }
    }

    /// The side as people read it: a team, or over or under.
    private var selection: String {
        let game = state.games[bet.terms.game]
        return switch bet.terms.side {
        case .over: "Over"
        case .under: "Under"
        case .home: game.map { state.name(of: $0.home, in: $0.season) } ?? "home"
        case .away: game.map { state.name(of: $0.away, in: $0.season) } ?? "away"
        }
    }

    var json: JSON {
        let terms = bet.terms
        let game = state.games[terms.game]
        let settlement = bet.settlement
        let hasScore = settlement.map { $0.outcome != .void } ?? false
        // The app's type has no missing time: a game without one has the beginning of its day.
        let time =
            game?.appointment.tipOff.map { JSON.seconds($0) }
            ?? (bet.date ?? game?.appointment.date).map { .of("\($0)T00:00:00Z") } ?? nil
        return [
            "betId": .of(bet.id.number), "betDate": .seconds(bet.occurredAt), "gameId": .of("\(terms.game)"),
            "homeTeamAbbr": .of(game.map { state.name(of: $0.home, in: $0.season) } ?? ""),
            "awayTeamAbbr": .of(game.map { state.name(of: $0.away, in: $0.season) } ?? ""), "gameDateTime": time,
            "betType": .of(BetType(terms.market, terms.side).rawValue), "selection": .of(selection),
            "lineValue": .line(terms.line), "oddsDecimal": .odds(terms.odds), "oddsAmerican": .of(terms.odds.american),
            "stakeUnits": .stake(terms.stake), "result": .of(Self.result(bet.outcome)),
            "resultDetail": .of(bet.outcome.name), "rule": .of(settlement?.rule.name),
            "actualTotal": hasScore ? .of(settlement.map { Int($0.home) + Int($0.away) }) : nil,
            "profitLoss": settlement.map { .profit($0.profit) } ?? nil,
            "confidenceRating": .of(terms.confidence.map { Int($0) }), "notes": .of(notes),
            "isClaimed": .bool(terms.isClaimed), "book": .of(book), "offerPosition": .of(terms.offer),
            "position": .of(bet.id.number),
        ]
    }

    private var book: String? {
        guard let offer = bet.terms.offer else { return bet.terms.book }
        return state.games[bet.terms.game]?.offer(at: offer)?.terms.book
    }
}

/// The figures of a user's bets as the app reads them: `BetStats`, and `bestStreak`.
struct BetStatsView {
    let statistics: BetStatistics
    /// The figures of bets at books outside of the feeds.
    let claimed: BetStatistics

    var json: JSON { Self.json(of: statistics).adding(["claimed": Self.json(of: claimed)]) }

    private static func json(of figures: BetStatistics) -> JSON {
        let streakType: String? =
            switch figures.streakOutcome {
            case .win?: "W"
            case .loss?: "L"
            case .push?, .void?, .pending?, nil: nil
            }
        return [
            "totalBets": .of(figures.totalBets), "wins": .of(figures.wins), "losses": .of(figures.losses),
            "pushes": .of(figures.pushes), "pending": .of(figures.pending), "voids": .of(figures.voids),
            // The app's type has no missing value: without bets that count, both are 0.
            "winPercentage": .decimal(Int(figures.winPercentage ?? 0), digits: 3, shown: 2),
            "totalProfitLoss": .profit(figures.profit), "totalWinnings": .profit(figures.winnings),
            "totalLosses": .profit(figures.lostStakes),
            "roi": .decimal(Int(figures.returnOnInvestment ?? 0), digits: 3, shown: 2),
            "currentStreak": .of(figures.currentStreak), "streakType": .of(streakType),
            "bestStreak": .of(figures.bestStreak),
        ]
    }
}

/// Offers as `/games/{gameId}/odds` lists them: each market with its movement.
struct OddsView {
    let game: BetState.Game
    let markets: [Market]
    /// The positions of the offers in the part of the list.
    let shown: Set<UInt64>

    var json: JSON {
        [
            "gameId": .of("\(game.id)"),
            "markets": .array(markets) { market in
                let movement = game.movement(of: market)
                return [
                    "market": .of(market.name), "opening": movement.opening.map(Self.json) ?? nil,
                    "closing": movement.closing.map(Self.json) ?? nil,
                    "current": .array(game.current(market), Self.json),
                    "offers": .array(movement.offers.filter { shown.contains($0.position) }, Self.json),
                ]
            },
        ]
    }

    /// One offer. `firstOdds` are of over or the home team, `secondOdds` of under or the away team.
    static func json(of offer: BetState.Offer) -> JSON {
        let terms = offer.terms
        return [
            "position": .of(offer.position), "book": .of(terms.book), "market": .of(terms.market.name),
            "line": .line(terms.line), "firstOdds": .odds(terms.firstOdds), "secondOdds": .odds(terms.secondOdds),
            "from": .of(offer.from.iso8601), "until": .of(offer.until?.iso8601),
        ]
    }
}
