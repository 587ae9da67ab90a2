import Draft
import DraftLedger
import TestSupport
import Testing
import TextFormats

@testable import Interchange  // what the parser read, before it is imported

@Suite struct RankingsParserTests {
    static let file = """
        "id","firstName","lastName","adp","projectedPoints","slotName","teamName","byeWeek"
        "a1","Bijan","Robinson","1.5","294.9","RB","Atlanta Falcons",
        "b2","Ja'Marr","Chase","3.1","250.65","WR","Cincinnati Bengals","10"
        "c3","Trent","Taylor","-","0.0","WR","",""

        """

    @Test func aRowIsAPlayer() throws {
        let players = try parse(Self.file)
        #expect(
            players == [
                ImportedPlayer(
                    externalID: "a1", name: "Bijan Robinson", position: .runningBack, team: "ATL", byeWeek: nil,
                    adp: 150, projectedPoints: 29_490, rank: 1),
                ImportedPlayer(
                    externalID: "b2", name: "Ja'Marr Chase", position: .wideReceiver, team: "CIN", byeWeek: 10,
                    adp: 310, projectedPoints: 25_065, rank: 2),
                ImportedPlayer(
                    externalID: "c3", name: "Trent Taylor", position: .wideReceiver, team: "", byeWeek: nil,
                    adp: nil, projectedPoints: 0, rank: 3),
            ])
    }

    @Test(arguments: [
        ("\"RB\"", "\"XX\"", TextPlace(line: 2, column: 40), "\"XX\""),
        ("\"3.1\"", "\"high\"", TextPlace(line: 3, column: 25), "\"high\""),
        ("\"b2\"", "\"a1\"", TextPlace(line: 3, column: 2), "a second time"),
        ("\"Taylor\"", "\"\"", TextPlace(line: 4, column: 15), "nothing"),
        ("\"10\"\n", "\n", TextPlace(line: 3, column: 62), ""),
        ("slotName", "slot", TextPlace(line: 1, column: 2), "the columns id, firstName"),
        ("\"10\"\n", "\"10\",7\n", TextPlace(line: 3, column: 70), "9 fields"),
    ])
    func whatIsWrongHasAPlace(find: String, put: String, place: TextPlace, found: String) throws {
        let text = Self.file.replacing(find, with: put)
        if found.isEmpty {
            #expect(try parse(text)[1].byeWeek == nil)
            return
        }
        let issue = #expect(throws: ImportIssue.self) { try parse(text) }
        #expect(issue?.place == place, "\(String(describing: issue))")
        #expect(issue?.found.contains(found) == true, "\(String(describing: issue))")
    }

    /// A file of picks would be a pool with as many namesakes as somebody picked a player.
    @Test func picksAreNoRankings() throws {
        var sheet = UnderdogSheet()
        sheet.draft("d1", slot: 0, rounds: 2)
        let issue = #expect(throws: ImportIssue.self) { try parse(sheet.text) }
        #expect(issue?.found == "the column 'Picked At' of a user's own picks")
        #expect(issue?.expected.hasSuffix("import picks with --input-format underdog") == true)
    }

    @Test(.withSharedData) func theRealRankingsAreAllThere() throws {
        let players = try RankingsParser.players(
            CSVReader(try InputFile(path: SharedData.rankings)), path: SharedData.rankings)
        #expect(players.count == 1448)
        #expect(players.count { $0.position == .wideReceiver } == 604)
        #expect(Set(players.map(\.team)).count == 33)
        #expect(players.allSatisfy { $0.byeWeek == nil && $0.team.utf8.count <= 3 })
        #expect(players.first?.name == "Bijan Robinson" && players.first?.adp == 150)
        #expect(players.last?.adp == nil)
    }

    private func parse(_ text: String) throws -> [ImportedPlayer] {
        try RankingsParser.players(CSVReader(Array(text.utf8)), path: "rankings.csv")
    }
}
