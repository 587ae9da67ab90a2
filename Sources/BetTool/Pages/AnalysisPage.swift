import Bets
import Forecast
import Pages
import TextFormats
import Values

/// The answer to `analyse`: what the simulation says of an offer, with its measured record.
struct AnalysisPage: Page {
    let lines: GameLines
    let made: AnalysisMade
    /// The offer that was looked at; nil for a game without one.
    let offer: BetState.Offer?
    /// The position of the record; nil for an analysis that was computed and not recorded.
    let recorded: UInt64?

    /// The odds that a line without an offer is priced at, in thousandths.
    private static let assumedOdds = 1910

    private var totals: Tally { Tally(first: Int(made.firstTotal), counts: made.totals.map { Int($0) }) }
    private var over: Price {
        Price(
            wins: Int(made.over), losses: Int(made.under),
            odds: offer.map { Int($0.terms.firstOdds.thousandths) } ?? Self.assumedOdds)
    }
    private var under: Price {
        Price(
            wins: Int(made.under), losses: Int(made.over),
            odds: offer.map { Int($0.terms.secondOdds.thousandths) } ?? Self.assumedOdds)
    }
    private var modelTotal: Int { Int(made.inputs.modelHome) + Int(made.inputs.modelAway) }
    private var verdict: Verdict {
        switch made.verdict {
        case .strongOver: .strongOver
        case .leanOver: .leanOver
        case .hold: .hold
        case .leanUnder: .leanUnder
        case .strongUnder: .strongUnder
        }
    }
    private var record: [String] {
        MeasuredRecord.sentences(verdict, hasConsensus: made.inputs.consensusTotal != nil)
    }
    private var trend: String { RecentTrend(tenths: Int(made.inputs.trend)).description }

    func text(on terminal: Terminal) -> [StyledText] {
        let inputs = made.inputs
        var table = TextTable([
            .init("team"), .init("pace", .trailing), .init("offence", .trailing), .init("defence", .trailing),
        ])
        table.rows = [
            row(lines.home, pace: inputs.homePace, offence: inputs.homeOffence, defence: inputs.homeDefence),
            row(lines.away, pace: inputs.awayPace, offence: inputs.awayOffence, defence: inputs.awayDefence),
        ]
        let named = offer.map {
            "\($0.terms.book) \($0.terms.line) at \($0.terms.firstOdds)/\($0.terms.secondOdds)"
        }
        return [
            StyledText("\(lines.teams), \(lines.date)", .bold),
            StyledText("Offer: \(named ?? "none; \(made.line) stands for it")"),
            StyledText(centre),
            StyledText(
                "Simulation: mean \(GameLines.decimal(totals.mean, 2)), standard deviation "
                    + "\(GameLines.decimal(totals.deviation, 2)), \(Simulation.draws) draws"),
            .empty, side("over", over), side("under", under),
            StyledText("push   \(share(Int(made.push)))"), .empty,
            StyledText("Verdict: ") + StyledText(verdict.rawValue, .bold)
                + StyledText(", confidence \(confidence.rawValue)"),
        ] + record.map { StyledText($0) } + [.empty] + table.lines(on: terminal) + [
            StyledText("Recent trend: \(trend). It predicts nothing."),
            StyledText(
                recorded.map { "Recorded at position \($0)." } ?? "Not recorded: the game has tipped off."),
            StyledText("Seed: SHA-256 of '\(seedText)' = \(made.seed.hexadecimal.prefix(16))…", .dim),
        ]
    }

    private var seedText: String { "origin, game \(lines.game.id), model \(made.model), position \(made.position)" }

    private var centre: String {
        let model = GameLines.decimal(modelTotal, 2)
        guard let total = made.inputs.consensusTotal else {
            return "Centre: the model's own total \(model), since no other book has an offer"
        }
        let books = made.inputs.totalBooks
        return "Centre: consensus \(GameLines.decimal(Int(total), 2)) of \(books) other "
            + "\(books == 1 ? "book" : "books"); the model's own total is \(model), with weight 0"
    }

    private var confidence: Confidence {
        switch made.confidence {
        case .low: .low
        case .medium: .medium
        case .high: .high
        case .veryHigh: .veryHigh
        }
    }

    private func row(_ team: String, pace: Int32, offence: Int32, defence: Int32) -> [StyledText] {
        [StyledText(team)]
            + [pace, offence, defence].map { StyledText(GameLines.decimal(Int($0), 1)) }
    }

    private func share(_ count: Int) -> String { GameLines.decimal(count * 100, 4) }

    /// The stake that the verdict leaves, in millionths of the bankroll: none for `HOLD`.
    private func stake(_ price: Price) -> Int { verdict == .hold ? 0 : price.kellyStake }

    private func side(_ name: String, _ price: Price) -> StyledText {
        StyledText(
            "\(name.padding(to: 5))  \(share(price.wins)) at \(GameLines.decimal(price.odds * 1000, 3)): expected value "
                + "\(GameLines.signed(price.expectedValue, 4)) per unit, "
                + (stake(price) == 0
                    ? "no stake" : "stake \(GameLines.decimal(stake(price) * 100, 2)) % of the bankroll"))
    }

    var json: JSON {
        let inputs = made.inputs
        func number(_ millionths: Int, _ digits: Int = 6) -> JSON {
            GameLines.number(GameLines.decimal(millionths, digits))
        }
        let best = over.wins >= under.wins ? over : under
        return [
            "gameId": .string(lines.game.id.description), "currentTotal": GameLines.number(made.line.description),
            "offer": .of(made.offer), "position": .of(made.position), "recordedAt": .of(recorded),
            "seed": .string(made.seed.hexadecimal),
            "analysis": [
                "simulatedMean": number(totals.mean),
                "simulatedStdDev": number(totals.deviation), "overProbability": number(Int(made.over) * 100),
                "underProbability": number(Int(made.under) * 100), "pushProbability": number(Int(made.push) * 100),
                "expectedValue": number(best.expectedValue), "kellyStake": number(stake(best)),
                "verdict": .string(verdict.rawValue), "confidence": .string(confidence.rawValue),
            ],
            "factors": [
                "homePace": number(Int(inputs.homePace)), "awayPace": number(Int(inputs.awayPace)),
                "homeOffRtg": number(Int(inputs.homeOffence)), "awayOffRtg": number(Int(inputs.awayOffence)),
                "homeDefRtg": number(Int(inputs.homeDefence)), "awayDefRtg": number(Int(inputs.awayDefence)),
                "recentTrend": .string(trend), "consensusTotal": inputs.consensusTotal.map { number(Int($0)) } ?? .null,
                "consensusBooks": .of(Int(inputs.totalBooks)), "modelTotal": number(modelTotal),
            ],
            "simulationCount": .of(Simulation.draws),
            "measuredRecord": .array(record) { .string($0) },
        ]
    }

    /// One row for each total that was drawn.
    var csv: CSVTable {
        CSVTable(
            ["total", "draws"],
            made.totals.enumerated().map { [.of(Int(made.firstTotal) + $0.offset), .of(Int($0.element))] })
    }
}

extension String {
    /// The text with spaces after it, up to a width.
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
