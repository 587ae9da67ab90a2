import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing
import TextFormats

@testable import Server  // the bounds of rankings

/// A member's own rankings through a real server: files, drafts that use them, and who may see them.
@Suite(.withinTheRun) struct RankingRouteTests {
    private let path = "/v1/users/me/rankings/1"

    private func put(
        _ names: [String], as token: String, at table: Table, _ query: String = ""
    ) async throws -> RunningServer.Answer {
        let text = "playerName,tier\n" + names.enumerated().map { "\($1),\($0 / 2 + 1)\n" }.joined()
        return try await table.server.send("PUT", path + query, as: token, text, ["Content-Type": "text/csv"])
    }

    private func players(_ json: JSONValue?) -> [Int] {
        json?["players"]?.elements.filter { $0["isRanked"]?.boolean == true }
            .compactMap { $0["playerIndex"]?.integer(as: Int.self) } ?? []
    }

    private func rankings(of member: (token: String, user: UInt64), in room: RoomID, at table: Table) throws
        -> [PlayerIndex]
    {
        let seat = try #require(try table.ledger.room(room)?.seat(of: UserID(member.user)))
        return try table.ledger.queue(room, seat).rankings
    }

    @Test func savedRankingsDecideAnAutopickOfADraftThatWasJoinedLater() async throws {
        let table = try await Table()
        // Given rankings of a member who has no draft yet, and another without any.
        let saved = try await put(["P17", "P4", "P9"], as: table.anna.token, at: table)
        #expect(saved.status == 200)
        #expect(try saved.json["saved"]?.boolean == true && players(saved.json["rankings"]) == [17, 4, 9])
        // When both join.
        try await table.draft()
        // Then the seats have them, by a command in the member's name.
        #expect(try rankings(of: table.anna, in: 1, at: table) == [17, 4, 9])
        #expect(try rankings(of: table.ben, in: 1, at: table).isEmpty)
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(table.anna.user)))
        let event = try #require(try table.ledger.stream(.queue(1, seat)).last)
        #expect(event.origin?.actor == .user(UserID(table.anna.user)))
        if try table.turn().on.user != table.anna.user { try await table.pick(0) }
        _ = try await table.server.command(
            "{\"kind\":\"setAutodraft\",\"room\":1,\"seat\":\(seat),\"on\":true}", as: table.anna.token)
        while try table.ledger.room(1)?.picks.contains(where: { $0.seat == seat }) != true {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try table.ledger.room(1)?.picks.first { $0.seat == seat }?.player == 17)
        try await table.server.stop()
    }

    /// The disk was full between the join and the rankings: the client sends the join again.
    @Test func aJoinThatIsSentAgainAppliesTheRankingsThatTheFirstTimeCouldNot() async throws {
        let table = try await Table()
        let anna = UserID(table.anna.user)
        func join(_ id: String) async throws -> RunningServer.Answer {
            try await table.server.post(
                "/v1/commands", as: table.anna.token,
                "{\"kind\":\"joinTournament\",\"user\":\(anna),\"tournament\":1,\"entries\":1}",
                ["Idempotency-Key": id])
        }
        let id = UUID().uuidString
        #expect(try await join(id).status == 200)
        // Given a seat without rankings, although the member has some.
        let own = OwnRankings(ledger: table.ledger, user: anna)
        try own.store(OwnRanking(players: [17, 4], tiers: [], savedAt: 1), of: 1)
        #expect(try rankings(of: table.anna, in: 1, at: table).isEmpty)
        let again = try await join(id)
        #expect(again.status == 200 && again.header("idempotency-replayed") == "true")
        #expect(try rankings(of: table.anna, in: 1, at: table) == [17, 4])
        // Once applied, a retry changes nothing that the member has changed since.
        let seat = try #require(try table.ledger.room(1)?.seat(of: anna))
        let changed = try await table.server.command(
            "{\"kind\":\"setRankings\",\"room\":1,\"seat\":\(seat),\"players\":[9]}", as: table.anna.token)
        #expect(changed.status == 200, "\(changed.text)")
        let size = try table.ledger.size
        #expect(try await join(id).status == 200)
        #expect(try rankings(of: table.anna, in: 1, at: table) == [9] && table.ledger.size == size)
        try await table.server.stop()
    }

    @Test func newRankingsApplyToDraftsThatAreNotOverAndOnlyToTheMembersOwn() async throws {
        let table = try await Table()
        try await table.draft()
        let saved = try await put(["P3", "P2"], as: table.ben.token, at: table).json
        let room = try #require(saved["rooms"]?.elements.first)
        #expect(room["room"]?.integer(as: Int.self) == 1 && room["outcome"]?.string == "applied")
        #expect(try rankings(of: table.ben, in: 1, at: table) == [3, 2])
        #expect(try rankings(of: table.anna, in: 1, at: table).isEmpty)
        // The same file again records nothing.
        let size = try table.ledger.size
        let again = try await put(["P3", "P2"], as: table.ben.token, at: table).json
        #expect(again["rooms"]?.elements.first?["outcome"]?.string == "unchanged")
        #expect(try table.ledger.size == size)
        let removed = try await table.server.send("DELETE", path, as: table.ben.token)
        #expect(removed.status == 200)
        #expect(try rankings(of: table.ben, in: 1, at: table).isEmpty)
        let empty = try await table.server.get(path, as: table.ben.token).json
        #expect(empty["ranked"]?.integer(as: Int.self) == 0 && empty["players"]?.elements.count == 20)
        try await table.server.stop()
    }

    /// Of two devices the one whose file is stored last decides, whichever is first at the seats.
    @Test func theSeatsHaveTheRankingsThatAreStored() async throws {
        let table = try await Table()
        try await table.draft()
        let (server, token, path) = (table.server, table.ben.token, path)
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await server.send(
                        "PUT", path, as: token, "playerName\nP\(number)\nP\(19 - number)\n",
                        ["Content-Type": "text/csv"]
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 8))
        let stored = try players(await table.server.get(path, as: table.ben.token).json)
        #expect(try rankings(of: table.ben, in: 1, at: table).map(Int.init) == stored && stored.count == 2)
        try await table.server.stop()
    }

    @Test func aFileWithWrongLinesSavesNothingUnlessTheyAreLeftOut() async throws {
        let table = try await Table()
        #expect(try await put(["P1", "P2"], as: table.anna.token, at: table).status == 200)
        let refused = try await put(["P5", "P99", "P5", "P6"], as: table.anna.token, at: table)
        #expect(refused.status == 422)
        let issues = try #require(try refused.json["issues"]?.elements)
        #expect(issues.compactMap { $0["line"]?.integer(as: Int.self) } == [3, 4])
        #expect(issues[0]["playerName"]?.string == "P99" && issues[0]["found"]?.string == "\"P99\"")
        #expect(try await players(table.server.get(path, as: table.anna.token).json) == [1, 2])
        let checked = try await put(["P5", "P6"], as: table.anna.token, at: table, "?dryRun=true")
        #expect(try checked.status == 200 && checked.json["saved"]?.boolean == false)
        #expect(try await players(table.server.get(path, as: table.anna.token).json) == [1, 2])
        let left = try await put(["P5", "P99", "P6"], as: table.anna.token, at: table, "?skipUnmatched=true")
        #expect(try left.status == 200 && left.json["issueCount"]?.integer(as: Int.self) == 1)
        #expect(try await players(table.server.get(path, as: table.anna.token).json) == [5, 6])
        for (body, status) in [("", UInt(422)), (String(repeating: "x", count: 2 << 20), 413)] {
            let answer = try await table.server.send("PUT", path, as: table.anna.token, body)
            #expect(answer.status == status, "\(answer.text.prefix(200))")
        }
        #expect(
            try await table.server.send("PUT", "/v1/users/me/rankings/9", as: table.anna.token, "name\nP1\n").status
                == 404)
        try await table.server.stop()
    }

    /// The CSV of the server is a file that it takes back.
    @Test func aFileThatIsDownloadedCanBeSentBack() async throws {
        let table = try await Table()
        #expect(try await put(["P7", "P3", "P11"], as: table.anna.token, at: table).status == 200)
        let file = try await table.server.get(path, as: table.anna.token, ["Accept": "text/csv"])
        let lines = file.text.split(separator: "\r\n")
        #expect(lines.count == 21 && lines[1].hasPrefix("7,,P7,WR,"))
        let other = try await table.server.send("PUT", path, as: table.ben.token, file.text)
        #expect(try other.status == 200 && players(other.json["rankings"]).prefix(3) == [7, 3, 11])
        #expect(try other.json["rankings"]?["players"]?.elements.first?["tier"]?.integer(as: Int.self) == 1)
        try await table.server.stop()
    }

    @Test func nobodySeesTheRankingsOfAnotherMember() async throws {
        let table = try await Table()
        #expect(try await put(["P7"], as: table.anna.token, at: table).status == 200)
        #expect(try await put(["P8"], as: table.ben.token, at: table).status == 200)
        #expect(try await players(table.server.get(path, as: table.anna.token).json) == [7])
        #expect(try await players(table.server.get(path, as: table.ben.token).json) == [8])
        for (method, address) in [("GET", "/v1/users/me/rankings"), ("GET", path), ("PUT", path), ("DELETE", path)] {
            let answer = try await table.server.send(method, address, method == "PUT" ? "name\nP1\n" : nil)
            #expect(answer.status == 401, "\(method) \(address)")
        }
        let officer = try await table.server.signIn("olga", roles: ["officer"])
        #expect(try await players(table.server.get(path, as: officer.token).json).isEmpty)
        #expect(try await table.server.get("/v1/users/\(table.anna.user)/rankings/1", as: officer.token).status == 404)
        let pools = try await table.server.get("/v1/users/me/rankings", as: table.anna.token).json
        #expect(pools.elements.first?["ranked"]?.integer(as: Int.self) == 1)
        #expect(pools.elements.first?["contests"]?.elements.first?["title"]?.string == "Test")
        try await table.server.stop()
    }

    /// They are personal data outside the log: they leave with the profile, and a new name does not lose them.
    @Test func rankingsStayWithANewNameAndLeaveWithTheProfile() async throws {
        let table = try await Table()
        #expect(try await put(["P7"], as: table.anna.token, at: table).status == 200)
        let named = try await table.server.send(
            "PUT", "/v1/users/me/settings", as: table.anna.token, "{\"name\":\"Anna B\"}")
        #expect(named.status == 200)
        let user = UserID(table.anna.user)
        let profile = try #require(try table.ledger.profile(of: user))
        #expect(profile.displayName == "Anna B" && profile.rankings[1]?.players == [7])
        try table.ledger.setProfiles([(user: user, profile: nil)])
        #expect(try OwnRankings(ledger: table.ledger, user: user).all().isEmpty)
        try await table.server.stop()
    }

    @Test func aMemberHasRankingsOfABoundedNumberOfPools() async throws {
        let table = try await Table()
        let own = OwnRankings(ledger: table.ledger, user: UserID(table.anna.user))
        let ranking = OwnRanking(players: [1], tiers: [], savedAt: 1)
        for pool in 2..<(2 + OwnRankings.mostPools) { try own.store(ranking, of: PoolID(UInt64(pool))) }
        let answer = try await put(["P1"], as: table.anna.token, at: table)
        #expect(answer.status == 422 && answer.text.contains("Remove those of another pool first"))
        try own.store(nil, of: 2)
        #expect(try await put(["P1"], as: table.anna.token, at: table).status == 200)
        try await table.server.stop()
    }
}
