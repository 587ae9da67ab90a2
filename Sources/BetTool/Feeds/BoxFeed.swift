import Bets
import Crypto
import Values

/// Box scores of teams and athletes, as `team-box.csv` and `player-box-….csv` have them.
struct BoxFeed {
    /// The athletes of a team in a game.
    struct Athletes {
        var lines: [AthleteLine] = []
        var names: [AthleteID: String] = [:]
    }

    let file: String
    private let feed: String

    init(file: String, feed: String) {
        self.file = file
        self.feed = feed
    }

    func command(
        _ row: FeedTable.Row, of game: GameFeed.Game, team: TeamID, athletes: [AthleteLine]
    ) throws(FeedError) -> SourcedCommand {
        let line = try line(row, mostMinutes: 600)
        try check(line, row)
        let box = BoxScoreRecorded(team: team, line: line, athletes: athletes, feed: feed)
        return SourcedCommand(
            .recordBoxScore(game.id, box), at: game.endedAt.adding(seconds: 60), of: row, file: file,
            part: "box \(athletes.count)")
    }

    /// A row of an athlete, whose minutes are rounded to whole ones by the source.
    func athlete(_ row: FeedTable.Row) throws(FeedError) -> (line: AthleteLine, name: String) {
        let name = try row.text("player")
        let started = try row.optional("starter") { field throws(FeedError) in try field.integer(0...1) == 1 }
        let line = try line(row, mostMinutes: 140)
        return (AthleteLine(athlete: Self.number(of: name), isStarter: started, line: line), name)
    }

    /// Returns the number of an athlete whose source has a name only: 48 bits of the name's SHA-256, above the league's own
    /// numbers.
    static func number(of name: String) -> AthleteID {
        let bytes = Array(SHA256.hash(data: Array(name.utf8)))
        return AthleteID(bytes.prefix(6).reduce(0) { $0 << 8 | UInt64($1) } | 1 << 47)
    }

    private func line(_ row: FeedTable.Row, mostMinutes: Int) throws(FeedError) -> BoxLine {
        func count(_ column: String) throws(FeedError) -> UInt16 {
            UInt16(try row.optional(column) { field throws(FeedError) in try field.integer(0...400) } ?? 0)
        }
        return BoxLine(
            seconds: UInt16(60 * (try row.integer("minutes", 0...mostMinutes))), points: try count("pts"),
            fieldGoals: try count("fgm"), fieldGoalAttempts: try count("fga"), threePointers: try count("fg3m"),
            threePointAttempts: try count("fg3a"), freeThrows: try count("ftm"), freeThrowAttempts: try count("fta"),
            offensiveRebounds: try count("oreb"), defensiveRebounds: try count("dreb"), assists: try count("ast"),
            steals: try count("stl"), blocks: try count("blk"), turnovers: try count("tov"), fouls: try count("pf"))
    }

    /// Points are shots and free throws, where the file has them.
    private func check(_ line: BoxLine, _ row: FeedTable.Row) throws(FeedError) {
        guard line.fieldGoals > 0 else { return }
        let points = 2 * line.fieldGoals + line.threePointers + line.freeThrows
        guard points == line.points else {
            throw row.error(
                .inconsistent("the shots add up to \(points) points, and the row has \(line.points)."))
        }
    }
}
