/// Puts the commits of a ledger in an order that several nodes share, before they are commits.
///
/// The ledger's writer calls it between staging a group and committing it: *replicate, then commit*. Whatever it answers
/// holds for all callers in the group.
public protocol CommitReplicator: Sendable {
    /// Why commands are not decided here: another node leads, or this one is about to. Nil while this node leads.
    var leadershipError: LedgerError? { get }

    /// The epoch of the next batch.
    ///
    /// - Throws: `notLeader` while this node neither leads nor is about to.
    func epoch() throws(LedgerError) -> UInt64

    /// Puts a batch after the one before it. Blocks the thread until that is decided, however long it takes.
    ///
    /// - Throws: `notLeader` where another node's batch has its place: it is not in the history, and never will be.
    func replicate(_ batch: ReplicatedBatch, _ bytes: [UInt8]) throws(LedgerError)

    /// Told what came of committing a batch here that was replicated.
    ///
    /// - Parameters:
    ///   - heading: of the batch.
    ///   - failure: why it could not be stored on this node, which has to take it from the others then.
    func committed(_ heading: ReplicatedBatch.Heading, failure: LedgerError?)
}

extension LedgerError {
    /// A batch that a replicator refuses, or of which it does not know.
    public static func refused(_ code: Code, _ path: String, _ detail: String) -> LedgerError {
        LedgerError(code, path: path, detail: detail)
    }

    /// Another node of the cluster leads.
    ///
    /// - Parameters:
    ///   - path: of the ledger that was to record something.
    ///   - leader: its name or address; nil where none is known.
    public static func notLeader(_ path: String, leader: String?) -> LedgerError {
        LedgerError(
            .notLeader, path: path,
            detail: leader.map { "\($0) leads the cluster" } ?? "no node leads the cluster at the moment")
    }
}
