public import Draft

/// A way of folding events whose result can be compared: a version of a fold, or the same fold under other rules.
public protocol ComparableFold: Sendable {
    mutating func fold(_ recorded: RecordedEvent)

    /// Equal for equal states, and practically only for those.
    var digest: Digest256 { get }
}

/// The first difference of two folds of the same events.
public enum FoldDiff {
    /// The index of the first event after which two folds, equal so far, give different states.
    ///
    /// By bisection over digests: a digest reads the whole state, so it is taken for the ends of halves only, the folds
    /// being copied there and taken up again. Folds twice what there is, and takes a logarithm's worth of digests.
    /// States that have differed and come together again before the end are not looked for.
    ///
    /// - Returns: nil when the folds agree at the end.
    public static func firstDifference(
        in events: [RecordedEvent], between left: some ComparableFold, and right: some ComparableFold
    ) -> Int? {
        var (low, high) = (0, events.count)
        var (leftAtLow, rightAtLow) = (left, right)
        func advance(_ fold: some ComparableFold, from start: Int, to end: Int) -> some ComparableFold {
            var fold = fold
            for event in events[start..<end] { fold.fold(event) }
            return fold
        }
        if left.digest != right.digest { return 0 }
        if advance(left, from: 0, to: high).digest == advance(right, from: 0, to: high).digest { return nil }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            var (leftAtMiddle, rightAtMiddle) = (leftAtLow, rightAtLow)
            for event in events[low..<middle] {
                leftAtMiddle.fold(event)
                rightAtMiddle.fold(event)
            }
            if leftAtMiddle.digest == rightAtMiddle.digest {
                (low, leftAtLow, rightAtLow) = (middle, leftAtMiddle, rightAtMiddle)
            } else {
                high = middle
            }
        }
        return low
    }
}
