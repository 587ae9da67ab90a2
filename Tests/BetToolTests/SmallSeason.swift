import TestSupport
import Testing

/// A made-up season of four teams: 12 rounds of two games, the last round not played yet.
enum SmallSeason {
    static let teams = """
        teamID,abbreviation,fullName
        1,OAK,Oakland Oaks
        2,ELM,Elmhurst Elms
        3,FIR,Firville Firs
        4,ASH,Ashton Ashes

        """

    private static let names = ["OAK", "ELM", "FIR", "ASH"]
    private static let rounds = 12

    /// The teams of a game: each team plays each other one, at home and away in turn.
    private static func pair(_ round: Int, _ court: Int) -> (home: Int, away: Int) {
        let pairs = [[(0, 1), (2, 3)], [(0, 2), (3, 1)], [(0, 3), (1, 2)]][round % 3]
        let (one, other) = pairs[court]
        return round / 3 % 2 == 0 ? (one, other) : (other, one)
    }

    private static func id(_ round: Int, _ court: Int) -> String {
        let number = 2 * round + court + 1
        return "00240000" + (number < 10 ? "0" : "") + "\(number)"
    }

    private static func date(_ round: Int) -> String { "2024-11-" + (round < 9 ? "0" : "") + "\(round + 1)" }

    /// The points of a quarter, by a rule that has no meaning.
    private static func points(_ round: Int, _ court: Int, _ quarter: Int, _ team: Int) -> Int {
        22 + (round * 7 + court * 5 + quarter * 3 + team * 11 + round * quarter * (team + 1)) % 13
    }

    private static func quarters(_ round: Int, _ court: Int, _ team: Int) -> [Int] {
        (0..<4).map { points(round, court, $0, team) }
    }

    static var games: String {
        var text =
            "gameID,season,date,tipOff,home,away,homeScore,awayScore,overtimes,homeQ1,homeQ2,homeQ3,homeQ4,homeOT,"
            + "awayQ1,awayQ2,awayQ3,awayQ4,awayOT,closeSpread,closeTotal,closeHomeMoneyline,closeAwayMoneyline\n"
        for round in 0..<rounds {
            for court in 0..<2 {
                let (home, away) = pair(round, court)
                var (own, other) = (quarters(round, court, home), quarters(round, court, away))
                if own.reduce(0, +) == other.reduce(0, +) { own[3] += 1 }
                let isPlayed = round < rounds - 1
                let scores = isPlayed ? ["\(own.reduce(0, +))", "\(other.reduce(0, +))", "0"] : ["", "", ""]
                if !isPlayed { (own, other) = ([], []) }
                let quarters = { (points: [Int]) in (0..<5).map { $0 < points.count ? "\(points[$0])" : "" } }
                text +=
                    ([id(round, court), "2024-25", date(round), "\(date(round))T23:30:00Z", names[home], names[away]]
                    + scores + quarters(own) + quarters(other) + ["-3.5", "224.5", "-160", "140"])
                    .joined(separator: ",") + "\n"
            }
        }
        return text
    }

    static var boxes: String {
        var text = "gameID,team,home,minutes,fgm,fga,fg3m,fg3a,ftm,fta,oreb,dreb,ast,stl,blk,tov,pf,pts\n"
        for round in 0..<rounds - 1 {
            for court in 0..<2 {
                let (home, away) = pair(round, court)
                var points = [home, away].map { quarters(round, court, $0).reduce(0, +) }
                if points[0] == points[1] { points[0] += 1 }
                for (side, team) in [home, away].enumerated() {
                    // As many free throws as it takes to make the points even.
                    let free = 10 + points[side] % 2
                    let goals = (points[side] - free) / 2
                    text +=
                        "\(id(round, court)),\(names[team]),\(1 - side),240,\(goals),\(goals + 44 + round % 3),0,20,"
                        + "\(free),\(free + 6),\(9 + (round + team) % 4),32,22,7,5,\(12 + (round + court) % 3),19,"
                        + "\(points[side])\n"
                }
            }
        }
        return text
    }

    /// Three athletes of each team, with a third of the points of a quarter each.
    static var athletes: String {
        var text = "gameID,team,player,minutes,pts,reb,ast,fgm,fga,fg3m,fg3a,ftm,fta,oreb,dreb,tov,stl,blk,pf\n"
        for round in 0..<rounds - 1 {
            for court in 0..<2 {
                let (home, away) = pair(round, court)
                for team in [home, away] {
                    for (index, name) in ["Abe", "Ben, Jr.", "Cy"].enumerated() {
                        let goals = points(round, court, index, team) / 2
                        text +=
                            "\(id(round, court)),\(names[team]),\"\(names[team]) \(name)\",\(36 - index),\(2 * goals),"
                            + "\(4 + index),\(3 + index),\(goals),\(2 * goals),0,4,0,0,1,\(3 + index),2,1,0,3\n"
                    }
                }
            }
        }
        return text
    }

    /// Four books' spreads of the first game of each round, the last round's on its morning.
    static var offers: String {
        var text = "gameID,at,updated,book,spread,homeOdds,awayOdds\n"
        for round in 0..<rounds {
            for (index, book) in ["alpha", "beta", "gamma", "delta"].enumerated() {
                let line = [-3.5, -3.0, -4.5, -3.5][index]
                text +=
                    "\(id(round, 0)),\(date(round))T16:00:00Z,15:5\(index):00,\(book),\(line),1.9\(index),"
                    + "1.9\(3 - index)\n"
            }
        }
        return text
    }
}

extension SmallSeason {
    /// A program whose ledger has the season's teams and games.
    ///
    /// - Parameter time: what the program's clock shows.
    static func imported(at time: String) async throws -> ToolRun {
        let tool = ToolRun(at: time)
        for (file, text) in [("teams.csv", teams), ("games.csv", games)] { try tool.folder.write(text, to: file) }
        let imported = await tool("import", tool.folder("teams.csv"), tool.folder("games.csv"))
        #expect(imported.status == 0, "\(imported)")
        return tool
    }
}
