import CommandTesting
import Foundation
import TestSupport
import Testing

/// Scores that spell a drafted player otherwise: nothing is settled before two people have said whose they are.
@Suite struct PointsCommandTests: OutcomeScene {
    let scratch = TemporaryDirectory()

    @Test func settlingWaitsUntilTwoPeopleHaveSaidWhoseThePointsAre() throws {
        let ledger = try imported(weeks: 17)
        let path = scratch("scores.csv")
        let scores = try String(contentsOfFile: path, encoding: .utf8)
        try scores.replacing("Player 48,", with: "P. 48,").write(toFile: path, atomically: true, encoding: .utf8)
        try score("--final")

        let standings = try object(Ran(ledger + ["standings", "1", "--format", "json"]))
        let unplaced = try #require(standings["unplacedScores"] as? [[String: Any]])
        #expect(unplaced.map { $0["playerName"] as? String } == ["Player 48"])
        #expect(unplaced.map { $0["scoresName"] as? String } == ["P. 48"])
        let refused = Ran(ledger + ["contest", "settle", "1"])
        #expect(refused.status == 65 && refused.messages.contains("Player 48"), "\(refused)")
        #expect(refused.messages.contains("players points 1:"), "\(refused.messages)")

        let words = ["players", "points", "Player 48", "P. 48", "--season", "2022", "--reason", "The same player."]
        #expect(Ran(ledger + words).status == 64)
        #expect(Ran(ledger + words + ["--by", "900", "--approver", "900"]).status == 1)
        let assigned = Ran(ledger + words + ["--by", "900", "--approver", "901"])
        #expect(assigned.status == 0 && assigned.output.contains("the points of P. 48 are those of 1:"), "\(assigned)")
        let settled = Ran(ledger + ["contest", "settle", "1"])
        #expect(settled.status == 0 && settled.output.contains("contest 1 is over"), "\(settled)")
        #expect(Ran(ledger + ["audit"]).status == 0)
        let lineup = try object(Ran(ledger + ["lineup", "e1", "--week", "2", "--format", "json"]))
        let players = try #require(lineup["players"] as? [[String: Any]])
        #expect(players.first?["playerName"] as? String == "Player 48", "the points count")
    }

    @Test func adpsAreNotTakenForAPool() throws {
        let path = scratch("adp-2026-06-01.csv")
        try "name,position,adp\nAl Known,QB,1.5\n".write(toFile: path, atomically: true, encoding: .utf8)
        let ran = Ran(ledger + ["import", path])
        #expect(ran.status == 64 && ran.messages.contains("--input-format adp --season YEAR"), "\(ran)")
        let adp = ["import", path, "--as", "adp", "--season", "2026", "--site", "dk", "--slate", "superflex"]
        #expect(Ran(ledger + adp).status == 0)
        #expect(Ran(ledger + ["notes"]).output.contains("dk/superflex"))
    }
}
