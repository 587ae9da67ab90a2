/// The measured record of the rule that ships, for the sentence that every verdict carries.
///
/// The figures are those of `Backtest` over the seasons 2022-23 to 2024-25: the closing line as the centre, and lines moved 1 to
/// 8 points off it. A test compares them with the data where the data is present.
package struct MeasuredRecord: Hashable, Sendable {
    /// The number of moved lines on which the rule gave such a verdict.
    package var bets: Int
    /// The mean of the stated probabilities, and the share that won, in thousandths.
    package var said: Int
    package var hit: Int

    /// The games of the test.
    package static let games = 3216

    /// Returns the record of a verdict.
    package static func of(_ verdict: Verdict) -> MeasuredRecord {
        switch verdict {
        case .hold: MeasuredRecord(bets: 19_146, said: 533, hit: 535)
        case .leanOver, .leanUnder: MeasuredRecord(bets: 25_938, said: 573, hit: 576)
        case .strongOver, .strongUnder: MeasuredRecord(bets: 50_436, said: 637, hit: 639)
        }
    }

    /// The record in words, and that it shows no edge.
    package var sentences: [String] {
        [
            "Such verdicts on \(bets) moved lines of \(Self.games) past games: said 0.\(said), happened 0.\(hit).",
            Self.noEdge,
        ]
    }

    /// The sentences of a verdict: without a consensus the record is that of the model alone.
    package static func sentences(_ verdict: Verdict, hasConsensus: Bool) -> [String] {
        hasConsensus
            ? of(verdict).sentences
            : [
                "Without an offer of another book, the verdict is HOLD. The model alone said 0.615 where 0.503 happened.",
                noEdge,
            ]
    }

    private static let noEdge =
        "This measures calibration and not profit. No edge was shown: the model alone lost 3.8 ± 2.1 % against the closing "
        + "line."
}
