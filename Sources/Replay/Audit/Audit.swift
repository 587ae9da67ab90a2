import Dispatch
import Draft
public import DraftLedger

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
        for finding in verification.findings {
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
        DispatchQueue.concurrentPerform(iterations: shards.count) { shards[$0].finish() }
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
        let share = size / UInt64(Cores.count) + 1
        let parts = (0..<Cores.count).map { _ in EventBasket() }
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let first = min(UInt64(index) * share, size)
            parts[index].fill { () throws(DraftLedgerError) in
                try EventPortion.read(first..<min(first + share, size), of: ledger) { event in
                    switch event.stream {
                    case .pool, .dispute: parts[index].events.append(event)
                    default: break
                    }
                }
            }
        }
        for part in parts { try part.check() }
        for event in parts.flatMap(\.events) {
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
        let parts = (0..<count).map { _ in (0...count).map { _ in EventBasket() } }
        let share = UInt64(positions.count) / UInt64(count) + 1
        DispatchQueue.concurrentPerform(iterations: count) { core in
            let first = min(positions.lowerBound + UInt64(core) * share, positions.upperBound)
            parts[core][count].fill { () throws(DraftLedgerError) in
                try EventPortion.read(first..<min(first + share, positions.upperBound), of: ledger) { event in
                    switch event.stream {
                    case .room(let id), .queue(let id, _):
                        parts[core][Int(id.number % UInt64(count))].events.append(event)
                    default: break
                    }
                    if MoneyAuditor.concerns(event) { parts[core][count].events.append(event) }
                }
            }
        }
        for part in parts { try part[count].check() }
        DispatchQueue.concurrentPerform(iterations: count + 1) { shard in
            for part in parts {
                if shard == count {
                    for event in part[shard].events { money.auditor.audit(event) }
                } else {
                    for event in part[shard].events { shards[shard].audit(event) }
                }
            }
        }
    }
}

/// Events on their way from the core that reads to the one that audits. Unchecked because one core alone fills a basket,
/// and another empties it only when all are filled.
private final class EventBasket: @unchecked Sendable {
    var events: [RecordedEvent] = []
    private var failure: DraftLedgerError?

    /// Reads, and keeps what kept it from reading on.
    func fill(_ read: () throws(DraftLedgerError) -> Void) {
        do { try read() } catch { failure = error }
    }

    func check() throws(DraftLedgerError) {
        if let failure { throw failure }
    }
}

/// The rooms of one core. Unchecked because in each wave one core alone audits them.
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

/// The money, which is one piece. Unchecked for the same reason as a shard.
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
