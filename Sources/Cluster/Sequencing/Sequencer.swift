/// The engine that puts batches in one order and keeps the newest of them durably on several machines.
///
/// It decides nothing about the ledger. It offers one atomic step, ``append(_:as:after:)``, some linearizable reads, a bell and
/// leases. ``EtcdSequencer`` is the one in use. The tests have a second one, which fails in every way that a network allows.
package protocol Sequencer: Sendable {
    /// Returns the head, by a linearizable read: it is at least as new as every append that was answered before the call.
    ///
    /// - Returns: nil while the log is not founded.
    func head() async throws(SequencerError) -> SequencedHead?

    /// Founds the log: stores a head unless one is stored already.
    ///
    /// - Returns: false if there was a head already. An earlier call without an answer may have stored it.
    func found(_ head: TailHead) async throws(SequencerError) -> Bool

    /// Stores a batch under its head's number and replaces the head, both or neither, if the head still has a revision.
    ///
    /// Never throws, and is never repeated by itself: a caller has to know whether the batch may have been stored.
    func append(_ batch: [UInt8], as head: TailHead, after revision: UInt64) async -> AppendAnswer

    /// Returns the batches after a number, in ascending order, by a linearizable read.
    ///
    /// A hole in the numbers, or a first number above `number + 1`, means that batches were removed.
    func batches(after number: UInt64, limit: TailLimit) async throws(SequencerError) -> [SequencedBatch]

    /// Follows the keys of the log.
    ///
    /// The stream is a bell and nothing more: it may ring for nothing, and may miss a change. It ends only with its task.
    func follow() -> AsyncStream<TailBell>

    /// Keeps a node's lease, and with it the keys of a session.
    ///
    /// After success the keys are exactly those of the session, for the time of the lease from now on.
    func keep(_ session: Session) async throws(SequencerError) -> SessionAnswer

    /// Returns the node that says that it leads; nil if no node says so.
    func leader() async throws(SequencerError) -> LeaderKey?

    /// Returns the registered nodes, in no particular order.
    func nodes() async throws(SequencerError) -> [NodeKey]

    /// Removes the batches with numbers below one. The head stays.
    func removeBatches(before number: UInt64) async throws(SequencerError)

    /// Frees the space of removed batches and replaced heads.
    func compact() async throws(SequencerError)
}

/// A head with the revision that an append has to name.
package struct SequencedHead: Hashable, Sendable {
    package var head: TailHead
    /// Rises with every change of the head, and never returns.
    package var revision: UInt64

    package init(head: TailHead, revision: UInt64) {
        self.head = head
        self.revision = revision
    }
}

/// A batch with its number in the log.
package struct SequencedBatch: Hashable, Sendable {
    package var number: UInt64
    package var bytes: [UInt8]

    package init(number: UInt64, bytes: [UInt8]) {
        self.number = number
        self.bytes = bytes
    }
}

/// The most that one read of the log returns.
///
/// Only the number is exact. A reader that gets fewer batches than there are reads again.
package struct TailLimit: Hashable, Sendable {
    package var batches: Int

    package init(batches: Int) { self.batches = batches }
}

/// The answer to an append.
package enum AppendAnswer: Hashable, Sendable {
    /// The batch is stored durably; the head has this revision.
    case appended(UInt64)
    /// The head has another revision. This request has stored nothing.
    case refused
    /// The batch may be stored, may not be, or may still become stored: the reason says why there was no answer.
    case unclear(String)
}

/// A change at the sequencer.
package enum TailBell: Hashable, Sendable {
    /// The head may have changed.
    case head
    /// The leader's key may have changed.
    case leader
    /// The stream of changes was interrupted, so any change may have been missed.
    case broken
}

/// A read or a housekeeping request failed. It can be repeated.
package struct SequencerError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { "The sequencer did not answer: \(reason)" }
}
