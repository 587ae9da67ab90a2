/// Measures the work alone, and says when to begin no more of it.
public struct Stopwatch: Sendable {
    private let start = ContinuousClock.now
    private let limit: Double

    /// - Parameter limit: in seconds; 0 for no limit.
    public init(limit: Double = 0) { self.limit = limit }

    public var seconds: Double {
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }

    /// Whether there is time to begin something else.
    public var goesOn: Bool { limit <= 0 || seconds < limit }
}
