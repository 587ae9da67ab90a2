public import Draft
public import DraftLedger
import Merkle

/// The first difference of two ledgers.
public struct LedgerDiff: Sendable {
    /// How the two are related.
    public enum Relation: String, Sendable {
        case identical
        /// The first ledger is the beginning of the second.
        case firstIsPrefix
        /// The second ledger is the beginning of the first.
        case secondIsPrefix
        /// They say different things from a position on.
        case parted
    }

    public var sizes: (first: UInt64, second: UInt64)
    public var relation: Relation

    /// The first position at which they differ; nil when they are identical. If one continues the other, the
    /// size of the shorter one.
    public var position: UInt64?

    /// The events there; nil where a ledger has none, or none that can be read.
    public var events: (first: RecordedEvent?, second: RecordedEvent?)

    /// Finds the first position at which two ledgers part.
    ///
    /// A prefix has one root, so two ledgers agree up to a size exactly when their roots at that size do: a binary
    /// search over sizes, each step of which hashes at most 255 records of each.
    ///
    /// - Throws: what keeps one of them from being read.
    public init(between first: DraftLedger, and second: DraftLedger) throws {
        sizes = (try first.size, try second.size)
        let shorter = min(sizes.first, sizes.second)
        let position = try Self.firstDifference(below: shorter) { size in
            try first.treeEdge(at: size).root == second.treeEdge(at: size).root
        }
        if let position {
            relation = .parted
            self.position = position
        } else {
            relation =
                sizes.first == sizes.second ? .identical : sizes.first < sizes.second ? .firstIsPrefix : .secondIsPrefix
            self.position = sizes.first == sizes.second ? nil : shorter
        }
        guard let found = self.position else {
            events = (nil, nil)
            return
        }
        events = (Self.event(at: found, in: first), Self.event(at: found, in: second))
    }

    /// The last size up to which two histories agree, when they do not agree at `end`.
    ///
    /// - Parameter agree: whether they agree up to a size; once they do not, they never do again.
    /// - Returns: nil when they agree at the end.
    static func firstDifference(below end: UInt64, agree: (UInt64) throws -> Bool) rethrows -> UInt64? {
        if try agree(end) { return nil }
        var (low, high) = (0 as UInt64, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try agree(middle) { low = middle } else { high = middle }
        }
        return low
    }

    private static func event(at position: UInt64, in ledger: DraftLedger) -> RecordedEvent? {
        var found: RecordedEvent?
        // An event that cannot be read is shown as none: where the ledgers part is certain without it.
        try? ledger.events(from: position, limit: 1) { event in
            found = event
            return false
        }
        return found
    }
}
