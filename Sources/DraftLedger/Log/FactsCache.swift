import Draft
import Ledger
import Platform
import Records

/// Teams, bye weeks and games of seasons, as a ledger's readers asked for them last.
///
/// They stand in one history with ADPs of days, of which a summer brings a hundred times as many. So those are passed over,
/// and what was read once is not read again.
final class FactsCache: Sendable {
    private struct Known {
        /// Of the season's notes, all of them.
        var version: UInt32
        var facts: NotesState?
    }

    private let known = Guarded<[SeasonID: Known]>([:])

    /// The reference data of a season except ADPs.
    ///
    /// - Parameter limit: events at or above it are left out.
    /// - Returns: nil where they say nothing else.
    func facts(of season: SeasonID, in ledger: Ledger, before limit: UInt64) throws -> NotesState? {
        let stream = StreamID(.notes(season))
        guard let head = try ledger.head(of: stream) else { return nil }
        let isLatest = head.position < limit
        let before = isLatest ? known.withLock { $0[season] } : nil
        // Another thread may have read more of it meanwhile.
        if let before, before.version >= head.version { return before.facts }
        var events: [RecordedEvent] = []
        try ledger.walkBack(stream) { position, header, record in
            if let before, header.version <= before.version { return false }
            guard position < limit, header.version <= head.version else { return true }
            try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                if !view.isNoteOfDay { events.append(try view.decoded()) }
            }
            return true
        }
        var facts = before?.facts
        for event in events.reversed() { facts.fold(event) }
        guard isLatest else { return facts }
        known.withLock { known in
            if known[season].map({ $0.version < head.version }) ?? true {
                known[season] = Known(version: head.version, facts: facts)
            }
        }
        return facts
    }
}
