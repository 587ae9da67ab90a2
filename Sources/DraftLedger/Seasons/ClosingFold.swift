import Draft
import Ledger
import Records

/// Folds as much of a ledger as its closing depends on: staff, users, wallets, contests, cases and approval requests whole, and
/// of rooms how far they are.
///
/// Picks, ticks, queues, pools, scores and reference data are skipped by their headers.
struct ClosingFold {
    /// The number of events that were folded.
    private(set) var end: UInt64 = 0

    private var state = LedgerState()

    /// The closing of the ledger after these events.
    var closing: LedgerClosing { state.closing }

    /// Folds the events that were appended since the last call.
    ///
    /// - Parameter limit: the number of events at which to stop; nil for all of them.
    mutating func advance(in ledger: Ledger, upTo limit: UInt64? = nil) throws {
        end = try ledger.scan(end..<(limit ?? .max)) { position, record in
            try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                if Self.counts(view) { fold(try view.decoded()) }
            }
            return true
        }
    }

    private mutating func fold(_ recorded: RecordedEvent) {
        state.fold(recorded)
        // A room that is over counts for its contest only.
        if recorded.event.traits.contains(.endsRoom), case .room(let id) = recorded.stream { state.forget(room: id) }
    }

    private static func counts(_ record: RecordView) -> Bool {
        switch StreamKey(rawValue: record.stream) {
        case .room: EventType(rawValue: record.templateID)?.traits.contains(.keepsStatus) == false
        case .tournament, .wallet, .user, .dispute, .staff, .measure: true
        case .system, .pool, .clock, .queue, .season, .aliases, .notes, nil: false
        }
    }
}
