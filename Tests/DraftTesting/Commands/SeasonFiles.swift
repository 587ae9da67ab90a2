package import TestSupport

/// Two drafts of a contest with its season, ADPs of a site, a schedule, and a user's own export of two other drafts.
package enum SeasonFiles {
    /// Writes the files into a folder.
    ///
    /// - Returns: the commands that import them.
    package static func write(to scratch: TemporaryDirectory) throws -> [[String]] {
        var picks =
            "draft_id,draft_time,draft_entry_id,player_name,position_name,projection_adp,pick_order,overall_pick_number\n"
        var scores = "season,week,player,position,points\n"
        var adp = "date,name,position,adp\n"
        var teams = "name,position,team,bye\n"
        for draft in 1...2 {
            for pick in 1...216 {
                let (round, place) = ((pick - 1) / 12 + 1, (pick - 1) % 12)
                let order = round % 2 == 1 ? place + 1 : 12 - place
                // The second draft takes them two by two the other way round, eight days later.
                let player = draft == 1 ? pick : (pick - 1) ^ 1 + 1
                let position = ["QB", "RB", "WR", "TE"][player % 4]
                picks += "d\(draft),2022-09-0\(draft * 4),e\(draft)-\(order),Player \(player),\(position),"
                picks += "\(pick).5,\(order),\(pick)\n"
                if draft == 1 {
                    adp += "2022-09-0\(pick % 2 + 3),Player \(player),\(position),\(pick).25\n"
                    teams += "Player \(player),\(position),\(["KC", "BUF", "DAL"][player % 3]),\(player % 9 + 5)\n"
                    for week in 1...17 {
                        scores += "2022,\(week),Player \(player),\(position),\((player * 37 * week) % 300).25\n"
                    }
                }
            }
        }
        try scratch.write(picks, to: "picks.csv")
        try scratch.write(scores, to: "scores.csv")
        try scratch.write(adp, to: "adp.csv")
        try scratch.write(teams, to: "teams.csv")
        try scratch.write("week,home,away\n15,KC,BUF\n16,DAL,KC\n17,BUF,DAL\n", to: "games.csv")
        let own = """
            PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize
            2024-06-01 12:00:01 UTC,1,p-1,Al,Known,,QB,a,e-a,2
            2024-06-01 12:00:03 UTC,4,p-3,Bo,Mate,,WR,a,e-a,2
            2024-06-09 12:00:02 UTC,1,p-2,Cy,Other,,QB,b,e-b,2
            2024-06-09 12:00:03 UTC,4,p-3,Bo,Mate,,WR,b,e-b,2

            """
        try scratch.write(own, to: "own.csv")
        return [
            ["import", scratch("picks.csv"), "--as", "bbm"],
            ["import", scratch("scores.csv"), "--as", "scores", "--season", "2022"],
            ["import", scratch("adp.csv"), "--as", "adp", "--season", "2022", "--site", "site"],
            ["import", scratch("teams.csv"), "--as", "players", "--season", "2022"],
            ["import", scratch("games.csv"), "--as", "schedule", "--season", "2022"],
            ["import", scratch("own.csv"), "--as", "underdog", "--user", "jane"],
        ]
    }
}
