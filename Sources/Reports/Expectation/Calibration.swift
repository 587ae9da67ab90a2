import Draft

extension ExpectReport {
    /// How often entries advanced of whom it was expected: fifths of the report's entries, from those of whom it was expected
    /// least.
    public struct Calibration: Sendable {
        public var groups: [Group]

        /// The mean squared distance between what was expected and what came: the smaller the better.
        public var brier: Double

        /// The same of who expects of every entry what is true of all of them together.
        public var baseBrier: Double

        public struct Group: Hashable, Sendable {
            public var entries: Int
            /// The mean of what was expected.
            public var expected: Double
            /// How many did advance.
            public var advanced: Int

            public var rate: Double { Double(advanced) / Double(entries) }

            /// Wilson's interval of 95 % around the rate.
            public var interval: ClosedRange<Double> { AdvanceReport.interval(advanced, of: entries) }
        }

        static let count = 5

        /// - Parameters:
        ///   - rows: of the report; those of whom the same is expected in an order that says nothing of them.
        ///   - advanced: by entry.
        /// - Returns: nil where of an entry one of both is not known, and without any.
        init?(_ rows: [Row], advanced: [EntryID: Bool]) {
            var outcomes: [(expected: Double, advanced: Bool, place: Int)] = []
            for (place, row) in rows.enumerated() {
                guard let expected = row.advance?.mean, let advanced = advanced[row.entry] else { return nil }
                outcomes.append((expected, advanced, place))
            }
            guard !outcomes.isEmpty else { return nil }
            outcomes.sort { ($0.expected, $0.place) < ($1.expected, $1.place) }
            let base = Double(outcomes.count { $0.advanced }) / Double(outcomes.count)
            func brier(_ expected: (Int) -> Double) -> Double {
                outcomes.indices.reduce(0) { sum, place in
                    let distance = expected(place) - (outcomes[place].advanced ? 1 : 0)
                    return sum + distance * distance
                } / Double(outcomes.count)
            }
            self.brier = brier { outcomes[$0].expected }
            baseBrier = brier { _ in base }
            groups = (0..<Self.count).compactMap { group in
                let places = outcomes.count * group / Self.count..<outcomes.count * (group + 1) / Self.count
                guard !places.isEmpty else { return nil }
                return Group(
                    entries: places.count,
                    expected: places.reduce(0) { $0 + outcomes[$1].expected } / Double(places.count),
                    advanced: places.count { outcomes[$0].advanced })
            }
        }
    }
}
