public import Draft
import Ledger
import LMDB
import Merkle
public import Records

/// Staff, approval requests, and signed commands.
extension DraftLedger {
    /// The staff at a point in time; empty until staff roles are enabled.
    public func staff(at moment: Moment = .latest) throws(DraftLedgerError) -> StaffState {
        try rethrowing { StaffState.folding(try log.events(of: .staff, before: try position(of: moment))) }
    }

    /// An approval request; nil for an unknown number.
    public func measure(_ id: MeasureID) throws(DraftLedgerError) -> MeasureState? {
        try rethrowing { MeasureState.folding(try log.events(of: .measure(id))) }
    }

    /// The numbers of all measures, in their order. Reads the records' types of the whole ledger.
    public func measures() throws -> [MeasureID] {
        var ids: [MeasureID] = []
        try events(type: .measureProposed) { recorded in
            if case .measure(let id) = recorded.stream { ids.append(id) }
            return true
        }
        return ids.sorted()
    }

    /// The observed state of a local sender: the published checkpoint and the current version of a stream.
    public func sight(of stream: StreamKey) throws(DraftLedgerError) -> CommandSight {
        try rethrowing {
            let version = try log.events(of: stream).last?.version ?? 0
            guard let published = try publishedCheckpoint()?.unverified,
                let root = Digest256(bytes: published.root.bytes)
            else {
                var sight = CommandSight.nothing
                sight.seenVersion = version
                return sight
            }
            return CommandSight(anchor: published.size, root: root, seenVersion: version)
        }
    }
}
