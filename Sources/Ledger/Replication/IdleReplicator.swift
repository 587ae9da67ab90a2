/// Refuses every commit: of a node's copy that has not been told yet how to replicate.
struct IdleReplicator: CommitReplicator {
    let path: String

    var leadershipError: LedgerError? { .notLeader(path, leader: nil) }

    func epoch() throws(LedgerError) -> UInt64 { throw .notLeader(path, leader: nil) }

    func replicate(_ batch: ReplicatedBatch, _ bytes: [UInt8]) throws(LedgerError) {
        throw .notLeader(path, leader: nil)
    }

    func committed(_ heading: ReplicatedBatch.Heading, failure: LedgerError?) {}
}
