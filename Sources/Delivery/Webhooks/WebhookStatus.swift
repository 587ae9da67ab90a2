public import Draft
public import TextFormats

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
    /// The number of requests without an answer yet.
    public var inFlight: Int
    /// The time of the first failure since the last success; nil while deliveries succeed.
    public var failingSince: Timestamp?
    public var lastError: String?
    public var lastDeliveryAt: Timestamp?
    /// The number of events that were given up.
    public var deadLetters: Int
}

extension WebhookStatus: JSONConvertible {
    public var asJSON: JSON {
        [
            "endpoint": .string(endpoint), "url": .string(url), "enabled": .bool(isEnabled),
            "disabledBecause": .of(disabledBecause), "cursor": .of(cursor), "lag": .of(lag), "waiting": .of(waiting),
            "inFlight": .of(inFlight), "failingSince": .of(failingSince?.iso8601), "lastError": .of(lastError),
            "lastDeliveryAt": .of(lastDeliveryAt?.iso8601), "deadLetters": .of(deadLetters),
        ]
    }
}

extension DeadLetter: JSONConvertible {
    public var asJSON: JSON {
        [
            "position": .of(position), "stream": .of(StreamKey(rawValue: stream)?.description),
            "attempts": .of(attempts), "failedAt": .string(failedAt.iso8601), "error": .string(error),
        ]
    }
}
