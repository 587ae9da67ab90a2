import Cluster
import Merkle

/// The sequencer's content: a log with a compared and swapped head, and keys with leases. It does one thing at a time.
struct SimulatedStore {
    private(set) var head: SequencedHead?
    private(set) var log: [UInt64: [UInt8]] = [:]
    /// Every batch that was ever stored, with its head: what the checks compare with.
    private(set) var history: [UInt64: (head: TailHead, batch: [UInt8])] = [:]
    /// Replaced heads, and when they were replaced.
    private var earlier: [(head: SequencedHead, until: Int64)] = []
    private var leaderKey: (key: LeaderKey, until: Int64)?
    private var nodeKeys: [String: (key: NodeKey, until: Int64)] = [:]

    /// Microseconds.
    let lease: Int64 = 2_000_000

    mutating func found(_ head: TailHead) -> Bool {
        guard self.head == nil else { return false }
        self.head = SequencedHead(head: head, revision: 1)
        return true
    }

    /// - Parameter isCompared: false for a sequencer with a fault.
    mutating func append(
        _ batch: [UInt8], as new: TailHead, after revision: UInt64, at now: Int64, isCompared: Bool = true
    ) -> AppendAnswer {
        guard let current = head, !isCompared || current.revision == revision else { return .refused }
        log[new.number] = batch
        history[new.number] = (new, batch)
        earlier.append((current, now))
        head = SequencedHead(head: new, revision: current.revision + 1)
        return .appended(current.revision + 1)
    }

    /// The head at an earlier time, as a member of the sequencer that lags behind shows it.
    func staleHead(at time: Int64) -> SequencedHead? { earlier.first { $0.until > time }?.head ?? head }

    func batches(after number: UInt64, limit: TailLimit) -> [SequencedBatch] {
        guard let last = head?.head.number, last > number else { return [] }
        return (number + 1...last).lazy.compactMap { number in
            log[number].map { SequencedBatch(number: number, bytes: $0) }
        }.prefix(limit.batches).map { $0 }
    }

    mutating func removeBatches(before number: UInt64) { log = log.filter { $0.key >= number } }

    mutating func keep(_ session: Session, of node: String, at now: Int64) -> SessionAnswer {
        nodeKeys[node] = session.node.map { ($0, now + lease) }
        guard let key = session.leader else {
            if leaderKey?.key.node == node { leaderKey = nil }
            return .kept
        }
        if let other = leader(at: now), other.epoch > key.epoch { return .superseded }
        leaderKey = (key, now + lease)
        return .kept
    }

    func leader(at now: Int64) -> LeaderKey? { leaderKey.flatMap { $0.until > now ? $0.key : nil } }

    func nodes(at now: Int64) -> [NodeKey] {
        nodeKeys.values.filter { $0.until > now }.map(\.key).sorted { $0.node < $1.node }
    }
}
