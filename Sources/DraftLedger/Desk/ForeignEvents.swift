import Draft
import Ledger
import Records

/// What others have appended past the desk: the histories of which it knows less than the log.
struct ForeignEvents {
    private(set) var streams: Set<StreamKey> = []

    /// The tournaments in whose books the events count, or whose rooms they open.
    private(set) var contests: Set<TournamentID> = []

    /// Rooms that were opened before, and may have changed their status since.
    private(set) var changedRooms: Set<RoomID> = []

    /// Rooms that were opened: the next one gets another number.
    private(set) var openedRooms: Set<RoomID> = []

    /// More events than this are not worth looking at: all that is in memory is read anew instead.
    private static let limit: UInt64 = 16_384

    /// - Returns: nil where there are too many.
    init?(_ stretch: Range<UInt64>, in ledger: Ledger) throws {
        guard stretch.upperBound - stretch.lowerBound <= Self.limit else { return nil }
        guard !stretch.isEmpty else { return }
        try ledger.scan(stretch) { position, record in
            try record.withUnsafeBytes { try take(RecordView($0, position: position)) }
            return true
        }
    }

    private mutating func take(_ record: RecordView) throws {
        guard let stream = StreamKey(rawValue: record.stream) else { return }
        streams.insert(stream)
        switch stream {
        case .room(let id):
            if record.templateID == EventType.roomOpened.rawValue {
                openedRooms.insert(id)
                guard case .roomOpened(let opened) = try record.decoded().event, let contest = opened.tournament
                else { return }
                contests.insert(contest)
            } else if !record.leavesStatus, !openedRooms.contains(id) {
                changedRooms.insert(id)
            }
        case .wallet, .tournament:
            guard let contest = ContestBooks.contest(of: try record.decoded().event, in: stream) else { return }
            contests.insert(contest)
        default: break
        }
    }
}

extension RecordView {
    /// Whether the record's event leaves its room in the status that it was in, as nine in ten do.
    fileprivate var leavesStatus: Bool {
        switch EventType(rawValue: templateID) {
        case .clockTicked, .clockStarted, .pickMade, .pickAutomated, .autodraftSet, .commandRejected: true
        default: false
        }
    }
}
