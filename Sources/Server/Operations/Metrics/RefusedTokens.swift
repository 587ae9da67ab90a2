import CoreMetrics
import Tokens

/// Counts tokens that were not accepted, by their causes. Every cause is there from the start, as 0.
struct RefusedTokens: Sendable {
    private let counters: [TokenRejection.Cause: Counter]

    init(registry: PrometheusRegistry) {
        counters = TokenRejection.Cause.allCases.reduce(into: [:]) { counters, cause in
            counters[cause] = Counter(
                label: ServerMetric.tokensRefused.rawValue, dimensions: [("reason", cause.rawValue)], factory: registry)
        }
    }

    func count(_ cause: TokenRejection.Cause) { counters[cause]?.increment() }
}
