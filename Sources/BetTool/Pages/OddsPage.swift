import Bets
import Pages
import TextFormats
import Values

/// The answer to `odds`: the movement of a line, as offers in their order.
struct OddsPage: Page {
    let lines: GameLines
    let market: Market
    let movement: BetState.LineMovement

    /// The values that the sparkline shows: lines, or the first odds of a moneyline.
    private var values: [Int] {
        movement.offers.map {
            market == .moneyline ? Int($0.terms.firstOdds.thousandths) : Int($0.terms.line.halfPoints)
        }
    }

    func text(on terminal: Terminal) -> [StyledText] {
        let title = StyledText("\(lines.teams), \(lines.date), \(market.name)", .bold)
        guard let opening = movement.opening, let latest = movement.closing ?? movement.offers.last else {
            return [title, "No offers are recorded."]
        }
        let word = movement.closing == nil ? "latest" : "closing"
        var table = TextTable([
            .init("position", .trailing), .init("from"), .init("until"), .init("book"), .init("line", .trailing),
            .init(market.sides.first.name, .trailing), .init(market.sides.second.name, .trailing),
        ])
        table.rows = movement.offers.map { offer in
            [
                StyledText("\(offer.position)", .dim), StyledText(Self.time(offer.from)),
                StyledText(offer.until.map(Self.time) ?? ""), StyledText(offer.terms.book),
                StyledText(market == .moneyline ? "" : GameLines.signedLine(offer.terms)),
                StyledText(offer.terms.firstOdds.description), StyledText(offer.terms.secondOdds.description),
            ]
        }
        return [
            title,
            StyledText("opening \(Self.name(opening)), \(word) \(Self.name(latest))"),
            StyledText(Sparkline.text(values)), .empty,
        ] + table.lines(on: terminal)
    }

    private static func name(_ offer: BetState.Offer) -> String {
        let line = offer.terms.market == .moneyline ? "" : "\(GameLines.signedLine(offer.terms)) at "
        return "\(line)\(offer.terms.firstOdds)/\(offer.terms.secondOdds) (\(offer.terms.book))"
    }

    private static func time(_ moment: Timestamp) -> String {
        String(moment.iso8601.prefix(16)).replacing("T", with: " ")
    }

    var json: JSON {
        [
            "gameId": .string(lines.game.id.description), "market": .string(market.name),
            "opening": .of(movement.opening?.position), "closing": .of(movement.closing?.position),
            "offers": .array(objects),
        ]
    }

    private var objects: [JSON] {
        movement.offers.map { offer in
            [
                "position": .of(offer.position), "from": .string(offer.from.iso8601),
                "until": .of(offer.until?.iso8601), "book": .string(offer.terms.book),
                "line": market == .moneyline ? .null : GameLines.number(offer.terms.line.description),
                "firstOdds": GameLines.number(offer.terms.firstOdds.description),
                "secondOdds": GameLines.number(offer.terms.secondOdds.description),
            ]
        }
    }

    var csv: CSVTable {
        CSVTable(["position", "from", "until", "book", "line", "firstOdds", "secondOdds"], objects: objects)
    }
}

extension GameLines {
    /// A spread with its sign, a total without one.
    static func signedLine(_ terms: OfferRecorded) -> String {
        terms.market == .spread ? signed(terms.line) : terms.line.description
    }
}
