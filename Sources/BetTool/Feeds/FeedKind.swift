import TextFormats

/// The kinds of files that are read, told apart by their headers.
enum FeedKind: String, CaseIterable {
    case teams, games, teamBoxes, athleteBoxes, spreadOffers, propLines

    /// The columns that the kind cannot be without. Others are read when they are there.
    var columns: [String] {
        switch self {
        case .teams: ["teamID", "abbreviation", "fullName"]
        case .games: ["gameID", "season", "date", "home", "away"]
        case .teamBoxes: ["gameID", "team", "minutes", "fga", "fta", "oreb", "tov", "pts"]
        case .athleteBoxes: ["gameID", "team", "player", "minutes", "pts"]
        case .spreadOffers: ["gameID", "at", "book", "spread", "homeOdds", "awayOdds"]
        case .propLines: ["gameID", "at", "book", "player", "line", "overOdds", "underOdds"]
        }
    }

    /// The columns that no other kind has.
    private var mark: [String] {
        switch self {
        case .teams: ["abbreviation"]
        case .games: ["season"]
        case .teamBoxes: ["team", "minutes"]
        case .athleteBoxes: ["player"]
        case .spreadOffers: ["spread"]
        case .propLines: ["player", "overOdds"]
        }
    }

    /// Returns the kind of a file.
    ///
    /// - Throws: `FeedErrors` for a header of no kind, and for one without a required column.
    static func of(_ table: FeedTable) throws(FeedErrors) -> FeedKind {
        let start = TextPlace(line: 1, column: 1)
        let names = Set(table.names)
        let order: [FeedKind] = [.teams, .games, .spreadOffers, .propLines, .athleteBoxes, .teamBoxes]
        guard let kind = order.first(where: { names.isSuperset(of: $0.mark) }) else {
            let header = table.names.joined(separator: ",")
            let shown = header.count > 60 ? header.prefix(60) + "…" : header[...]
            throw FeedErrors(errors: [
                FeedError(file: table.file, place: start, kind: .unknownHeader(found: "'\(shown)'"))
            ])
        }
        let missing = kind.columns.filter { !names.contains($0) }
        guard missing.isEmpty else {
            throw FeedErrors(errors: [FeedError(file: table.file, place: start, kind: .missingColumns(missing))])
        }
        return kind
    }
}
