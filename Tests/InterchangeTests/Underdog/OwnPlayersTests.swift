import Draft
import Testing

@testable import Interchange  // players before they are a batch

/// Who is who among the players that an own export names, however many have one name.
@Suite struct OwnPlayersTests {
    private static func players(
        _ count: Int, hasSlates: Bool = true, _ row: (Int) -> (id: String, team: String, slate: String)
    ) -> OwnPlayers {
        var players = OwnPlayers(hasSlates: hasSlates)
        for number in 0..<count {
            let (id, team, slate) = row(number)
            players.add(
                ImportedPlayer(externalID: id, name: "A B", position: .wideReceiver, team: team), pool: "p",
                slate: slate)
        }
        players.match()
        return players
    }

    /// Each slate has an id of its own for him.
    @Test func oneOfThousandsOfSlatesIsOne() {
        let players = Self.players(20_000) { ("id\($0)", "KC", "slate\($0)") }
        #expect(players.players.count == 20_000 && Set(players.identities) == [0])
        #expect(players.players[9].slates?.others == [] && players.players[9].slates?.ids.count == 20_000)
    }

    /// Whoever held each of them against all others would be at it for minutes.
    @Test func thousandsOfOneSlateAreThousands() {
        let players = Self.players(20_000) { ("id\($0)", "", "slate") }
        #expect(players.identities == Array(0..<20_000))
        #expect(players.players[9].slates?.ids == ["id9"] && players.players[9].slates?.others.contains("id8") == true)
    }

    @Test func namesakesOfOtherTeamsAreOthers() {
        let players = Self.players(6) { ("id\($0)", $0 % 2 == 0 ? "KC" : "NYJ", "slate\($0 / 2)") }
        #expect(players.identities == [0, 1, 0, 1, 0, 1])
        #expect(players.players[0].slates == PlayerSlates(ids: ["id0", "id2", "id4"], others: ["id1", "id3", "id5"]))
    }
}
