package import Bets
package import Forecast

/// The projection of an athlete's points next to the lines of books: the edge and the verdict that every list shows.
package struct PropEdge: Sendable {
    /// Nil for an athlete without games.
    package let model: PropModel?
    /// Nil without lines.
    package let lines: BetState.PropLines?

    package init(_ model: PropModel?, _ lines: BetState.PropLines?) {
        (self.model, self.lines) = (model, lines)
    }

    /// The line that is shown and judged.
    package var shown: PropLineRecorded? { lines?.shown.terms }

    /// The expected points less the line, in millionths; nil without a line or a projection.
    package var points: Int? {
        guard let model, let shown else { return nil }
        return model.edge(line: Int(shown.line.halfPoints))
    }

    /// The verdicts that a list can show.
    package static let verdicts = [Verdict.leanOver, .hold, .leanUnder].map(\.rawValue) + [PropModel.noLine]

    /// The verdict of the line at its odds; `PropModel.noLine` without a line or a projection.
    package var verdict: String {
        guard let model, let shown else { return PropModel.noLine }
        return model.verdict(
            line: Int(shown.line.halfPoints), overOdds: Int(shown.overOdds.thousandths),
            underOdds: Int(shown.underOdds.thousandths)
        ).rawValue
    }
}
