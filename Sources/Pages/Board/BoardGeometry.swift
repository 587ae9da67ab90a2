import Draft

/// How a board is cut to fit: how many slots stand side by side, and how wide and high their cells are.
package struct BoardGeometry: Hashable {
    /// The number of draft positions side by side; a wider board continues below.
    var slotsPerGroup: Int

    /// Columns of a cell, its bar not counted, by the slot's place in its group: what the terminal has left over goes
    /// to the first ones, a column each.
    var cellWidths: [Int]

    /// Lines of a cell: 2 when label, position and team fit on one, else 3.
    var cellLines: Int

    /// Columns of the round's number.
    var gutter: Int

    /// `WR·CIN` must fit.
    private static let narrowestCell = 7

    /// Wider cells would only hold more air.
    private static let widestCell = 20

    /// `30.20 WR·CIN`
    private static let twoLineCell = 12

    /// The width of a cell on a board that is not for a terminal.
    private static let fileCell = 16

    /// - Parameter columns: of the terminal; nil for no limit.
    init(teams: Int, columns: Int?) {
        guard let columns else {
            self.init(slotsPerGroup: teams, cellWidths: Array(repeating: Self.fileCell, count: teams), gutter: 3)
            return
        }
        let available = max(columns - 2, 2 * (Self.narrowestCell + 1))
        var groups = 1
        var perGroup = teams
        while available / perGroup - 1 < Self.narrowestCell, perGroup > 1 {
            groups += 1
            perGroup = (teams + groups - 1) / groups
        }
        let width = min(Self.widestCell, available / perGroup - 1)
        let left = available - perGroup * (width + 1)
        let gutter = left > 0 ? 3 : 2
        let widened = width == Self.widestCell ? 0 : left - (gutter - 2)
        self.init(
            slotsPerGroup: perGroup, cellWidths: (0..<perGroup).map { $0 < widened ? width + 1 : width }, gutter: gutter
        )
    }

    private init(slotsPerGroup: Int, cellWidths: [Int], gutter: Int) {
        self.slotsPerGroup = slotsPerGroup
        self.cellWidths = cellWidths
        self.gutter = gutter
        cellLines = (cellWidths.min() ?? 0) >= Self.twoLineCell ? 2 : 3
    }
}
