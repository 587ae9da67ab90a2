import Draft
import Ledger
import Platform
import Records

/// The rooms that have events in a stretch of the log, as they were before it.
///
/// The correction of later stored rows: every other room is unchanged. The first record that a room
/// has in the stretch links to the last one before it, so one scan of headers finds them, and only rooms that were open
/// at the beginning of the stretch are folded.
struct EarlierRooms {
    /// The rooms that have events in the stretch.
    let changed: Set<RoomID>

    /// Those of them that were open before it, as they were.
    let rooms: [RoomState]

    /// A scan of the stretch on all cores, and the history of each room that was open.
    init(before stretch: Range<UInt64>, in ledger: Ledger, progress: ProgressHandler?) throws {
        let found = Guarded<(scanned: UInt64, wasOpen: [RoomID: Bool])>((0, [:]))
        try ledger.forEachChunk(of: stretch, chunkSize: 1 << 17, threads: Cores.count) { positions in
            let firsts = try Self.firstRecords(in: positions, of: stretch, ledger)
            let scanned = found.withLock { found in
                for (room, wasOpen) in firsts { found.wasOpen[room] = wasOpen }
                found.scanned += UInt64(positions.count)
                return found.scanned
            }
            progress?(scanned, UInt64(stretch.count))
        }
        let wasOpen = found.withLock { $0.wasOpen }
        let open = wasOpen.filter(\.value).keys.sorted()
        changed = Set(wasOpen.keys)
        rooms = try Cores.map(open) { room in
            try RecordHistory(of: .room(room), in: ledger, before: stretch.lowerBound).room()
        }.compactMap(\.self)
    }

    /// The rooms whose first record of the stretch is in a chunk of it, and whether they have earlier ones.
    private static func firstRecords(
        in positions: Range<UInt64>, of stretch: Range<UInt64>, _ ledger: Ledger
    ) throws -> [(room: RoomID, wasOpen: Bool)] {
        var seen = NumberTable(blank: ())
        var firsts: [(room: RoomID, wasOpen: Bool)] = []
        try ledger.scan(positions) { position, record in
            try record.withUnsafeBytes { bytes in
                let view = try RecordView(bytes, position: position)
                guard view.isOfRoom, seen[view.roomNumber] == nil else { return }
                seen.set(view.roomNumber, to: ())
                if let previous = view.previous {
                    if previous < stretch.lowerBound { firsts.append((RoomID(view.roomNumber), true)) }
                } else {
                    firsts.append((RoomID(view.roomNumber), false))
                }
            }
            return true
        }
        return firsts
    }
}
