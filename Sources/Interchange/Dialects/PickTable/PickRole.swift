import DraftLedger

/// The roles of columns in a table of picks.
package enum PickRole: String, Hashable, Sendable, CaseIterable {
    /// The player's name; his last one where `first` is there too.
    case player
    case first
    /// The source's id of the player.
    case id
    case position
    /// The player's NFL team.
    case team
    /// The player's bye week.
    case bye
    /// The player's ADP at the pick, as the source states it.
    case adp
    /// The value that the rows of one draft share, and no other draft has.
    case draft
    /// Counted over the whole draft, from 1.
    case pick
    /// Counted in the round, from 1: with `round` it stands for `pick`.
    case inround
    case round
    /// The draft position, from 1.
    case slot
    /// How many there are of them.
    case teams
    /// The user or team that picks.
    case user
    /// The source's id of the team that picks.
    case entry
    /// The source's id of the contest, or its name.
    case contest
    /// The contest's name.
    case title
    /// The entry fee.
    case fee
    /// When the pick was made.
    case date
    /// When the draft started.
    case started
}

/// Which column of a table holds what.
package struct PickMap: Hashable, Sendable {
    var columns: [PickRole: String]

    init(_ columns: [PickRole: String]) { self.columns = columns }

    /// Reads `player=Name,pick=Overall,draft=Draft ID`. A comma within a column's name does no harm.
    ///
    /// - Throws: `unfitOption` for unknown, repeated or missing roles.
    package init(_ texts: [String]) throws(InterchangeError) {
        columns = [:]
        for text in texts {
            var last: PickRole?
            for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
                let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = halves[0].trimmed
                if halves.count == 2, let role = PickRole(rawValue: name.lowercased()) {
                    guard columns.updateValue(halves[1].trimmed, forKey: role) == nil else {
                        throw InterchangeError(.unfitOption, "--map names the column of '\(role.rawValue)' twice.")
                    }
                    last = role
                } else if let last, halves.count == 1 {
                    columns[last, default: ""] += "," + piece
                } else {
                    let roles = PickRole.allCases.map(\.rawValue)
                    throw InterchangeError(
                        .unfitOption,
                        "--map: '\(piece)' names no column of a table of picks; it takes ROLE=COLUMN, and a role is one of "
                            + roles.joined(separator: ", ") + "." + NearestName.hint(for: name, among: roles))
                }
            }
        }
        if let (role, _) = columns.first(where: { $0.value.trimmed.isEmpty }) {
            throw InterchangeError(.unfitOption, "--map: '\(role.rawValue)=' names no column.")
        }
        var missing = [PickRole.player, .draft].filter { columns[$0] == nil }.map(\.rawValue)
        if columns[.pick] == nil, columns[.round] == nil || columns[.inround] == nil && columns[.slot] == nil {
            missing.append("pick (or round and inround, or round and slot of a snake)")
        }
        guard missing.isEmpty else {
            let names = missing.joined(separator: ", ")
            throw InterchangeError(.unfitOption, "--map lacks \(names): which columns are they?")
        }
    }
}
