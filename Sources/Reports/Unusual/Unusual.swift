import Draft
public import DraftLedger
import Projections

/// Looks for patterns over a whole ledger.
///
/// Rosters are read by columns; clocks, picks, payments and draws are one scan each. What the ledger has no data for is not
/// looked for: devices and addresses, and that two numbers are one person.
public struct Unusual {
    private let ledger: DraftLedger

    /// How many findings of a kind are kept.
    public var top = 10

    public init(_ ledger: DraftLedger) { self.ledger = ledger }

    /// The most unusual findings of some kinds, kind by kind.
    ///
    /// - Parameters:
    ///   - kinds: what to look for.
    ///   - progress: told how far a scan has come.
    public func findings(
        of kinds: [UnusualFinding.Kind] = UnusualFinding.Kind.allCases, progress: ProgressHandler? = nil
    ) throws -> [UnusualFinding] {
        let rosters = try ledger.rosterColumns(progress: progress)
        return try kinds.flatMap { kind in
            let found =
                switch kind {
                case .together: SeatedTogether(rosters).findings
                case .rosters: SameRosters(rosters).findings
                case .feeding: PickFeeding(rosters, positions: try positions(of: rosters)).findings
                case .reseated: SeatedTogether(rosters).reseated
                case .reactions: try ReactionTimes(of: ledger, progress: progress).findings
                case .chargebacks: try Chargebacks(of: ledger, progress: progress).findings
                case .withheld: try WithheldReveals(of: ledger, progress: progress).findings
                }
            return found.ranked(top)
        }
    }

    private func positions(of rosters: RosterSnapshot) throws -> [PoolID: [UInt32?]] {
        var positions: [PoolID: [UInt32?]] = [:]
        for pool in Set(rosters.parts.lazy.flatMap(\.drafts).map(\.pool)) {
            positions[pool] = try ledger.pool(pool)?.players.map(\.adp) ?? []
        }
        return positions
    }
}

extension RosterSnapshot {
    /// Calls `body` with each draft and the columns that it stands in.
    func eachDraft(_ body: (RosterColumns, RosterColumns.Draft) -> Void) {
        for part in parts {
            for draft in part.drafts { body(part, draft) }
        }
    }
}

/// Two users, the order of whom says something.
struct UserPair: Hashable {
    var first: UInt32
    var second: UInt32

    var users: [UserID] { [UserID(UInt64(first)), UserID(UInt64(second))] }
}
