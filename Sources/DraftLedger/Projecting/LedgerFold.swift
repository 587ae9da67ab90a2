import Dispatch
import Draft
import LMDB
import Ledger
import Projections

/// Folds a stretch of the ledger into rooms and balances, on as many cores as it may use.
///
/// Each room and each wallet belongs to one shard, which sees its events in their order. In turns, every core scans a
/// part of a chunk and sorts what it finds by shard; then every core folds one shard. Read transactions stay short and
/// memory bounded by the chunk, whatever the length of the stretch.
struct LedgerFold {
    let ledger: Ledger

    /// The state of a room as of the beginning of the stretch.
    let roomBefore: @Sendable (RoomID) throws -> RoomState?

    private static let chunk: UInt64 = 1 << 20

    /// - Parameter cores: how many threads to use.
    func run(_ stretch: Range<UInt64>, cores: Int, progress: ProgressHandler?) throws -> FoldedLedger {
        let shards = (0..<max(1, cores)).map { _ in FoldShard(roomBefore: roomBefore) }
        var start = stretch.lowerBound
        if cores > 1 {
            let buckets = shards.map { _ in shards.map { _ in RecordBucket() } }
            while start < stretch.upperBound {
                let end = min(start + Self.chunk, stretch.upperBound)
                try fold(start..<end, shards, buckets)
                start = end
                progress?(start - stretch.lowerBound, UInt64(stretch.count))
            }
        } else {
            try ledger.scan(stretch) { position, record in
                try record.withUnsafeBytes { try shards[0].apply(RecordView($0, position: position)) }
                if position & 0xF_FFFF == 0 { progress?(position - stretch.lowerBound, UInt64(stretch.count)) }
                return true
            }
        }
        var balances = Balances()
        for shard in shards { balances.merge(shard.balances) }
        return FoldedLedger(
            rooms: shards.flatMap(\.folder.rooms).sorted { $0.id < $1.id }, balances: balances,
            events: UInt64(stretch.count))
    }

    private func fold(_ chunk: Range<UInt64>, _ shards: [FoldShard], _ buckets: [[RecordBucket]]) throws {
        let share = UInt64(chunk.count) / UInt64(shards.count) + 1
        try concurrently(shards.count) { core in
            let start = min(chunk.lowerBound + share * UInt64(core), chunk.upperBound)
            let end = min(start + share, chunk.upperBound)
            let mine = buckets[core]
            try ledger.scan(start..<end) { position, record in
                try record.withUnsafeBytes { bytes in
                    let view = try RecordView(bytes, position: position)
                    guard let shard = view.shard(of: shards.count) else { return }
                    mine[shard].append(bytes, at: position)
                }
                return true
            }
        }
        try concurrently(shards.count) { shard in
            for core in shards.indices { try buckets[core][shard].drain { try shards[shard].apply($0) } }
        }
    }

    /// Runs `body` for every index at the same time, and throws the first error that any of them threw.
    private func concurrently(_ count: Int, _ body: @Sendable (Int) throws -> Void) throws {
        let failure = Guarded<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do {
                try body(index)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// The rooms and wallets of one core.
final class FoldShard: @unchecked Sendable {
    private(set) var folder: RoomFolder
    private(set) var balances = Balances()

    init(roomBefore: @escaping (RoomID) throws -> RoomState?) { folder = RoomFolder(roomBefore: roomBefore) }

    func apply(_ record: RecordView) throws {
        if record.isOfRoom {
            try folder.apply(record)
        } else if record.isOfMoney {
            balances.apply(try record.decoded())
        }
    }
}

extension RecordView {
    /// The shard that a record belongs to; nil for one that no fold asks for.
    func shard(of count: Int) -> Int? {
        guard isOfRoom || isOfMoney else { return nil }
        return Int((stream >> 8 & 0xFFFF_FFFF) % UInt64(count))
    }
}
