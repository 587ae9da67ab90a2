import Draft
import DraftTesting
import Testing

@Suite struct PoolTests {
    private static let moment = House.start

    private func publish(_ players: [PlayerListing], id: PoolID = 1, as actor: Sender = .importer) -> RefusalCode? {
        let pool = PublishPool(externalID: "", title: "", players: players)
        return House().decision(.pool(id, .publishPool(pool)), as: actor, at: Self.moment).code
    }

    private func changed(_ change: (inout [PlayerListing]) -> Void) -> [PlayerListing] {
        var players = House.players(3)
        change(&players)
        return players
    }

    @Test func aPoolIsPublishedWholeOrRefusedWhole() {
        #expect(publish(House.players(3)) == nil)
        #expect(publish(House.players(3), as: .user(1)) == .forbidden)
        #expect(publish([]) == .invalidValue)
        #expect(publish(House.players(3), id: 0) == .invalidValue)
        #expect(publish(changed { $0[2].index = 3 }) == .invalidValue)
        #expect(publish(changed { $0.swapAt(0, 1) }) == .invalidValue)
        #expect(publish(changed { $0[1].name = "" }) == .invalidValue)
        #expect(publish(changed { $0[1].externalID = $0[0].externalID }) == .invalidValue)
        #expect(
            publish(
                changed {
                    $0[0].externalID = ""; $0[1].externalID = ""
                }) == nil)
        #expect(publish(changed { $0[1].byeWeek = 0 }) == .invalidValue)
        #expect(publish(changed { $0[1].byeWeek = 18 }) == nil)
        #expect(publish(changed { $0[1].byeWeek = 19 }) == .invalidValue)
        #expect(publish(changed { $0[1].name = String(repeating: "x", count: 256) }) == .invalidValue)
        #expect(publish(House.players(65_535)) == nil)
        #expect(publish(House.players(65_536)) == .invalidValue)
    }

    /// A late player's place is by ADP.
    @Test func aPoolIsPublishedOnceAndALatePlayerGetsTheNextIndex() throws {
        var ledger = House.waiting(.fast(teams: 2, rounds: 1), pool: House.players(3))
        func code(_ command: Command) -> RefusalCode? {
            ledger.decision(command, as: .importer, at: Self.moment).code
        }
        let again = PublishPool(externalID: "", title: "", players: House.players(3))
        #expect(code(.pool(1, .publishPool(again))) == .alreadyExists)
        var late = House.player(3, "Late", .tightEnd)
        late.adp = 150
        #expect(code(.pool(2, .addPlayer(late))) == .unknownPool)
        var wrong = late
        wrong.index = 4
        #expect(code(.pool(1, .addPlayer(wrong))) == .invalidValue)
        wrong = late
        wrong.externalID = "id-0"
        #expect(code(.pool(1, .addPlayer(wrong))) == .invalidValue)
        ledger.send(.pool(1, .addPlayer(late)), as: .importer, at: Self.moment)
        let pool = try #require(ledger.state.pool(1))
        #expect(pool.player(3)?.name == "Late" && pool.player(4) == nil)
        #expect(pool.adpOrder == [0, 3, 1, 2])
    }

    /// Players without ADP come last; late players are included.
    @Test func theOrderIsByADPThenByRankThenByIndex() {
        typealias Row = (adp: UInt32?, rank: UInt16?)
        let rows: [Row] = [(nil, 1), (300, nil), (300, 9), (100, nil), (nil, nil), (100, nil), (.max - 1, 5), (300, 2)]
        let players = rows.enumerated().map { index, row in
            var player = House.player(index, "P", .runningBack)
            player.adp = row.adp
            player.rank = row.rank
            player.externalID = ""
            return player
        }
        let expected: [PlayerIndex] = [3, 5, 7, 2, 1, 6, 0, 4]
        for published in 1...players.count {
            var ledger = House()
            let pool = PublishPool(externalID: "", title: "", players: Array(players[..<published]))
            ledger.send(.pool(1, .publishPool(pool)), as: .importer, at: Self.moment)
            for player in players[published...] {
                ledger.send(.pool(1, .addPlayer(player)), as: .importer, at: Self.moment)
            }
            #expect(ledger.state.pool(1)?.adpOrder == expected)
        }
    }

    /// Whatever happened before.
    @Test func aSetOfPlayersEqualsAnotherWithTheSamePlayers() {
        var set = PlayerSet([5, 64, 65_535])
        #expect(set.contains(5) && set.contains(64) && set.contains(65_535) && !set.contains(6))
        #expect(set.count == 3)
        set.remove(65_535)
        set.remove(65_535)
        #expect(set == PlayerSet([64, 5]) && !set.contains(65_535))
        set.remove(64)
        set.remove(5)
        #expect(set == PlayerSet())
    }
}
