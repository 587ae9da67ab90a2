package import Bets
import Ledger
import Records
import Values

/// The folds of a ledger of bets that are in memory. They follow from the log and the kept refusals alone.
struct BetMemory {
    private(set) var state = BetState()
    /// The number of records that were folded.
    private(set) var size: UInt64 = 0
    private(set) var lastRecordedAt = Timestamp(microseconds: .min + 1)
    /// The version and the position of each stream's last event, by the stream's name.
    private var heads: [UInt64: (version: UInt32, position: UInt64)] = [:]
    /// The first outcome of each command that left one, for all time.
    private var outcomes: [CommandKey: KnownOutcome] = [:]
    var analyser = Analyser()

    struct KnownOutcome {
        var fingerprint: UInt32
        var outcome: BetOutcomeOfCommand
    }

    /// Folds a log, and takes the kept refusals.
    init(of ledger: Ledger) throws {
        try catchUp(with: ledger)
        for refusal in try KeptRefusal.all(in: ledger) {
            note(refusal.refusal, of: refusal.key, fingerprint: refusal.fingerprint)
        }
    }

    /// Folds the records that the log has beyond those that were folded.
    mutating func catchUp(with ledger: Ledger) throws {
        try ledger.scan(size...) { position, record in
            if let event = try record.betEvent(at: position) {
                fold(event)
            } else {
                let header = RecordHeader(record)
                take(header.stream.rawValue, header.version, at: position, Timestamp(microseconds: header.recordedAt))
            }
            return true
        }
    }

    /// Folds the next event of the log.
    mutating func fold(_ event: RecordedBetEvent) {
        state.fold(event)
        analyser.invalidate(by: event)
        take(event.stream.rawValue, event.version, at: event.position, event.recordedAt)
        guard let origin = event.origin else { return }
        let first =
            if case .accepted(let positions)? = outcomes[origin.key]?.outcome {
                positions.lowerBound
            } else {
                event.position
            }
        outcomes[origin.key] = KnownOutcome(
            fingerprint: origin.fingerprint, outcome: .accepted(first..<event.position + 1))
    }

    private mutating func take(_ stream: UInt64, _ version: UInt32, at position: UInt64, _ recordedAt: Timestamp) {
        heads[stream] = (version, position)
        size = position + 1
        lastRecordedAt = recordedAt
    }

    /// The place of the next event of a stream.
    func place(in stream: BetStream) -> (version: UInt32, previous: UInt64?) { place(in: stream.rawValue) }

    /// - Parameter stream: the number of any stream, also one of the ledger itself.
    func place(in stream: UInt64) -> (version: UInt32, previous: UInt64?) {
        guard let head = heads[stream] else { return (1, nil) }
        return (head.version + 1, head.position)
    }

    /// The first outcome of a command, if it has one.
    func outcome(of key: CommandKey) -> KnownOutcome? { outcomes[key] }

    mutating func note(_ refusal: BetRefusal, of key: CommandKey, fingerprint: UInt32) {
        guard outcomes[key] == nil else { return }
        outcomes[key] = KnownOutcome(fingerprint: fingerprint, outcome: .refused(refusal))
    }
}

/// The outcome of a command: the same for every retry under its ID.
package enum BetOutcomeOfCommand: Hashable, Sendable {
    /// The positions of its events. Empty for a report that said nothing new.
    case accepted(Range<UInt64>)
    case refused(BetRefusal)
}
