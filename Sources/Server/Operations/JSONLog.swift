import Draft
package import Logging
import Platform
import TextFormats

/// A log of JSON objects, one a line: `time`, `level`, `logger`, `message`, and what else is known.
package struct JSONLog: LogHandler {
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    private let label: String
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes a line with its end, from any thread.
    package init(_ label: String, level: Logger.Level, _ write: @escaping @Sendable (String) -> Void) {
        self.label = label
        self.write = write
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// A line of the log's own.
    static func line(_ level: Logger.Level, _ message: String) -> String {
        JSON.object(members(level, "draftledger", message)).compact + "\n"
    }

    private static func members(_ level: Logger.Level, _ label: String, _ message: String) -> [JSON.Member] {
        [
            JSON.Member("time", .of(Timestamp(microseconds: SystemClock.now()).iso8601)),
            JSON.Member("level", .of(level.rawValue)), JSON.Member("logger", .of(label)),
            JSON.Member("message", .of(message)),
        ]
    }

    package func log(event: LogEvent) {
        var members = Self.members(event.level, label, "\(event.message)")
        let known: Set = ["time", "level", "logger", "message"]
        let more = metadata.merging(event.metadata ?? [:]) { $1 }.filter { !known.contains($0.key) }
        members += more.sorted { $0.key < $1.key }.map { JSON.Member($0.key, Self.json($0.value)) }
        write(JSON.object(members).compact + "\n")
    }

    private static func json(_ value: Logger.Metadata.Value) -> JSON {
        switch value {
        case .string(let text): .of(text)
        case .stringConvertible(let value): .of("\(value)")
        case .array(let values): .array(values.map(json))
        case .dictionary(let values):
            .object(values.sorted { $0.key < $1.key }.map { JSON.Member($0.key, json($0.value)) })
        }
    }
}
