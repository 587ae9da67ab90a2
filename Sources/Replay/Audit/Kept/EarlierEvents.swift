import Draft
import DraftLedger
import Platform

/// The events before the place from which a resumed audit reads on. What it needs of them is read again by stream.
struct EarlierEvents: Sendable {
    let ledger: DraftLedger
    /// The place: the number of these events.
    let end: UInt64

    private let failure = Guarded<DraftLedgerError?>(nil)

    init(in ledger: DraftLedger, before end: UInt64) {
        self.ledger = ledger
        self.end = end
    }

    /// - Throws: the first failure to read a room's events.
    func check() throws(DraftLedgerError) {
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// The events of a stream, in order. Empty after a failure, which `check()` throws.
    func events(of stream: StreamKey) -> [RecordedEvent] {
        do throws(DraftLedgerError) {
            return try ledger.stream(stream, upTo: end)
        } catch {
            failure.withLock { $0 = $0 ?? error }
            return []
        }
    }

    /// The events of a room, of its clock and of its queues, in the order of the ledger. Empty after a failure, which
    /// `check()` throws.
    func events(of room: RoomID) -> [RecordedEvent] {
        do throws(DraftLedgerError) {
            let own = StreamKey.room(room)
            var events: [RecordedEvent] = []
            for stream in try ledger.streams(own.rawValue...own.lastRawValue) + [.clock(room)] {
                events += try ledger.stream(stream, upTo: end)
            }
            return events.sorted { $0.position < $1.position }
        } catch {
            failure.withLock { $0 = $0 ?? error }
            return []
        }
    }

    /// The events of all streams that are few: not of rooms, of wallets and of users. In the order of the ledger.
    func eventsOfFewStreams() throws(DraftLedgerError) -> [RecordedEvent] {
        let kinds: [ClosedRange<UInt64>] = [
            StreamKey.system.rawValue...StreamKey.tournament(TournamentID(StreamKey.maximumNumber)).rawValue,
            StreamKey.dispute(0).rawValue...StreamKey.measure(MeasureID(StreamKey.maximumNumber)).rawValue,
            StreamKey.season(0).rawValue...StreamKey.notes(SeasonID(StreamKey.maximumNumber)).rawValue,
        ]
        var events: [RecordedEvent] = []
        for range in kinds {
            for stream in try ledger.streams(range) { events += try ledger.stream(stream, upTo: end) }
        }
        return events.sorted { $0.position < $1.position }
    }

    /// The state of a room at this place; nil for a room that was not opened.
    func state(of room: RoomID, _ pools: PoolLibrary, _ cases: CaseLibrary) -> RoomState? {
        let view = RoomStateView(of: room, pools: pools, cases: cases)
        for event in events(of: room) { view.fold(event) }
        return view.room
    }
}
