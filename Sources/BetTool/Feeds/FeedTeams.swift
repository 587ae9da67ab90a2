import Bets
import Values

/// The teams that abbreviations mean.
struct FeedTeams {
    private(set) var listed: [(team: TeamID, abbreviation: String, fullName: String)] = []
    private var ids: [String: TeamID] = [:]

    /// The teams that a ledger knows already.
    init(known: [TeamListed] = []) {
        for team in known { ids[team.abbreviation] = team.team }
    }

    var isEmpty: Bool { ids.isEmpty }

    mutating func read(_ row: FeedTable.Row) throws(FeedError) {
        let number = try row.integer("teamID", 1...Int(Int32.max))
        let (abbreviation, fullName) = (try row.text("abbreviation"), try row.text("fullName"))
        let team = TeamID(UInt64(number))
        if let known = ids[abbreviation], known != team {
            throw try row.field("abbreviation").invalid("an abbreviation that no other team has")
        }
        ids[abbreviation] = team
        if !listed.contains(where: { $0.team == team }) {
            listed.append((team, abbreviation, fullName))
        }
    }

    func team(_ column: String, in row: FeedTable.Row) throws(FeedError) -> TeamID {
        let abbreviation = try row.text(column)
        guard let team = ids[abbreviation] else {
            throw try row.field(column).error(.unknownTeam(column: column, found: abbreviation))
        }
        return team
    }
}
