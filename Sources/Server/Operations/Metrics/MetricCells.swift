import CoreMetrics
import Platform

/// A figure that can be printed.
protocol MetricCell: AnyObject, Sendable {
    /// Appends its lines.
    func print(_ name: String, _ labels: String, to text: inout String)
}

/// A counter, which only grows.
final class CounterCell: CounterHandler, MetricCell {
    private let value = Guarded<Int64>(0)

    func increment(by amount: Int64) { value.withLock { $0 &+= amount } }
    func reset() { value.withLock { $0 = 0 } }
    func set(_ value: Int64) { self.value.withLock { $0 = value } }

    func print(_ name: String, _ labels: String, to text: inout String) {
        text += "\(name)\(labels) \(value.withLock { $0 })\n"
    }
}

/// A counter that also grows by fractions.
final class FloatingPointCell: FloatingPointCounterHandler, MetricCell {
    private let value = Guarded(0.0)

    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func reset() { value.withLock { $0 = 0 } }

    func print(_ name: String, _ labels: String, to text: inout String) {
        text += "\(name)\(labels) \(value.withLock { $0 })\n"
    }
}

/// A gauge, which rises and falls.
final class GaugeCell: MeterHandler, RecorderHandler, MetricCell {
    private let value = Guarded(0.0)

    func set(_ value: Int64) { self.value.withLock { $0 = Double(value) } }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func print(_ name: String, _ labels: String, to text: inout String) {
        text += "\(name)\(labels) \(value.withLock { $0 })\n"
    }
}

/// A histogram: the number of values up to each of some fixed bounds.
final class HistogramCell: RecorderHandler, TimerHandler, MetricCell {
    /// The bounds of durations: from a commit on a fast disk to a timeout.
    static let seconds = [
        0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
    ]
    /// The bounds of all other values.
    static let sizes = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000]

    private let bounds: [Double]
    private let state: Guarded<(counts: [UInt64], sum: Double)>

    init(_ bounds: [Double]) {
        self.bounds = bounds
        state = Guarded(([UInt64](repeating: 0, count: bounds.count + 1), 0))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let index = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[index] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func print(_ name: String, _ labels: String, to text: inout String) {
        let (counts, sum) = state.withLock { $0 }
        let head = labels.isEmpty ? "{" : "\(labels.dropLast()),"
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
            text += "\(name)_bucket\(head)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_sum\(labels) \(sum)\n\(name)_count\(labels) \(total)\n"
    }
}
