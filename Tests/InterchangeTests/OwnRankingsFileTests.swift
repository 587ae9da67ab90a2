import Draft
import Testing

@testable import Interchange  // the reading of one file, without a server

/// A member's own rankings as CSV: which rows name which players, and what is said of the others.
@Suite struct OwnRankingsFileTests {
    private static let names: [(String, PlayerPosition, String)] = [
        ("Josh Allen", .quarterback, "BUF"), ("Gabriel Davis", .wideReceiver, "JAX"),
        ("Michael Pittman Jr.", .wideReceiver, "IND"), ("Mike Williams", .wideReceiver, "NYJ"),
        ("Mike Williams", .wideReceiver, "TB"), ("D'Andre Swift", .runningBack, "CHI"),
    ]

    private static var pool: PoolState {
        let listings = names.enumerated().map { index, name in
            PlayerListing(
                index: PlayerIndex(index), position: name.1, byeWeek: nil, adp: UInt32(index + 1) * 100,
                projectedPoints: nil, rank: nil, externalID: "id-\(index)", name: name.0, team: name.2)
        }
        var pool = PoolState(id: 1)
        pool.players = listings
        return pool
    }

    private func read(_ text: String) -> OwnRankingsFile { OwnRankingsFile(Array(text.utf8), of: Self.pool) }

    @Test func namesOfOtherSitesAreMatched() {
        let file = read(
            """
            RK,TIERS,"PLAYER NAME",TEAM,POS
            1,1,Dandre Swift,CHI,RB1
            2,1,Michael Pittman,IND,WR1
            3,2,"Mike Williams",TBB,WR2
            4,2,josh allen,BUF,QB1
            """)
        #expect(file.issues.isEmpty)
        #expect(file.players == [5, 2, 4, 0])
        #expect(file.tiers == [1, 1, 2, 2])
    }

    @Test func anIDThatFitsTheNameDecidesAndOneOfAnotherPoolDoesNot() {
        #expect(read("id,name\nid-1,Gabe Davis\nid-3,Mike Williams\n").players == [1, 3])
        // The ID is that of Josh Allen here.
        #expect(read("id,name\nid-0,D'Andre Swift\n").players == [5])
        #expect(read("playerIndex,playerName\n4,Mike Williams\n0,D'Andre Swift\n").players == [4, 5])
        #expect(read("id\nid-2\n").players == [2])
    }

    /// All wrong lines are stated at once, and the others are kept.
    @Test func eachLineThatNamesNoPlayerIsStated() throws {
        let file = read(
            """
            firstName,lastName,tier
            Josh,Allen,1
            Gabe,Davis,1
            Mike,Williams,2
            Nobody,Atall,2
            Josh,Allen,3
            D'Andre,Swift,first
            Michael,Pittman,3
            """)
        #expect(file.players == [0, 2] && file.tiers == [1, 3])
        #expect(file.issues.map(\.line) == [3, 4, 5, 6, 7] && file.issueCount == 5)
        let words = file.issues.map { "\($0.found) / \($0.expected)" }
        #expect(words[0] == "\"Gabe Davis\" / a player of the pool" && file.issues[0].candidates == [1])
        #expect(words[1].contains("the name of 2 players") && file.issues[1].candidates == [3, 4])
        #expect(file.issues[2].candidates.isEmpty)
        #expect(words[3] == "Josh Allen a second time / each player once: line 2 names the same player")
        #expect(words[4] == "\"first\" / a tier from 1 to 99")
    }

    /// A rank that says otherwise than the order of the rows is not ignored: one of the two is a mistake.
    @Test func ranksAgainstTheOrderOfTheRowsAreAnIssue() {
        let file = read("rank,name\n1,Josh Allen\n5,Gabriel Davis\n2,D'Andre Swift\n")
        #expect(file.players == [0, 1] && file.issues.map(\.line) == [4])
        #expect(file.issues.first?.found == "rank 2 after rank 5")
    }

    @Test(
        arguments: [
            ("", "an empty file"), ("name\n", "no players"), ("rank,team\n1,BUF\n", "the columns rank, team"),
            ("name;team\nJosh Allen;BUF\n", "the columns name;team"), ("PK\u{3}\u{4}\n1\n", "ZIP"),
            ("name\n\"Josh Allen\n", "a quote that is never closed"), ("{\"name\":1}\n", "JSON"),
        ])
    func aFileThatIsNoRankingSaysWhatItIs(_ text: String, _ found: String) {
        let file = read(text)
        #expect(file.players.isEmpty && file.issueCount == 1)
        #expect(file.issues.first?.found.contains(found) == true, "\(file.issues)")
    }

    @Test func aFloodOfWrongLinesIsCountedAndBounded() {
        let file = read("name\n" + (0..<5_000).map { "Somebody \($0)\n" }.joined())
        #expect(file.issueCount == 5_000 && file.issues.count == OwnRankingsFile.mostIssues && file.players.isEmpty)
    }

    @Test func emptyRowsMissingLastFieldsAndOtherLineEndsAreRead() {
        let file = read("\u{FEFF}name,team,tier\r\nJosh Allen,BUF,\r\n,,\r\nD'Andre Swift\r\n")
        #expect(file.issues.isEmpty && file.players == [0, 5] && file.tiers == [0, 0])
    }
}
