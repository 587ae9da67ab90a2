import Bets
import Forecast
import Pages
import TextFormats
import Values

/// The names and figures of a game that several pages show.
struct GameLines {
    let game: BetState.Game
    let home: String
    let away: String

    init(_ game: BetState.Game, in state: BetState) {
        self.game = game
        home = state.name(of: game.home, in: game.season)
        away = state.name(of: game.away, in: game.season)
    }

    /// "NOP at TOR".
    var teams: String { "\(away) at \(home)" }

    var date: String { game.appointment.date?.description ?? "no date" }

    /// The score that counts; nil before the first report.
    var score: (home: Int, away: Int)? {
        if case .known(let result) = game.result { return (Int(result.home), Int(result.away)) }
        return game.score.map { (Int($0.update.home), Int($0.update.away)) }
    }

    /// The closing offer of a market, or the newest one before the tip-off.
    func line(_ market: Market) -> BetState.Offer? {
        let movement = game.movement(of: market)
        return movement.closing ?? movement.offers.last
    }

    /// "TOR -6.5" for the home team's spread.
    var spread: String { line(.spread).map { "\(home) \(Self.signed($0.terms.line))" } ?? "" }

    static func signed(_ line: Line) -> String { (line > Line.none ? "+" : "") + line.description }

    /// Millionths as a decimal text, rounded.
    static func decimal(_ millionths: Int, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { result, _ in result * 10 }
        let value = FixedPoint.rounded(millionths * scale, over: FixedPoint.one)
        let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let fraction = String(rest)
        let padded = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        return (value < 0 ? "-" : "") + "\(whole)" + (digits > 0 ? ".\(padded)" : "")
    }

    /// Millionths as a decimal text with a sign.
    static func signed(_ millionths: Int, _ digits: Int) -> String {
        (millionths > 0 ? "+" : "") + decimal(millionths, digits)
    }

    /// A JSON number of an exact decimal text.
    static func number(_ text: String) -> JSON { .encoded(text.hasPrefix("+") ? String(text.dropFirst()) : text) }
}
