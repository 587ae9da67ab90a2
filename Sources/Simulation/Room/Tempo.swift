import Draft

/// How long people take, for a room's clock.
struct Tempo {
    /// Hundredths of what things take in a fast room.
    private let scale: Int64

    init(_ ruleset: Ruleset) {
        scale = ruleset.pickClock > .seconds(3_600) ? 8_000 : 100
    }

    /// A length of time of a fast room, at this room's pace.
    func interval(_ milliseconds: ClosedRange<Int64>, using random: inout SeededGenerator) -> Interval {
        Interval(microseconds: random.int64(in: milliseconds) * 10 * scale + random.int64(in: 0...999))
    }

    /// How long somebody thinks about a pick: mostly some seconds, sometimes almost the whole clock.
    ///
    /// - Parameter pace: in hundredths of the usual.
    func thought(pace: Int64, using random: inout SeededGenerator) -> Interval {
        let range: ClosedRange<Int64> =
            switch random.below(1_000) {
            case ..<290: 1_500...6_000
            case ..<650: 6_000...13_000
            case ..<870: 13_000...21_000
            default: 21_000...29_500
            }
        return Interval(microseconds: interval(range, using: &random).microseconds * pace / 100)
    }
}
