package import Draft
package import DraftLedger
package import Records
package import TestSupport

/// A ledger in a directory of its own, which goes away with it, and the files that a test puts beside it.
package final class TemporaryLedger {
    package static let origin = "test.example/drafts"

    /// The same order draws in every run.
    package static let drawMaster = [UInt8](repeating: 7, count: 32)

    package let directory = TemporaryDirectory()
    package private(set) var ledger: DraftLedger
    /// Nil for the machine's.
    private var clock: (@Sendable () -> Int64)?
    /// What tells a leap of that clock; nil where it never leaps.
    private var awake: (@Sendable () -> Int64)?

    package var path: String { directory("a.ledger") }

    /// - Parameters:
    ///   - origin: nil for a ledger that is not signed.
    ///   - moment: when it was created; now unless given.
    ///   - rules: the rules that its first event states; by default none, so that a test can state older ones.
    ///   - events: what is in it from the beginning.
    package init(
        origin: String? = origin, createdAt moment: Timestamp? = nil, rules: UInt16? = nil,
        _ events: [PendingEvent] = []
    ) throws {
        ledger = try DraftLedger.create(
            at: directory("a.ledger"), origin: origin, moment: moment, drawMaster: Self.drawMaster,
            upkeep: .none, rules: rules)
        if !events.isEmpty { try ledger.append(events) }
    }

    deinit { ledger.close() }

    /// Closes the ledger and opens it anew, as a restart does.
    package func reopen() throws {
        ledger.close()
        ledger =
            try clock.map { try .open(at: path, for: .writing, upkeep: .none, by: $0, awake: awake) }
            ?? .open(at: path, for: .writing, upkeep: .none)
    }

    /// Closes the ledger and opens it anew by another clock, which it has from then on.
    ///
    /// - Parameters:
    ///   - clock: microseconds since 1970.
    ///   - awake: microseconds for which it has run; nil where it never leaps.
    package func reopen(
        by clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil
    ) throws {
        (self.clock, self.awake) = (clock, awake)
        try reopen()
    }

    /// All events of the ledger.
    package var events: [RecordedEvent] {
        get throws {
            var all: [RecordedEvent] = []
            try ledger.events { recorded in
                all.append(recorded)
                return true
            }
            return all
        }
    }
}

extension PendingEvent {
    /// An event on record, to be recorded again with the same bytes.
    package init(_ recorded: RecordedEvent) {
        self.init(
            stream: recorded.stream, event: recorded.event, origin: recorded.origin, recordedAt: recorded.recordedAt)
        salting = .asRecorded(recorded.salt)
    }
}
