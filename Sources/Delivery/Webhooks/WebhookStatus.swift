public import Draft

/// The state of one endpoint, for pages, commands and metrics.
public struct WebhookStatus: Hashable, Sendable {
    /// The ID of the endpoint.
    public var endpoint: String
    public var url: String
    /// Whether messages are sent.
    public var isEnabled: Bool
    /// The reason for which the endpoint was disabled by its own answer; nil otherwise.
    public var disabledBecause: String?
    /// Every public event below this position was received, waits or is a dead letter.
    public var cursor: UInt64
    /// The number of events of the ledger that were not looked at yet.
    public var lag: UInt64
    /// The number of events that wait for an attempt or a retry.
    public var waiting: Int
    /// When the first of the waiting events was recorded in the ledger; nil if nothing waits.
    public var oldestWaitingAt: Timestamp?
    /// The number of requests without an answer yet.
    public var inFlight: Int
    /// The time of the first failure since the last success; nil while deliveries succeed.
    public var failingSince: Timestamp?
    public var lastError: String?
    public var lastDeliveryAt: Timestamp?
    /// The number of events that were given up.
    public var deadLetters: Int
}

/// The end of one attempt to deliver an event.
public struct WebhookReport: Hashable, Sendable {
    /// The ID of the endpoint.
    public var endpoint: String
    /// The position of the event in the ledger.
    public var position: UInt64
    public var outcome: Outcome
    /// From the beginning of the attempt to its end.
    public var time: Interval

    /// The outcome of an attempt, with the reason of a failure.
    public enum Outcome: Hashable, Sendable {
        case delivered
        /// It is retried.
        case failed(String)
        /// That was the last attempt.
        case deadLetter(String)
        /// The endpoint itself has asked for no more messages.
        case disabled(String)

        /// The name of the outcome, as metrics and logs have it.
        public var name: String {
            switch self {
            case .delivered: "delivered"
            case .failed: "failed"
            case .deadLetter: "dead_letter"
            case .disabled: "disabled"
            }
        }

        /// All names.
        public static let names = [Outcome.delivered, .failed(""), .deadLetter(""), .disabled("")].map(\.name)

        /// The reason of a failure; nil for an event that was delivered.
        public var reason: String? {
            switch self {
            case .delivered: nil
            case .failed(let reason), .deadLetter(let reason), .disabled(let reason): reason
            }
        }
    }
}
