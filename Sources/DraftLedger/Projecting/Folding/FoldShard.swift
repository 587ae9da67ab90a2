import Draft
import Projections
import Records

/// The rooms and wallets of one core.
struct FoldShard: FoldSink, ~Copyable {
    private(set) var folder: RoomFolder
    private(set) var balances = Balances()
    private(set) var deposits: [DepositRow] = []

    init(roomBefore: @escaping (RoomID) throws -> RoomState?) { folder = RoomFolder(roomBefore: roomBefore) }

    mutating func take(_ run: TickRun, ofRoom number: UInt64) throws { try folder.take(run, ofRoom: number) }

    mutating func take(_ record: RecordView) throws {
        if record.isOfRoom {
            try folder.take(record)
        } else {
            let recorded = try record.decoded()
            balances.fold(recorded)
            if let deposit = DepositRow(recorded) { deposits.append(deposit) }
        }
    }
}

/// Sorts what a scan finds by the shard that will fold it.
struct ShardSorter: FoldSink {
    let buckets: RecordBuckets

    func take(_ run: TickRun, ofRoom number: UInt64) { buckets.append(run, ofRoom: number, to: shard(of: number)) }

    func take(_ record: RecordView) { buckets.append(record, to: shard(of: record.roomNumber)) }

    /// Rooms, wallets and tournaments alike go by their numbers.
    private func shard(of number: UInt64) -> Int {
        Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: number) % UInt32(truncatingIfNeeded: buckets.count))
    }
}

/// The input of a fold from a scan of the log: each stream's events in their order, with ticks merged into runs.
protocol FoldSink: ~Copyable {
    mutating func take(_ run: TickRun, ofRoom number: UInt64) throws

    /// Takes a record of a room's own stream, other than a tick, or one that can move money. It must not be kept.
    mutating func take(_ record: RecordView) throws
}
