/// The settings of one node in a cluster.
///
/// The times fit an etcd with `--heartbeat-interval 50 --election-timeout 500`, which elects its own leader in under a second.
package struct ClusterSettings: Sendable {
    /// The node's name: 1 to 64 bytes, different from every other node's.
    package var name: String
    /// The address at which other nodes and clients reach this node.
    package var url: String
    /// The start of the random numbers: of nonces, and of the delays that keep nodes from claiming in step.
    ///
    /// No two starts of any nodes have the same.
    package var seed: UInt64

    /// The wait between losing sight of the leader and claiming the lead.
    package var claimDelay = Duration.milliseconds(300)
    /// The most that is added to a wait at random.
    package var claimJitter = Duration.milliseconds(200)
    /// The time that a new leader has to store its key before others claim.
    package var newLeaderGrace = Duration.seconds(1)
    /// The longest time without a look at the head and at the leader's key: a bell may be lost.
    package var pollInterval = Duration.seconds(1)
    /// The time between two renewals of the lease; a third of its length.
    package var sessionInterval = Duration.milliseconds(660)
    /// The wait before the first repeat of a failed read. It doubles up to ``longestRetryDelay``.
    package var retryDelay = Duration.milliseconds(50)
    package var longestRetryDelay = Duration.seconds(1)
    /// The most batches in one read of the log.
    package var batchesPerRead = 16
    /// The most bytes in a batch. A request of etcd has at most 1.5 MiB.
    package var largestBatch = 1 << 20

    /// The time between two rounds of housekeeping.
    package var housekeepingInterval = Duration.seconds(30)
    /// The age below which batches stay in the log, even if every registered node has them.
    package var keptAge = Duration.seconds(600)
    /// The most bytes of batches in the log. A node that needs an older one copies from another node.
    package var keptBytes: UInt64 = 256 << 20

    /// The wait before the next attempt.
    func retryDelay(afterFailures failures: Int) -> Duration {
        min(retryDelay * (1 << min(failures - 1, 16)), longestRetryDelay)
    }

    package init(name: String, url: String, seed: UInt64) {
        self.name = name
        self.url = url
        self.seed = seed
    }
}
