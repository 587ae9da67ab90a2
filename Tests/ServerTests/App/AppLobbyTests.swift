import Draft
import DraftLedger
import Foundation
import Pages
import TextFormats
import Testing

@testable import Server  // players as the app knows them

/// The app's lobby: players and contests, for everybody.
@Suite struct AppLobbyTests {
    @Test func playersHaveANumberWhereverTheAppWantsOne() async throws {
        let table = try await Table()
        let answer = try await table.server.get("/api/players")
        #expect(answer.status == 200)
        let players = try answer.json.elements
        #expect(players.count == 20)
        let first = try #require(players.first)
        #expect(first["id"]?.string == "1-0" && first["name"]?.string == "P0")
        #expect(first["firstName"]?.string == "P0" && first["lastName"]?.string == "")
        #expect(first["position"]?.string == "WR" && first["team"]?.string == "")
        #expect(first["byeWeek"]?.integer(as: Int.self) == 0 && first["rank"]?.integer(as: Int.self) == 1)
        #expect(first["adp"]?.number == 1 && first["projectedPoints"]?.number == 0)
        #expect(first["headshotURL"]?.isNull == true)
        try await table.server.stop()
    }

    private func listing(
        _ index: PlayerIndex, _ position: PlayerPosition, id: String = "", adp: UInt32? = nil
    ) -> PlayerListing {
        PlayerListing(
            index: index, position: position, byeWeek: 10, adp: adp, projectedPoints: 31_700, rank: nil,
            externalID: id, name: "Ja'Marr  Chase Jr.", team: "CIN")
    }

    private func pool(_ players: [PlayerListing]) -> AppPool {
        var pool = PoolState(id: 7)
        let place = { (position: UInt64) in
            EventPlace(stream: .pool(7), position: position, recordedAt: Timestamp(microseconds: 0), origin: nil)
        }
        for player in players {
            var listed = PlayerListed.blank
            listed.player = player
            pool.evolve(.playerListed(listed), at: place(1))
        }
        pool.evolve(.poolPublished(.blank), at: place(2))
        return AppPool(pool)
    }

    @Test func whomTheAppCannotShowIsInNoList() throws {
        let pool = pool([
            listing(0, .kicker, id: "k", adp: 100), listing(1, .fullback, id: "f", adp: 300),
            listing(2, .tightEnd, id: "t", adp: 250), listing(3, .defense, id: "d"),
        ])
        let list = try JSONDocument(pool.list(picks: 216).bytes).root.elements
        #expect(list.map { $0["id"]?.string } == ["t", "f"])
        #expect(list.map { $0["position"]?.string } == ["TE", "RB"])
        #expect(list[1]["adp"]?.number == 3 && list[1]["projectedPoints"]?.number == 317)
        #expect(list[0]["firstName"]?.string == "Ja'Marr" && list[0]["byeWeek"]?.excerpt == "10")
        #expect(pool.index(of: "k") == nil && pool.index(of: "f") == 1 && pool.player(0, picks: 4) == nil)
    }

    @Test func anIdNamesOnePlayer() {
        let pool = pool([
            listing(0, .tightEnd, id: "a"), listing(1, .tightEnd, id: "a"), listing(2, .tightEnd, id: "7-0"),
            listing(3, .tightEnd, adp: 100), listing(4, .tightEnd),
        ])
        #expect(pool.index(of: "a") == 0 && pool.index(of: "7-1") == 1 && pool.index(of: "7-2") == 2)
        #expect(pool.index(of: "7-3") == 3 && pool.index(of: "7-0") == nil && pool.index(of: "") == nil)
        #expect(pool.player(4, picks: 216).map(AppPlayer.members.json)?["adp"] == .number(217))
        #expect(pool.player(9, picks: 216) == nil)
    }

    @Test func aContestIsOpenAsLongAsEntriesAreTaken() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.maxEntries = 2 }
        _ = try await table.join(table.anna.token, contest: 1)
        for user in [table.anna, table.ben] {
            #expect(try await table.join(user.token, contest: 2).status == 200)
        }
        let contests = try await lobby(of: table) { $0.contains { $0["currentEntries"]?.excerpt == "2" } }
        #expect(contests.map { $0["id"]?.string } == ["1", "2"])
        #expect(contests[0]["status"]?.string == "open" && contests[0]["statusDetail"]?.string == "filling")
        #expect(contests[1]["status"]?.string != "open")
        #expect(contests[0]["entryFeeCents"]?.excerpt == "500" && contests[0]["maxEntries"]?.excerpt == "0")
        #expect(contests[0]["title"]?.string == "Test" && contests[0]["draftSpeed"]?.string == "slow")
        #expect(contests[0]["firstPlacePrizeCents"]?.excerpt == "0" && contests[0]["startTime"]?.isNull == true)
        try await table.server.stop()
    }

    /// The app shows the first contest that is open, and one list of players.
    @Test func theNewestFeaturedContestIsShownFirstWhileItTakesEntries() async throws {
        let table = try await Table()
        let players = (0..<20).map { index in
            PlayerListing(
                index: PlayerIndex(index), position: .tightEnd, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
                externalID: "", name: "Q\(index)", team: "")
        }
        try await table.decide(.pool(2, .publishPool(PublishPool(externalID: "", title: "Other", players: players))))
        try await table.createContest(2) { $0.featured = true }
        try await table.createContest(3) { ($0.featured, $0.pool) = (true, 2) }
        try await table.createContest(4) { _ in }
        func order(_ expected: [String]) async throws {
            let contests = try await lobby(of: table) { $0.map { $0["id"]?.string } == expected }
            #expect(contests.count == expected.count)
        }
        try await order(["3", "1", "2", "4"])
        #expect(try await table.server.get("/api/players").json.elements.first?["id"]?.string == "2-0")
        let summaries = try await table.server.get("/v1/tournaments").json.elements
        #expect(summaries.map { $0["featured"]?.boolean } == [false, true, true, false])
        #expect(try await table.server.get("/v1/tournaments/3").json["featured"]?.boolean == true)
        try await table.decide(.tournament(3, .closeEntries))
        try await order(["2", "1", "4", "3"])
        #expect(try await table.server.get("/api/players").json.elements.first?["id"]?.string == "1-0")
        try await table.server.stop()
    }

    @Test func aContestThatTheAppCannotJoinIsNeitherShownNorJoined() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.signedCommands = .required }
        try await table.createContest(3) { $0.ruleset = .untimed(teams: 2, rounds: 1) }
        try await table.createContest(4) { _ in }
        try await table.decide(.tournament(4, .cancelTournament(reason: "Not this year.")))
        try await table.createContest(5) { $0.prizes = [PrizeTier(firstPlace: 1, lastPlace: 2, amount: Cents(700))] }
        let contests = try await lobby(of: table) { $0.contains { $0["id"]?.string == "5" } }
        #expect(contests.map { $0["id"]?.string } == ["1", "5"])
        #expect(contests[1]["firstPlacePrizeCents"]?.excerpt == "700")
        #expect(contests[1]["totalPrizeCents"]?.excerpt == "1400")
        for contest in [2, 3, 99] {
            #expect(try await table.join(table.anna.token, contest: contest).status == 404)
        }
        #expect(try await table.join(table.anna.token, contest: 4).code == "entriesClosed")
        try await table.server.stop()
    }

    /// The lobby once it is as new as a test wants it: it is read once a second.
    private func lobby(
        of table: Table, where isNew: ([JSONValue]) -> Bool
    ) async throws -> [JSONValue] {
        while true {
            let contests = try await table.server.get("/api/tournaments").json["tournaments"]?.elements ?? []
            if isNew(contests) { return contests }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
