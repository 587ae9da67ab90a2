import Draft
public import DraftLedger
import Platform

/// Every rule of the house re-checked over history: in one room, or in the whole ledger on all cores.
///
/// What is stored is never believed: turns are counted again, clocks compared, the rules' picks and the draws of the
/// order made once more, every command that can be told from its events decided once more, and the accounts added up
/// after each posting. See `AuditRule` for the list.
public struct Audit: Sendable {
    /// Events that are read at once; memory is bounded by it and by what a room's state takes.
    private static let wave: UInt64 = 1 << 18

    let ledger: DraftLedger

    public init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// Audits the whole ledger as it is when this is called.
    ///
    /// Reads the log twice: once to verify it, once to audit it. Some hundred thousand events a second and core, most
    /// of which goes into deciding commands once more.
    ///
    /// - Parameter progress: counts each event twice, once for each reading.
    /// - Throws: `DraftLedgerError` when the ledger cannot be read at all. What is wrong inside it is a finding.
    public func run(progress: ProgressHandler? = nil) throws(DraftLedgerError) -> AuditReport {
        let size = try ledger.size
        let verification = try ledger.verify { done, _ in progress?(done, 2 * size) }
        var notes = AuditNotes()
        // Whether the key is at hand says nothing about the rules: that is for `verify` to tell.
        for finding in verification.findings where finding.check != VerifyReport.Finding.signature {
            notes.add(
                AuditFinding(
                    position: finding.position, stream: nil, rule: .storage, expected: "a sound ledger",
                    actual: finding.check, message: finding.message))
        }
        let libraries = try readLibraries(below: size)
        let cores = Cores.count
        let shards = (0..<cores).map { _ in AuditShard(pools: libraries.pools, cases: libraries.cases) }
        let money = MoneyShard()
        var start: UInt64 = 0
        while start < size {
            let end = min(start + Self.wave, size)
            try audit(start..<end, shards, money)
            start = end
            progress?(size + start, 2 * size)
        }
        Cores.forEach(shards.count) { shards[$0].finish() }
        money.auditor.finish()
        for shard in shards { notes.merge(shard.notes) }
        notes.merge(money.auditor.notes)
        return notes.report(size: size, room: nil)
    }

    /// Pools and cases, which rooms read across streams. One reading of the streams' own events.
    private func readLibraries(
        below size: UInt64
    ) throws(DraftLedgerError) -> (pools: PoolLibrary, cases: CaseLibrary) {
        var pools: [PoolID: [RecordedEvent]] = [:]
        var cases = CaseLibrary()
        let portions = try Cores.map(Self.shares(of: 0..<size)) { positions throws(DraftLedgerError) in
            var events: [RecordedEvent] = []
            try EventPortion.read(positions, of: ledger) { event in
                switch event.stream {
                case .pool, .dispute: events.append(event)
                default: break
                }
            }
            return events
        }
        for event in portions.joined() {
            if case .pool(let id) = event.stream { pools[id, default: []].append(event) } else { cases.add(event) }
        }
        var library = PoolLibrary()
        for (id, events) in pools { library.add(id, events) }
        return (library, cases)
    }

    /// One wave: every core reads a part of it and sorts it by shard, then every core audits one shard, and whoever is
    /// free first the money.
    private func audit(
        _ positions: Range<UInt64>, _ shards: [AuditShard], _ money: MoneyShard
    ) throws(DraftLedgerError) {
        let count = shards.count
        let portions = try Cores.map(Self.shares(of: positions)) { positions throws(DraftLedgerError) in
            var byShard = [[RecordedEvent]](repeating: [], count: count + 1)
            try EventPortion.read(positions, of: ledger) { event in
                switch event.stream {
                case .room(let id), .queue(let id, _): byShard[Int(id.number % UInt64(count))].append(event)
                default: break
                }
                if MoneyAuditor.concerns(event) { byShard[count].append(event) }
            }
            return byShard
        }
        Cores.forEach(count + 1) { shard in
            for portion in portions {
                if shard == count {
                    for event in portion[shard] { money.auditor.audit(event) }
                } else {
                    for event in portion[shard] { shards[shard].audit(event) }
                }
            }
        }
    }

    /// A part for each core.
    private static func shares(of positions: Range<UInt64>) -> [Range<UInt64>] {
        let share = positions.count / Cores.count + 1
        return stride(from: positions.lowerBound, to: positions.upperBound, by: share).map {
            $0..<min($0 + UInt64(share), positions.upperBound)
        }
    }
}

/// The rooms of one core.
///
/// Unchecked because a wave gives each shard to one thread, and waves follow one another.
private final class AuditShard: @unchecked Sendable {
    private var rooms: [RoomID: RoomAuditor] = [:]
    private let pools: PoolLibrary
    private let cases: CaseLibrary

    init(pools: PoolLibrary, cases: CaseLibrary) {
        self.pools = pools
        self.cases = cases
    }

    func audit(_ event: RecordedEvent) {
        guard let id = event.stream.room else { return }
        rooms[id, default: RoomAuditor(of: id, pools: pools, cases: cases)].audit(event)
    }

    func finish() {
        for id in rooms.keys { rooms[id]?.finish() }
    }

    var notes: AuditNotes {
        rooms.values.reduce(into: AuditNotes()) { $0.merge($1.notes) }
    }
}

/// The money, which is one piece. Unchecked like a shard.
private final class MoneyShard: @unchecked Sendable {
    var auditor = MoneyAuditor(isWhole: true)
}

extension StreamKey {
    /// The room of a room's own stream or of one of its queues.
    var room: RoomID? {
        switch self {
        case .room(let id), .queue(let id, _): id
        default: nil
        }
    }
}
