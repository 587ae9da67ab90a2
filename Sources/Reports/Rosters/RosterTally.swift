import Draft
import Projections

/// A count over rosters of which parts can be counted apart, on several cores, and then added up.
///
/// The result may not depend on how the rosters were cut: sums are whole numbers.
protocol RosterTally: Sendable {
    /// The entries that are added next are of this draft, until another one begins. Drafts without any entry that
    /// counts never begin.
    ///
    /// - Parameter part: of the table, by place.
    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int)

    /// Counts an entry of the draft that has begun.
    mutating func add(_ place: Int, of part: RosterColumns)

    /// Adds what was counted elsewhere.
    mutating func merge(_ other: Self)
}
