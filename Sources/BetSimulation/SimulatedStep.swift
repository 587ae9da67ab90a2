package import Bets
package import Values

/// One step of a simulated season: the command, its sender and its time.
package struct SimulatedStep: Sendable {
    package enum Action: Hashable, Sendable {
        case send(BetCommand)
        /// A bet whose offer follows from the state of the ledger, since an offer is named by its position.
        case bet(BetPlan)
        /// The service analyses the total of a game. A refusal as too soon is part of the rules.
        case analyse(GameID)
    }

    /// When the command reaches the edge of the system.
    package var moment: Timestamp
    package var sender: Sender
    /// The number of the step in its season, from 1, makes the ID.
    package var id: CommandID
    package var action: Action
    /// The refusal that the step shows; nil for a step that the rules accept.
    package var refusal: BetRefusalCode?

    /// Returns the command of the step for a state; nil for an analysis, and for a bet on an offer that does not exist.
    package func command(in state: BetState) -> BetCommand? {
        switch action {
        case .send(let command): command
        case .bet(let plan): plan.command(in: state, at: moment)
        case .analyse: nil
        }
    }
}

/// The bet that a bettor plans. The offer is chosen when the bet is made.
package struct BetPlan: Hashable, Sendable {
    package enum Choice: Hashable, Sendable {
        /// An offer that is current.
        case current
        /// An offer that ended more than 60 seconds ago.
        case gone
        /// The last offer, whether the game has started or not.
        case last
    }

    package var user: UserID
    package var game: GameID
    package var market: Market
    package var choice: Choice
    package var stake: Stake
    /// The user's own rating, 1 to 5.
    package var confidence: UInt8
    /// Decides among the offers and their sides.
    package var draw: UInt64

    func command(in state: BetState, at moment: Timestamp) -> BetCommand? {
        guard let game = state.games[game] else { return nil }
        let offers: [BetState.Offer] =
            switch choice {
            case .current: game.current(market)
            case .gone:
                game.offers.filter { offer in
                    offer.terms.market == market && offer.until.map { $0 <= moment - .seconds(61) } ?? false
                }
            case .last: Array(game.offers.filter { $0.terms.market == market }.suffix(1))
            }
        guard !offers.isEmpty else { return nil }
        let offer = offers[Int(draw >> 1 % UInt64(offers.count))]
        let side = draw & 1 == 0 ? market.sides.first : market.sides.second
        guard let line = offer.terms.line(of: side), let odds = offer.terms.odds(of: side) else { return nil }
        return .recordBet(
            user,
            BetRecorded(
                game: game.id, offer: offer.position, market: market, side: side, line: line, odds: odds, stake: stake,
                confidence: confidence))
    }
}
