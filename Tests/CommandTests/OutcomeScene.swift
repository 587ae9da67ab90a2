import CommandTesting
import Foundation
import TestSupport
import Testing

/// A contest with its season, through the command line: a draft of twelve, and scores of some weeks.
protocol OutcomeScene {
    var scratch: TemporaryDirectory { get }
}

extension OutcomeScene {
    var ledger: [String] { ["--ledger", scratch("ledger")] }

    /// Twelve teams of eighteen: QB, RB, WR or TE by round, so that each has some of all. Who drafted earlier scores more,
    /// every week the same.
    func imported(weeks: Int = 3) throws -> [String] {
        var picks =
            "draft_id,draft_time,draft_entry_id,player_name,position_name,projection_adp,pick_order,overall_pick_number\n"
        var scores = "season,week,player,position,points\n"
        for pick in 1...216 {
            let (round, place) = ((pick - 1) / 12 + 1, (pick - 1) % 12)
            let order = round % 2 == 1 ? place + 1 : 12 - place
            let position = ["QB", "RB", "WR", "TE"][round % 4]
            picks += "d1,2022-09-07 07:46:23,e\(order),Player \(pick),\(position),\(pick).5,\(order),\(pick)\n"
            for week in 1...weeks { scores += "2022,\(week),Player \(pick),\(position),\(300 - pick).25\n" }
        }
        try scratch.write(picks, to: "picks.csv")
        try scratch.write(scores, to: "scores.csv")
        let drafts = Ran(ledger + ["import", scratch("picks.csv"), "--as", "bbm"])
        try #require(drafts.status == 0, "\(drafts)")
        return ledger
    }

    func score(_ arguments: String...) throws {
        let ran = Ran(ledger + ["import", scratch("scores.csv"), "--as", "scores", "--season", "2022"] + arguments)
        try #require(ran.status == 0, "\(ran)")
    }

    func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any], "\(ran)") }
}
