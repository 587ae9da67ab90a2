import Dispatch

/// The thread for what blocks. One piece of work at a time: batches are applied in their order.
enum ClusterThreads {
    static let queue = DispatchQueue(label: "draft-ledger.cluster")
}
