public import Draft
import Ledger
import Platform
public import Projections
import Records

/// Folds a stretch of the ledger into rooms and balances, on as many cores as it may use.
///
/// On one core, a scan feeds the fold. On several, they take turns: all cores scan a window of the log, a chunk at a
/// time, and sort what they find by shard; then each core folds its shard, to which every room and every wallet
/// belongs with all its events, from all chunks in their order. Most of the log, ticks, is reduced to runs while it is
/// scanned, so that little has to change hands. Read transactions stay short, and memory is bounded by the window,
/// whatever the length of the stretch.
struct LedgerFold {
    let ledger: Ledger

    /// The state of a room as of the beginning of the stretch.
    let roomBefore: @Sendable (RoomID) throws -> RoomState?

    /// Long enough for a run of ticks to be worth it when thousands of rooms draft at once, and short enough for the
    /// cores to end a window together.
    private static let chunk: UInt64 = 1 << 17
    private static let chunksInWindow = 8

    /// How many threads a stretch is worth: below four chunks one core is done before several have taken turns.
    static func cores(for stretch: Range<UInt64>) -> Int { stretch.count < 4 * chunk ? 1 : Cores.count }

    /// - Parameter cores: how many threads to use.
    func run(_ stretch: Range<UInt64>, cores: Int, progress: ProgressHandler?) throws -> FoldedLedger {
        if cores > 1 { return try run(stretch, shards: cores, progress) }
        var gatherer = TickGatherer(into: FoldShard(roomBefore: roomBefore))
        try ledger.scan(stretch) { position, record in
            try record.withUnsafeBytes { try gatherer.take(RecordView($0, position: position)) }
            if position & 0xF_FFFF == 0 { progress?(position - stretch.lowerBound, UInt64(stretch.count)) }
            return true
        }
        if stretch.count >= 1 << 16 { progress?(UInt64(stretch.count), UInt64(stretch.count)) }
        let shard = try gatherer.finish()
        return FoldedLedger(stretch, [shard.folder.rooms], balances: shard.balances, deposits: shard.deposits)
    }

    private func run(_ stretch: Range<UInt64>, shards count: Int, _ progress: ProgressHandler?) throws -> FoldedLedger {
        let shards = (0..<count).map { _ in ShardPlace(FoldShard(roomBefore: roomBefore)) }
        let chunks = (0..<Self.chunksInWindow).map { _ in ChunkPlace(shards: count) }
        // Windows begin where chunks do, so that a chunk never lies in two.
        var start = stretch.lowerBound
        while start < stretch.upperBound {
            let first = start / Self.chunk
            let end = min((first + UInt64(Self.chunksInWindow)) * Self.chunk, stretch.upperBound)
            try ledger.forEachChunk(of: start..<end, chunkSize: Self.chunk, threads: count) { positions in
                let place = chunks[Int(positions.lowerBound / Self.chunk - first)]
                try place.withGatherer { gatherer in
                    try ledger.scan(positions) { position, record in
                        try record.withUnsafeBytes { try gatherer.take(RecordView($0, position: position)) }
                        return true
                    }
                    try gatherer.flush()
                }
            }
            try Cores.forEach(count, threads: count) { number in
                try shards[number].withShard { shard in
                    for chunk in chunks { try chunk.buckets.drain(number, into: &shard) }
                }
            }
            start = end
            progress?(start - stretch.lowerBound, UInt64(stretch.count))
        }
        var balances = Balances()
        for place in shards { balances.merge(place.shard.balances) }
        return FoldedLedger(
            stretch, shards.map { $0.shard.folder.rooms }, balances: balances,
            deposits: shards.flatMap { $0.shard.deposits })
    }
}

/// A shard between the threads that fold it, one after the other: a window has one thread for each shard.
private final class ShardPlace: @unchecked Sendable {
    private(set) var shard: FoldShard

    init(_ shard: consuming FoldShard) { self.shard = shard }

    /// One access to the field for all that `body` does: each would be checked.
    func withShard(_ body: (inout FoldShard) throws -> Void) rethrows { try body(&shard) }
}

/// The events that one thread finds in a chunk, until the shards have folded them.
private final class ChunkPlace: @unchecked Sendable {
    private var gatherer: TickGatherer<ShardSorter>
    let buckets: RecordBuckets

    init(shards: Int) {
        buckets = RecordBuckets(count: shards)
        gatherer = TickGatherer(into: ShardSorter(buckets: buckets))
    }

    func withGatherer(_ body: (inout TickGatherer<ShardSorter>) throws -> Void) rethrows { try body(&gatherer) }
}

extension FoldedLedger {
    fileprivate init(
        _ stretch: Range<UInt64>, _ shards: [ContiguousArray<RoomState>], balances: Balances,
        deposits: [DepositRow]
    ) {
        // Names are sorted instead of states, which are large.
        let order = shards.indices
            .flatMap { shard in shards[shard].indices.map { (room: shards[shard][$0].id, shard: shard, place: $0) } }
            .sorted { $0.room < $1.room }
        self.init(
            rooms: order.map { shards[$0.shard][$0.place] }, balances: balances,
            deposits: deposits.firstOfEachPayment(), events: UInt64(stretch.count))
    }
}

/// The folded state of a part of the ledger.
public struct FoldedLedger: Sendable {
    /// Every room that had events, as the stretch leaves it, by number.
    public var rooms: [RoomState]

    /// The postings of the part.
    public var balances: Balances

    /// The stretch's deposits, each payment once: the first that was recorded of it.
    var deposits: [DepositRow]

    /// How many events the stretch has.
    public var events: UInt64
}

/// Told now and then how far long work has come: `done` of `total` events. Called from the thread that works.
public typealias ProgressHandler = @Sendable (_ done: UInt64, _ total: UInt64) -> Void
