/// A figure of a ledger: its label in swift-metrics, and its meaning.
///
/// ```swift
/// for metric in LedgerMetric.allCases { print(metric.rawValue, metric.help) }
/// ```
public enum LedgerMetric: String, CaseIterable, Sendable {
    case storedEvents = "draftledger_stored_events"
    case storedGroups = "draftledger_stored_groups"
    case commit = "draftledger_commit"
    case commitEvents = "draftledger_commit_events"
    case commitFailures = "draftledger_commit_failures"
    case projectionFold = "draftledger_projection_fold"
    case clockSetBack = "draftledger_clock_set_back"
    case clockLeapt = "draftledger_clock_leapt"
    case storageOutages = "draftledger_storage_outages"
    case startedOver = "draftledger_started_over"
    case upkeepFailures = "draftledger_upkeep_failures"

    /// The meaning in one sentence, as `/metrics` of a server prints it.
    public var help: String {
        switch self {
        case .storedEvents: "Events that were stored since the start."
        case .storedGroups: "Commits that stored events since the start."
        case .commit: "Time of a commit, with its syncs."
        case .commitEvents: "Events of one commit."
        case .commitFailures: "Commits that failed since the start."
        case .projectionFold: "Time until the projections had taken in a commit."
        case .clockSetBack: "Steps of the machine's clock back since the start."
        case .clockLeapt: "Leaps of the machine's clock ahead since the start."
        case .storageOutages: "Times since the start that storage failed and recovered."
        case .startedOver: "Times since the start that the ledger was opened again."
        case .upkeepFailures: "Failures of upkeep since the start, by task."
        }
    }
}
