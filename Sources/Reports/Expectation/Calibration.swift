import Draft
import Foundation
import Platform

extension ExpectReport {
    /// Compares expected with actual advances: by tenths of the report's entries (fifths of fewer than 600), from those with
    /// the lowest expectation.
    ///
    /// The entries of a draft share their places, so that drafts are what intervals are made of: those of the differences
    /// come from 1,000 resamples of the drafts. All drafts share one season too, which no resampling shows.
    public struct Calibration: Sendable {
        public var groups: [Group]

        /// The mean squared difference between expectation and outcome: the smaller, the better.
        public var brier: Score

        /// The mean of `-ln` of what was expected of what happened: the smaller, the better. An expectation counts as half a
        /// season at least.
        public var logLoss: Score

        /// The slope of the logistic regression of the outcomes on the logits of the expectations: 1 if differences between
        /// expectations are as large as they should be, less where they are too large. Nil where it cannot be fitted.
        public var slope: Double?

        /// A score, and that of expecting of every entry what is true of all of them together.
        public struct Score: Hashable, Sendable {
            public var value: Double
            public var base: Double
            /// The interval of 95 % for `value - base`. Negative is better than the base rate.
            public var difference: ClosedRange<Double>
        }

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

        /// The number of groups for a number of entries.
        static func count(of entries: Int) -> Int { entries < 600 ? 5 : 10 }

        private struct Outcome {
            var expected: Double
            var advanced: Bool
            var place: Int
            var room: RoomID
        }

        /// - Parameters:
        ///   - rows: of the report; those with the same expectation in an order that says nothing about them.
        ///   - advanced: by entry.
        ///   - seasons: that were simulated.
        /// - Returns: nil where the expectation or the outcome of an entry is not known, and without any.
        init?(_ rows: [Row], advanced: [EntryID: Bool], seasons: Int) {
            var outcomes: [Outcome] = []
            for (place, row) in rows.enumerated() {
                guard let expected = row.advance?.mean, let advanced = advanced[row.entry] else { return nil }
                outcomes.append(Outcome(expected: expected, advanced: advanced, place: place, room: row.room))
            }
            guard !outcomes.isEmpty else { return nil }
            outcomes.sort { ($0.expected, $0.place) < ($1.expected, $1.place) }
            let least = 0.5 / Double(max(1, seasons))
            func bounded(_ share: Double) -> Double { min(1 - least, max(least, share)) }
            let base = Double(outcomes.count { $0.advanced }) / Double(outcomes.count)
            brier = Self.score(outcomes, base) { share, advanced in
                let distance = share - (advanced ? 1 : 0)
                return distance * distance
            }
            logLoss = Self.score(outcomes, base) { share, advanced in
                -log(advanced ? bounded(share) : 1 - bounded(share))
            }
            slope = Self.slope(
                outcomes.map { log(bounded($0.expected) / (1 - bounded($0.expected))) }, outcomes.map(\.advanced),
                base: base)
            let count = Self.count(of: outcomes.count)
            groups = (0..<count).compactMap { group in
                let places = outcomes.count * group / count..<outcomes.count * (group + 1) / count
                guard !places.isEmpty else { return nil }
                return Group(
                    entries: places.count,
                    expected: places.reduce(0) { $0 + outcomes[$1].expected } / Double(places.count),
                    advanced: places.count { outcomes[$0].advanced })
            }
        }

        private static func score(
            _ outcomes: [Outcome], _ base: Double, _ loss: (Double, Bool) -> Double
        ) -> Score {
            var (value, baseValue) = (0.0, 0.0)
            var drafts: [RoomID: (difference: Double, entries: Int)] = [:]
            for outcome in outcomes {
                let (mine, other) = (loss(outcome.expected, outcome.advanced), loss(base, outcome.advanced))
                value += mine
                baseValue += other
                drafts[outcome.room, default: (0, 0)].difference += mine - other
                drafts[outcome.room, default: (0, 0)].entries += 1
            }
            let sums = drafts.sorted { $0.key < $1.key }.map(\.value)
            let count = Double(outcomes.count)
            return Score(value: value / count, base: baseValue / count, difference: interval(sums))
        }

        /// Resamples drafts. The seed is fixed, so that the same outcomes have the same interval.
        private static func interval(_ drafts: [(difference: Double, entries: Int)]) -> ClosedRange<Double> {
            var random = SplitMix64(state: 1)
            let means = (0..<1_000).map { _ in
                var (difference, entries) = (0.0, 0)
                for _ in drafts {
                    let draft = drafts[Int(random.next().multipliedFullWidth(by: UInt64(drafts.count)).high)]
                    difference += draft.difference
                    entries += draft.entries
                }
                return difference / Double(entries)
            }.sorted()
            return means[25]...means[974]
        }

        /// Fits by Newton's method; nil where that leads nowhere, as where all outcomes or all expectations are the same.
        private static func slope(_ logits: [Double], _ outcomes: [Bool], base: Double) -> Double? {
            guard base > 0, base < 1 else { return nil }
            var (intercept, slope) = (log(base / (1 - base)), 0.0)
            for _ in 0..<50 {
                var (gradient, gradientSlope, a, b, c) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for (logit, outcome) in zip(logits, outcomes) {
                    let share = 1 / (1 + exp(-(intercept + slope * logit)))
                    let (error, weight) = ((outcome ? 1 : 0) - share, share * (1 - share))
                    gradient += error
                    gradientSlope += error * logit
                    a += weight
                    b += weight * logit
                    c += weight * logit * logit
                }
                let determinant = a * c - b * b
                guard determinant > 1e-9 * a * c else { return nil }
                let steps = (
                    (c * gradient - b * gradientSlope) / determinant, (a * gradientSlope - b * gradient) / determinant
                )
                intercept += steps.0
                slope += steps.1
                guard slope.isFinite, abs(slope) < 1_000 else { return nil }
                if abs(steps.0) + abs(steps.1) < 1e-10 { return slope }
            }
            return nil
        }
    }
}
