import Bets
import Records
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

    static let shape = Shape.choice(allCases.map(\.rawValue))

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

    /// The words of `result`, by which lists can be asked for.
    static let results = ["win", "loss", "push", "pending"]

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

    private var game: BetState.Game? { state.games[bet.terms.game] }

    private func name(of team: KeyPath<BetState.Game, TeamID>) -> String {
        game.map { state.name(of: $0[keyPath: team], in: $0.season) } ?? ""
    }

    /// The tip-off. The app's type has no missing time: a game without one has the beginning of its day.
    private var gameTime: JSON {
        game?.appointment.tipOff.map { JSON.seconds($0) }
            ?? (bet.date ?? game?.appointment.date).map { .of("\($0)T00:00:00Z") } ?? .null
    }

    private var actualTotal: Int? {
        bet.settlement.flatMap { $0.outcome == .void ? nil : Int($0.home) + Int($0.away) }
    }

    static let members = Members<BetView>(
        "Bet",
        [
            .init("betId") { $0.bet.id.number }, .init("betDate") { AppTime($0.bet.occurredAt) },
            .init("gameId") { "\($0.bet.terms.game)" }, .init("homeTeamAbbr") { $0.name(of: \.home) },
            .init("awayTeamAbbr") { $0.name(of: \.away) }, .init("gameDateTime", .nullable(.time)) { $0.gameTime },
            .init("betType", BetType.shape) { .of(BetType($0.bet.terms.market, $0.bet.terms.side).rawValue) },
            .init("selection") { $0.selection }, .init("lineValue") { ExactNumber.line($0.bet.terms.line) },
            .init("oddsDecimal") { ExactNumber.odds($0.bet.terms.odds) },
            .init("oddsAmerican") { $0.bet.terms.odds.american },
            .init("stakeUnits") { ExactNumber.stake($0.bet.terms.stake) },
            .init("result", .choice(results)) { .of(result($0.bet.outcome)) },
            .init("resultDetail", .choice(BetOutcome.allCases.map(\.name))) { .of($0.bet.outcome.name) },
            .init("rule") { $0.bet.settlement?.rule.name }, .init("actualTotal") { $0.actualTotal },
            .init("profitLoss") { $0.bet.settlement.map { ExactNumber.profit($0.profit) } },
            .init("confidenceRating") { $0.bet.terms.confidence }, .init("notes") { $0.notes },
            .init("isClaimed") { $0.bet.terms.isClaimed }, .init("book") { $0.book },
            .init("offerPosition") { $0.bet.terms.offer }, .init("position") { $0.bet.id.number },
        ])

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

    /// The figures of bets at books outside of the feeds are an object of the same kind.
    static let members = Members<BetStatsView>(
        "BetFigures",
        figures.of { $0.statistics } + [
            .init("claimed", .named("BetFigures"), ifAny: { figures.json(of: $0.claimed) })
        ])

    private static let figures: Members<BetStatistics> = [
        .init("totalBets") { $0.totalBets }, .init("wins") { $0.wins }, .init("losses") { $0.losses },
        .init("pushes") { $0.pushes }, .init("pending") { $0.pending }, .init("voids") { $0.voids },
        // The app's type has no missing value: without bets that count, both shares are 0.
        .init("winPercentage") { ExactNumber.decimal(Int($0.winPercentage ?? 0), digits: 3, shown: 2) },
        .init("totalProfitLoss") { ExactNumber.profit($0.profit) },
        .init("totalWinnings") { ExactNumber.profit($0.winnings) },
        .init("totalLosses") { ExactNumber.profit($0.lostStakes) },
        .init("roi") { ExactNumber.decimal(Int($0.returnOnInvestment ?? 0), digits: 3, shown: 2) },
        .init("currentStreak") { $0.currentStreak }, .init("streakType") { streakType($0.streakOutcome) },
        .init("bestStreak") { $0.bestStreak },
    ]

    private static func streakType(_ outcome: BetOutcome?) -> String? {
        switch outcome {
        case .win?: "W"
        case .loss?: "L"
        case .push?, .void?, .pending?, nil: nil
        }
    }
}

/// One offer as lists have it. `firstOdds` are of over or the home team, `secondOdds` of under or the away team.
enum OfferView {
    static let members = Members<BetState.Offer>(
        "Offer",
        [
            .init("position") { $0.position }, .init("book") { $0.terms.book },
            .init("market", .choice(Market.allCases.map(\.name))) { .of($0.terms.market.name) },
            .init("line") { ExactNumber.line($0.terms.line) },
            .init("firstOdds") { ExactNumber.odds($0.terms.firstOdds) },
            .init("secondOdds") { ExactNumber.odds($0.terms.secondOdds) }, .init("from") { $0.from },
            .init("until") { $0.until },
        ])
}

/// Offers as `/games/{gameId}/odds` lists them: each market with its movement.
struct OddsView {
    let game: BetState.Game
    let markets: [Market]
    /// The positions of the offers in the part of the list.
    let shown: Set<UInt64>

    /// A market with its movement.
    private struct Movement {
        let market: Market
        let movement: BetState.LineMovement
        let current: [BetState.Offer]
        let shown: Set<UInt64>
    }

    private var movements: [Movement] {
        markets.map { market in
            Movement(
                market: market, movement: game.movement(of: market), current: game.current(market), shown: shown)
        }
    }

    static let members: Members<OddsView> = [
        .init("gameId") { "\($0.game.id)" }, .init("markets", each: movement) { $0.movements },
    ]

    private static let movement: Members<Movement> = [
        .init("market") { $0.market.name },
        .init("opening", OfferView.members, orNull: { $0.movement.opening }),
        .init("closing", OfferView.members, orNull: { $0.movement.closing }),
        .init("current", each: OfferView.members) { $0.current },
        .init("offers", each: OfferView.members) { part in
            part.movement.offers.filter { part.shown.contains($0.position) }
        },
    ]
}
