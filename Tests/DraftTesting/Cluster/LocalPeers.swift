import Cluster
package import DraftLedger
package import Ledger
import Platform

/// The nodes of one process, which reach each other without a network.
package struct LocalPeers: PeerTransport {
    package struct Unknown: Error {}

    private let ledger: @Sendable (_ url: String) -> DraftLedger?

    package init(_ ledger: @escaping @Sendable (_ url: String) -> DraftLedger?) { self.ledger = ledger }

    private func node(_ url: String) throws -> DraftLedger {
        guard let ledger = ledger(url) else { throw Unknown() }
        return ledger
    }

    package func keepConnection(to url: String, onOpen: @Sendable () -> Void) async {
        // A node that says nothing of its connections: its lease tells.
        try? await Task.sleep(for: .seconds(3_600))
    }

    package func snapshot(of url: String) async throws -> ReplicatedBatch { try node(url).replicaSnapshot() }

    package func records(of url: String, from start: UInt64, below end: UInt64) async throws -> ReplicatedBatch {
        let ledger = try node(url)
        // A few at a time, so that copies have several parts.
        let records = try ledger.rawRecords(from: start, below: min(end, start + 2), atMost: .max)
        let root = try ledger.root
        return ReplicatedBatch(
            heading: ReplicatedBatch.Heading(
                number: 0, epoch: 0, nonce: 0, first: start, count: UInt32(records.count), rootBefore: root,
                rootAfter: root),
            records: records, changes: [])
    }

    package func time(of url: String) async -> Int64? { ledger(url)?.wallTime }

    package func report(applied number: UInt64, of node: String, to url: String) async {}
}
