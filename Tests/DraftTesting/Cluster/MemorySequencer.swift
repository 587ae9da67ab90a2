package import Cluster

/// A sequencer in memory that never fails: for what is not about its faults. Each node has one of its own on the same log.
package final class MemorySequencer: Sequencer {
    /// The log that the nodes share.
    package actor Log {
        private var head: SequencedHead?
        private var batches: [SequencedBatch] = []
        private var sessions: [String: Session] = [:]
        private var bells: [AsyncStream<TailBell>.Continuation] = []

        package init() {}

        fileprivate func read() -> SequencedHead? { head }

        fileprivate func found(_ new: TailHead) -> Bool {
            guard head == nil else { return false }
            head = SequencedHead(head: new, revision: 1)
            return true
        }

        fileprivate func append(_ batch: [UInt8], _ new: TailHead, _ revision: UInt64) -> AppendAnswer {
            guard let head, head.revision == revision else { return .refused }
            self.head = SequencedHead(head: new, revision: revision + 1)
            batches.append(SequencedBatch(number: new.number, bytes: batch))
            for bell in bells { bell.yield(.head) }
            return .appended(revision + 1)
        }

        fileprivate func batches(after number: UInt64, _ limit: Int) -> [SequencedBatch] {
            Array(batches.filter { $0.number > number }.prefix(limit))
        }

        fileprivate func follow(_ bell: AsyncStream<TailBell>.Continuation) { bells.append(bell) }

        fileprivate func keep(_ session: Session, of node: String) -> SessionAnswer {
            var session = session
            var answer = SessionAnswer.kept
            if let own = session.leader, let other = leader(), other.epoch > own.epoch {
                session.leader = nil
                answer = .superseded
            }
            let before = leader()
            sessions[node] = session
            if leader() != before { for bell in bells { bell.yield(.leader) } }
            return answer
        }

        fileprivate func leader() -> LeaderKey? { sessions.values.compactMap(\.leader).max { $0.epoch < $1.epoch } }
        fileprivate func nodes() -> [NodeKey] { sessions.values.compactMap(\.node) }
        fileprivate func remove(before number: UInt64) { batches.removeAll { $0.number < number } }

        /// Ends what a node says of itself, as the end of its lease does.
        package func forget(_ node: String) {
            sessions[node] = nil
            for bell in bells { bell.yield(.leader) }
        }

        /// Removes old batches, as the leader's housekeeping does.
        package func compact(below number: UInt64) { remove(before: number) }
    }

    private let log: Log
    private let node: String

    package init(_ log: Log, node: String) { (self.log, self.node) = (log, node) }

    package func head() async throws(SequencerError) -> SequencedHead? { await log.read() }
    package func found(_ head: TailHead) async throws(SequencerError) -> Bool { await log.found(head) }
    package func append(_ batch: [UInt8], as head: TailHead, after revision: UInt64) async -> AppendAnswer {
        await log.append(batch, head, revision)
    }
    package func batches(after number: UInt64, limit: TailLimit) async throws(SequencerError) -> [SequencedBatch] {
        await log.batches(after: number, limit.batches)
    }
    package func follow() -> AsyncStream<TailBell> {
        let (stream, source) = AsyncStream.makeStream(of: TailBell.self)
        Task { await log.follow(source) }
        return stream
    }
    package func keep(_ session: Session) async throws(SequencerError) -> SessionAnswer {
        await log.keep(session, of: node)
    }
    package func leader() async throws(SequencerError) -> LeaderKey? { await log.leader() }
    package func nodes() async throws(SequencerError) -> [NodeKey] { await log.nodes() }
    package func removeBatches(before number: UInt64) async throws(SequencerError) { await log.remove(before: number) }
    package func compact() async throws(SequencerError) {}
}
