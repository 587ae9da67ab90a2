import Draft

/// How a board is cut to fit: how many slots stand side by side, and how wide and high their cells are.
struct BoardGeometry: Hashable {
    /// Slots side by side; a board with more of them goes on below.
    var slotsPerGroup: Int

    /// Columns of a cell, its bar not counted.
    var cellWidth: Int

    /// Lines of a cell: 2 when label, position and team fit on one, else 3.
    var cellLines: Int

    /// The round's number.
    static let gutter = 2

    /// `WR·CIN` must fit.
    private static let narrowestCell = 7

    /// Wider cells would only hold more air.
    private static let widestCell = 20

    /// `30.20 WR·CIN`
    private static let twoLineCell = 12

    /// A board that nobody looks at in a terminal.
    private static let fileCell = 16

    /// - Parameter columns: of the terminal; nil for no limit.
    init(teams: Int, columns: Int?) {
        guard let columns else {
            self.init(slotsPerGroup: teams, cellWidth: Self.fileCell)
            return
        }
        let available = max(columns - Self.gutter, 2 * (Self.narrowestCell + 1))
        var groups = 1
        var perGroup = teams
        while available / perGroup - 1 < Self.narrowestCell, perGroup > 1 {
            groups += 1
            perGroup = (teams + groups - 1) / groups
        }
        self.init(slotsPerGroup: perGroup, cellWidth: min(Self.widestCell, available / perGroup - 1))
    }

    private init(slotsPerGroup: Int, cellWidth: Int) {
        self.slotsPerGroup = slotsPerGroup
        self.cellWidth = cellWidth
        cellLines = cellWidth >= Self.twoLineCell ? 2 : 3
    }
}
