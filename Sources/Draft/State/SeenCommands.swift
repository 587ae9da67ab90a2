/// Which commands have left their mark in which stream: a fold of the same events, so that idempotency needs no index
/// that could disagree with the log.
///
/// A command that comes again is looked for in its anchor stream (`Command.anchor`). Holds about 70 bytes for each
/// command and stream; streams without new events can be dropped and folded again when they are needed.
package struct SeenCommands: Sendable {
    /// The outcome of a command in one stream.
    package struct Outcome: Hashable, Sendable {
        /// The command's, as its first event carries it.
        package var fingerprint: UInt32
        /// The versions of the events that it caused in this stream: they follow one another.
        package var versions: ClosedRange<UInt32>
        /// The position of the first of them in the ledger.
        package var position: UInt64
        /// Why it was refused; nil when it was accepted.
        package var refusal: RefusalCode?
    }

    /// The known facts about an arriving command.
    package enum Verdict: Hashable, Sendable {
        case new
        /// The same command was here before: answer what it came to then, append nothing.
        case retry(Outcome)
        /// The sender used the id for another command: refuse with `duplicateCommand`.
        case conflict(Outcome)
    }

    /// The marks that commands have left in one stream.
    package typealias Marks = [CommandKey: Outcome]

    /// By the stream's `rawValue`.
    private var streams: [UInt64: Marks] = [:]

    package init() {}

    /// Folds the next event of any stream. O(1).
    package mutating func fold(_ recorded: RecordedEvent) {
        guard recorded.origin != nil else { return }
        Self.fold(recorded, into: &streams[recorded.stream.rawValue, default: [:]])
    }

    /// Folds the next event of a stream into the marks that were left there before. O(1).
    package static func fold(_ recorded: RecordedEvent, into marks: inout Marks) {
        guard let origin = recorded.origin else { return }
        var refusal: RefusalCode?
        if let rejected = recorded.event.refusal { refusal = rejected.code }
        let fresh = Outcome(
            fingerprint: origin.fingerprint, versions: recorded.version...recorded.version,
            position: recorded.position, refusal: refusal)
        note(recorded.version, fresh, at: &marks[origin.key])
    }

    /// Takes over the marks of a stream that were folded elsewhere.
    package mutating func adopt(_ marks: Marks, of stream: StreamKey) {
        streams[stream.rawValue] = marks.isEmpty ? nil : marks
    }

    /// Judges a command by its anchor stream. O(1).
    package func verdict(on origin: CommandOrigin, in stream: StreamKey) -> Verdict {
        guard let outcome = streams[stream.rawValue]?[origin.key] else { return .new }
        return outcome.fingerprint == origin.fingerprint ? .retry(outcome) : .conflict(outcome)
    }

    /// Drops what is known about a stream; folding its events again brings it back.
    package mutating func forget(_ stream: StreamKey) { streams[stream.rawValue] = nil }

    /// Whether anything is known about a stream.
    package func knows(_ stream: StreamKey) -> Bool { streams[stream.rawValue] != nil }

    private static func note(_ version: UInt32, _ fresh: Outcome, at outcome: inout Outcome?) {
        guard let first = outcome else { return outcome = fresh }
        // A conflicting reuse of the id leaves a refusal further on, which must not hide the first outcome.
        if first.fingerprint == fresh.fingerprint, version == first.versions.upperBound + 1 {
            outcome?.versions = first.versions.lowerBound...version
        }
    }
}
