import Projections

extension RosterColumns.Draft {
    /// Whether an entry of every seat is known, as is not the case of one user's export. Of a table of one user's entries
    /// alone, it says whether he is everybody.
    var isWhole: Bool { end - first == Int(teams) }
}
