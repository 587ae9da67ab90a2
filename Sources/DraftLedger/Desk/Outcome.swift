public import Draft

/// How a command ended: in exactly one of two ways, and the same way each time that it is sent again, unless it was
/// refused in a flood and only counted.
public enum Outcome: Sendable {
    /// The events that the command caused, durable, in the order of the ledger. `retry` when they were there before.
    case accepted([RecordedEvent], retry: Bool)

    /// Turned down. The record of it is nil when a flood of refusals was cut off, or when the outcome is a repeated one
    /// of these, or when no record can keep the command or its sender. `retry` when the command had been turned down before.
    case refused(Refusal, RecordedEvent?, retry: Bool)

    /// The events, or the refusal as an error.
    public func get() throws(Refusal) -> [RecordedEvent] {
        switch self {
        case .accepted(let events, _): return events
        case .refused(let refusal, _, _): throw refusal
        }
    }
}
