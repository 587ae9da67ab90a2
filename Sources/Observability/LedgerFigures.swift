import CoreMetrics
import DraftLedger

/// The figures of a ledger, made once: to look one up by its name costs more than to count.
struct LedgerFigures: Sendable {
    private let events: Counter
    private let groups: Counter
    private let failures: Counter
    private let commit: Timer
    private let size: Recorder
    private let fold: Timer
    private let steps: Counter
    private let leaps: Counter
    private let outages: Counter
    private let restarts: Counter
    private let upkeepFailures: [UpkeepTask: Counter]

    init(_ factory: any MetricsFactory) {
        func counter(_ metric: LedgerMetric, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: metric.rawValue, dimensions: dimensions, factory: factory)
        }
        events = counter(.storedEvents)
        groups = counter(.storedGroups)
        failures = counter(.commitFailures)
        steps = counter(.clockSetBack)
        leaps = counter(.clockLeapt)
        outages = counter(.storageOutages)
        restarts = counter(.startedOver)
        commit = Timer(label: LedgerMetric.commit.rawValue, dimensions: [], factory: factory)
        fold = Timer(label: LedgerMetric.projectionFold.rawValue, dimensions: [], factory: factory)
        size = Recorder(
            label: LedgerMetric.commitEvents.rawValue, dimensions: [], aggregate: true, factory: factory)
        upkeepFailures = Dictionary(
            uniqueKeysWithValues: UpkeepTask.allCases.map {
                ($0, counter(.upkeepFailures, [("task", $0.rawValue)]))
            })
    }

    func note(_ group: StoredGroup) {
        commit.recordNanoseconds(Int64(group.time / .nanoseconds(1)))
        if group.failure != nil { return failures.increment() }
        events.increment(by: Int64(group.events))
        groups.increment()
        size.record(group.events)
    }

    func note(_ notice: LedgerNotice) {
        switch notice {
        case .clockSetBack: steps.increment()
        case .clockLeapt: leaps.increment()
        case .storageRecovered: outages.increment()
        case .startedOver: restarts.increment()
        case .broughtUp(_, let time): fold.recordNanoseconds(Int64(time / .nanoseconds(1)))
        case .published: break
        case .upkeepFailed(let task, _): upkeepFailures[task]?.increment()
        }
    }
}
