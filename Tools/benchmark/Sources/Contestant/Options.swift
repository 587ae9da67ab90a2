/// The flags that the driver calls a contestant with; `Tools/benchmark/run --contract` tells what they mean.
public struct Options: Sendable {
    /// The shape of a log's records.
    public enum Shape: String, Sendable {
        case tick, pick, draft, wide
    }

    public var workload = ""
    public var directory = ""
    public var shape = Shape.draft
    public var events = 100_000
    public var rooms = 64
    public var seconds = 0.0
    public var batch = 1
    public var clients = 1
    public var threads = 1
    public var message = 65
    /// By which of the product's entrances events are appended.
    public var through = "records"

    public struct UsageError: Error, CustomStringConvertible {
        public let description: String
        public init(description: String) { self.description = description }
    }

    public init(_ arguments: some Collection<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let flag = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError(description: "\(flag) needs a value") }
            switch flag {
            case "--workload": workload = value
            case "--dir": directory = value
            case "--shape": shape = try Self.shape(value)
            case "--events": events = try Self.number(value, flag)
            case "--rooms": rooms = try Self.number(value, flag)
            case "--seconds": seconds = try Self.number(value, flag)
            case "--batch": batch = try Self.number(value, flag)
            case "--clients": clients = try Self.number(value, flag)
            case "--threads": threads = try Self.number(value, flag)
            case "--message": message = try Self.number(value, flag)
            case "--through": through = value
            default: throw UsageError(description: "\(flag): unknown flag")
            }
        }
        guard events > 0, rooms > 0, batch > 0, clients > 0, threads > 0, (32...65_536).contains(message) else {
            throw UsageError(description: "a count must be positive, a message 32 to 65,536 bytes")
        }
    }

    private static func shape(_ name: String) throws(UsageError) -> Shape {
        guard let shape = Shape(rawValue: name) else {
            throw UsageError(description: "--shape: expected tick, pick, draft or wide")
        }
        return shape
    }

    private static func number<Value: LosslessStringConvertible>(
        _ text: String, _ flag: String
    ) throws(UsageError) -> Value {
        guard let value = Value(text) else { throw UsageError(description: "\(flag): \(text) is not a number") }
        return value
    }
}
