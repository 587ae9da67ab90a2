/// Settles a bet by the recorded state of its game. Pure: the same bet and game always give the same settlement.
///
/// - Returns: nil while the bet is pending: the game is not over, or its feeds disagree and the official source has not spoken.
public func settle(_ bet: BetState.Bet, _ game: BetState.Game) -> BetSettlement? {
    nil
}
