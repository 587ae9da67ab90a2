public import Draft
import Ledger
import LMDB
import Merkle
public import Records

/// Who acts for the house, what two of them agree on, and what they sign.
extension DraftLedger {
    /// Who acts for the house as of a moment of the ledger; nobody in particular before authority began.
    public func staff(at moment: Moment = .latest) throws(DraftLedgerError) -> StaffState {
        try rethrowing { StaffState.folding(try log.events(of: .staff, before: try position(of: moment))) }
    }

    /// A measure; nil when there is none of that number.
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

    /// What somebody who sits beside the ledger has seen: its published checkpoint, and a stream as it is.
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
