import Cluster

/// The store of the simulations as a `Sequencer`, so that what the simulations assume of it is tested against etcd.
actor SimulatedSequencer: Sequencer {
    private var store = SimulatedStore()
    private var bells: [AsyncStream<TailBell>.Continuation] = []
    /// No time passes here, so no lease ends.
    private let now: Int64 = 0

    func head() -> SequencedHead? { store.head }

    func found(_ head: TailHead) -> Bool {
        defer { ring(.head) }
        return store.found(head)
    }

    func append(_ batch: [UInt8], as head: TailHead, after revision: UInt64) -> AppendAnswer {
        let answer = store.append(batch, as: head, after: revision, at: now)
        if answer != .refused { ring(.head) }
        return answer
    }

    func batches(after number: UInt64, limit: TailLimit) -> [SequencedBatch] {
        store.batches(after: number, limit: limit)
    }

    nonisolated func follow() -> AsyncStream<TailBell> {
        AsyncStream { continuation in
            Task { await add(continuation) }
        }
    }

    private func add(_ continuation: AsyncStream<TailBell>.Continuation) {
        bells.append(continuation)
        continuation.yield(.broken)
    }

    private func ring(_ bell: TailBell) {
        for continuation in bells { continuation.yield(bell) }
    }

    func keep(_ session: Session) -> SessionAnswer {
        let before = store.leader(at: now)
        defer { if store.leader(at: now) != before { ring(.leader) } }
        return store.keep(session, of: session.node?.node ?? "", at: now)
    }

    func leader() -> LeaderKey? { store.leader(at: now) }
    func nodes() -> [NodeKey] { store.nodes(at: now) }
    func removeBatches(before number: UInt64) { store.removeBatches(before: number) }
    func compact() {}
}
