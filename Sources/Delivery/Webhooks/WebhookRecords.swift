public import Draft
import TextFormats

/// An event that an endpoint has not received yet.
struct WaitingEvent: Hashable, Sendable {
    var position: UInt64
    /// The name of its stream, in which the order is kept.
    var stream: UInt64
    var failedAttempts = 0
    /// Not attempted before.
    var dueAt: Timestamp
    /// The reason of the last failure.
    var error: String?
}

/// An event that was given up after its last attempt. It is kept until it is sent again or dropped.
public struct DeadLetter: Hashable, Sendable {
    /// The position of the event in the ledger.
    public var position: UInt64
    /// The name of its stream.
    var stream: UInt64
    /// The key of its stream; nil for a stream that this version does not know.
    package var streamKey: StreamKey? { StreamKey(rawValue: stream) }
    public var attempts: Int
    /// When the last attempt failed.
    public var failedAt: Timestamp
    /// Why the last attempt failed.
    public var error: String
}

/// How far an endpoint is.
struct EndpointState: Hashable, Sendable {
    /// Every public event below this position was received, waits or is a dead letter.
    var cursor: UInt64
    /// When the first of the failures without a success in between was; nil while deliveries succeed.
    var failingSince: Timestamp?
    var lastError: String?
    var lastDeliveryAt: Timestamp?
    /// Why nothing is sent, where the endpoint itself has asked for that.
    var disabledBecause: String?
}

// MARK: Stored as JSON

extension WaitingEvent {
    var bytes: [UInt8] {
        let json: JSON = [
            "stream": .of(stream), "failedAttempts": .of(failedAttempts), "dueAt": .of(dueAt.microseconds),
            "error": .of(error),
        ]
        return json.bytes
    }

    /// - Returns: nil for bytes that are not a stored event.
    init?(position: UInt64, _ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root, let stream: UInt64 = root["stream"]?.integer(),  // nil: damaged
            let failed: Int = root["failedAttempts"]?.integer(), let due: Int64 = root["dueAt"]?.integer()
        else { return nil }
        self.init(
            position: position, stream: stream, failedAttempts: failed, dueAt: Timestamp(microseconds: due),
            error: root["error"]?.string)
    }
}

extension DeadLetter {
    var bytes: [UInt8] {
        let json: JSON = [
            "stream": .of(stream), "attempts": .of(attempts), "failedAt": .of(failedAt.microseconds),
            "error": .of(error),
        ]
        return json.bytes
    }

    /// - Returns: nil for bytes that are not a stored dead letter.
    init?(position: UInt64, _ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root, let stream: UInt64 = root["stream"]?.integer(),  // nil: damaged
            let attempts: Int = root["attempts"]?.integer(), let failed: Int64 = root["failedAt"]?.integer(),
            let error = root["error"]?.string
        else { return nil }
        self.init(
            position: position, stream: stream, attempts: attempts, failedAt: Timestamp(microseconds: failed),
            error: error)
    }
}

extension EndpointState {
    var bytes: [UInt8] {
        let json: JSON = [
            "cursor": .of(cursor), "failingSince": .of(failingSince?.microseconds), "lastError": .of(lastError),
            "lastDeliveryAt": .of(lastDeliveryAt?.microseconds), "disabledBecause": .of(disabledBecause),
        ]
        return json.bytes
    }

    /// - Returns: nil for bytes that are not a stored state.
    init?(_ bytes: [UInt8]) {
        guard let root = try? JSONDocument(bytes).root, let cursor: UInt64 = root["cursor"]?.integer()  // nil: damaged
        else { return nil }
        func moment(_ value: JSONValue?) -> Timestamp? {
            (value?.integer(as: Int64.self)).map { Timestamp(microseconds: $0) }
        }
        self.init(
            cursor: cursor, failingSince: moment(root["failingSince"]), lastError: root["lastError"]?.string,
            lastDeliveryAt: moment(root["lastDeliveryAt"]), disabledBecause: root["disabledBecause"]?.string)
    }
}
