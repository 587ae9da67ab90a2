import Forecast
import Foundation
import Pages
import TextFormats

/// The answer to `backtest`: the first lines are those of `backtest.py`, word for word.
struct BacktestPage: Page {
    let report: BacktestReport
    /// Of the spread offers; nil without a file of them.
    let offers: OfferBacktest?
    /// Of the seasons with box scores of athletes.
    let props: [(season: Int, backtest: PropBacktest)]

    func text(on terminal: Terminal) -> [StyledText] {
        var lines = [line("train", report.fit), line("test", report.test)]
        lines.append(
            "model alone against the close, test: n \(report.alone.games) Brier \(number(report.alone.brier, 4)) "
                + "(0.25 knows nothing)")
        lines += report.bands.map { "  \(line($0))" }
        lines.append("model alone against the close, fit:")
        lines += report.fitBands.map { "  \(line($0))" }
        let (model, market) = (number(report.around.model, 3), number(report.around.market, 3))
        let (base, error) = (number(report.around.baseRate, 3), number(report.around.calibrationError, 3))
        lines.append(
            "31 lines around the league's mean, test: Brier of the model \(model), of the market \(market), of the base "
                + "rate \(base); calibration error of the model \(error)")
        lines.append("the rule that ships, at lines 1 to 8 points off the close, test:")
        lines += report.rule.map { band in
            "  \(range(band)): n \(band.bets) said \(number(band.said, 3)) happened \(number(band.hit, 3))"
        }
        if let offers {
            lines.append("real spread offers, the best of each game by the other books: \(line(offers.best))")
            lines.append("of these, the offers with a positive expected value: \(line(offers.positive))")
        }
        lines += props.map { season, backtest in
            "points of athletes from 15 January \(season + 1): n \(backtest.games) mean error "
                + "\(number(backtest.modelError, 2)), of the season's average \(number(backtest.averageError, 2)); "
                + "calibration error \(number(backtest.calibrationError, 3))"
        }
        lines.append("")
        lines.append(
            "This measures calibration and not profit. No edge was shown: against the closing line the model alone lost where "
                + "it was sure.")
        return lines.map { StyledText($0) }
    }

    private func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    private func line(_ name: String, _ period: BacktestReport.Period) -> String {
        "\(name) n \(period.games) model MAE \(number(period.modelError, 2)) sd \(number(period.modelDeviation, 2)) bias "
            + "\(number(period.modelBias, 2)) | close MAE \(number(period.closeError, 2)) sd "
            + "\(number(period.closeDeviation, 2)) | model to close \(number(period.modelToClose, 2)) | weight "
            + "\(number(period.weight, 3)) +- \(number(period.weightError, 3))"
    }

    private func range(_ band: BacktestReport.Band) -> String {
        "said \(number(Double(band.from) / 100, 2))-\(number(Double(band.to) / 100, 2))"
    }

    private func line(_ band: BacktestReport.Band) -> String {
        "\(range(band)): n \(band.bets) said \(number(band.said, 3)) hit \(number(band.hit, 3)) ROI at 1.91 "
            + "\(number(band.roi, 1)) % +- \(number(band.roiError, 1))"
    }

    private func line(_ result: OfferBacktest.Result) -> String {
        "n \(result.bets) said \(number(result.said, 1)) % profit \(number(result.profit, 1)) % +- "
            + "\(number(result.profitError, 1))"
    }

    private func object(_ result: OfferBacktest.Result) -> JSON {
        [
            "bets": .of(result.bets), "said": .number(result.said), "profit": .number(result.profit),
            "profitError": .number(result.profitError),
        ]
    }

    var json: JSON {
        [
            "bestOffers": offers.map { object($0.best) } ?? .null,
            "props": .array(props) { season, backtest in
                [
                    "season": .of(season), "games": .of(backtest.games), "modelError": .number(backtest.modelError),
                    "averageError": .number(backtest.averageError),
                    "calibrationError": .number(backtest.calibrationError),
                ]
            },
            "positiveOffers": offers.map { object($0.positive) } ?? .null,
            "fit": object(report.fit), "test": object(report.test), "brier": .number(report.alone.brier),
            "games": .of(report.alone.games), "bands": .array(report.bands, object),
            "fitBands": .array(report.fitBands, object), "rule": .array(report.rule, object),
            "around": [
                "model": .number(report.around.model), "market": .number(report.around.market),
                "baseRate": .number(report.around.baseRate),
                "calibrationError": .number(report.around.calibrationError),
            ],
        ]
    }

    private func object(_ period: BacktestReport.Period) -> JSON {
        [
            "games": .of(period.games), "modelError": .number(period.modelError),
            "modelDeviation": .number(period.modelDeviation), "modelBias": .number(period.modelBias),
            "closeError": .number(period.closeError), "closeDeviation": .number(period.closeDeviation),
            "modelToClose": .number(period.modelToClose), "weight": .number(period.weight),
            "weightError": .number(period.weightError),
        ]
    }

    private func object(_ band: BacktestReport.Band) -> JSON {
        [
            "from": .number(Double(band.from) / 100), "to": .number(Double(band.to) / 100), "bets": .of(band.bets),
            "said": .number(band.said), "hit": .number(band.hit),
        ]
    }

    var csv: CSVTable {
        CSVTable(
            ["kind", "from", "to", "bets", "said", "hit"],
            objects: [("model, test", report.bands), ("model, fit", report.fitBands), ("rule, test", report.rule)]
                .flatMap { kind, bands in bands.map { object($0).adding(["kind": .string(kind)]) } })
    }
}
