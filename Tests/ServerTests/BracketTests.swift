import Draft
import DraftLedger
import LedgerTesting
import TextFormats
import Testing

/// The rounds of a contest over HTTP: as they are on record, page by page, and for whom.
@Suite struct BracketTests {
    private func send(_ table: Table, _ command: Command) async throws {
        _ = try await table.ledger.send(command, as: .admin(nil), id: .random()).get()
    }

    /// A contest of two rounds whose only draft is over, and whose first week is final.
    private func table() async throws -> Table {
        let table = try await Table()
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 1, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 2, lastWeek: 2, podSize: 2, advancing: 0),
        ]
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 0, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])
        try await send(table, .tournament(1, .setContestRounds(ContestRoundsSet(season: 2026, rounds: rounds))))
        try await send(table, .tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))))
        try await table.draft()
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let scores = [Int32(1_000), 2_500, 100, 0].enumerated().map { index, points in
            PlayerScore(position: .wideReceiver, points: points, name: "P\(index)")
        }
        let record = RecordScores(week: 1, scoring: ScoringSet.halfPPR, source: "test", scores: scores)
        try await send(table, .season(2026, .recordScores(record)))
        try await send(table, .season(2026, .closeWeek(week: 1, scoring: ScoringSet.halfPPR)))
        return table
    }

    /// Puts the first round on record, and draws the pods of the second one.
    private func close(_ table: Table) async throws {
        try await send(table, .tournament(1, .closeEntries))
        let version = try table.ledger.version(of: .season(2026))
        try await send(table, .tournament(1, .closeRound(CloseRound(round: 1, seasonVersion: version, rooms: [1]))))
        try await send(table, .tournament(1, .drawPods(round: 2)))
    }

    private func bracket(_ table: Table, _ query: String = "", as token: String? = nil) async throws -> JSONValue {
        let answer = try await table.server.get("/v1/tournaments/1/bracket\(query)", as: token)
        #expect(answer.status == 200, "\(query): \(answer.text)")
        return try answer.json
    }

    /// The page of a draft shows the starters of its own contest.
    @Test(arguments: [false, true]) func aDraftHasTheLineupOfItsContest(hasLineup: Bool) async throws {
        let table = try await Table()
        if hasLineup {
            let rounds = [ContestRound(firstWeek: 1, lastWeek: 1, podSize: 2, advancing: 0)]
            let lineup = Lineup(quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 1)
            try await send(table, .tournament(1, .setContestRounds(ContestRoundsSet(season: 2026, rounds: rounds))))
            try await send(table, .tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))))
        }
        try await table.draft()
        let shown = try await table.server.get("/v1/rooms/1/draft", as: table.anna.token).json["lineup"]
        #expect(shown?.isNull == !hasLineup)
        let words = (hasLineup ? shown?.elements ?? [] : []).map { slot in
            let positions = (slot["positions"]?.elements ?? []).compactMap(\.string).joined(separator: "/")
            return "\(slot["starters"]?.integer(as: Int.self) ?? 0) \(slot["slot"]?.string ?? ""): \(positions)"
        }
        #expect(words == (hasLineup ? ["1 QB: QB", "1 FLEX: RB/WR/TE/FB"] : []))
        try await table.server.stop()
    }

    /// Its pods: round, number, and who stands in it at which place.
    private func pods(_ bracket: JSONValue) -> [String] {
        let names = (bracket["members"]?.elements ?? []).reduce(into: [Int64: String]()) { names, member in
            names[member["entry"]?.integer() ?? 0] = member["name"]?.string
        }
        return (bracket["rounds"]?.elements ?? []).flatMap { round in
            (round["pods"]?.elements ?? []).map { pod in
                let entries = (pod["entries"]?.elements ?? []).map { entry in
                    let place = entry["place"]?.integer(as: Int.self).map { "\($0)" } ?? "-"
                    let points = entry["pointsHundredths"]?.integer(as: Int.self).map { " \($0)" } ?? ""
                    return "\(place) \(names[entry["entry"]?.integer() ?? 0] ?? "?")\(points)"
                }
                return "\(round["round"]?.integer() ?? 0).\(pod["pod"]?.integer() ?? 0) \(entries)"
            }
        }
    }

    @Test func aBracketSaysWhoGoesOnAndIntoWhichPod() async throws {
        let table = try await table()
        let room = try #require(try table.ledger.room(1))
        let winner = try #require(room.picks.first { $0.player == 1 }?.seat)
        let users = [table.anna.user: "anna", table.ben.user: "ben"]
        let first = try #require(users[room.member(at: winner)?.user?.number ?? 0])
        let second = first == "anna" ? "ben" : "anna"
        let before = try await bracket(table)
        #expect(pods(before).isEmpty && before["terms"]?.elements.map { $0["podCount"]?.isNull } == [true, true])
        let size = try table.ledger.size
        try await close(table)
        #expect(pods(try await bracket(table)) == ["2.1 [\"- \(first)\"]"])
        let one = try await bracket(table, "?round=1")
        #expect(pods(one) == ["1.1 [\"1 \(first) 2500\", \"2 \(second) 1000\"]"])
        #expect(one["terms"]?.elements.map { $0["isClosed"]?.boolean } == [true, false])
        #expect(one["terms"]?.elements.map { $0["entryCount"]?.integer() } == [2, 1])
        let cut = try await bracket(table, "?round=1&top=1")
        #expect(pods(cut) == ["1.1 [\"1 \(first) 2500\"]"])
        #expect(cut["rounds"]?.elements.first?["pods"]?.elements.first?["size"]?.integer() == 2)
        #expect(pods(try await bracket(table, "?at=pos:\(size)")).isEmpty)
        // Anybody's way through all rounds, and the winner's.
        let loser = try #require(room.members.first { $0?.user != room.member(at: winner)?.user } ?? nil)
        #expect(pods(try await bracket(table, "?entry=\(loser.entry)")).count == 1)
        for (user, token) in [(table.anna.user, table.anna.token), (table.ben.user, table.ben.token)] {
            let own = pods(try await bracket(table, "?user=\(user)", as: token))
            #expect(own.count == (users[user] == first ? 2 : 1), "\(own)")
            #expect(pods(try await bracket(table, "?user=\(user)&round=2", as: token)).count == own.count - 1)
        }
        let csv = try await table.server.get("/v1/tournaments/1/bracket?round=1", ["Accept": "text/csv"])
        #expect(csv.text.hasPrefix("round,pod,entry,externalID,room,pointsHundredths"))
        try await table.server.stop()
    }

    /// What is drawn is played by the points of now, pod by pod.
    @Test func standingsOfARoundThatIsDrawnAreListedByPod() async throws {
        let table = try await table()
        try await close(table)
        let scores = [PlayerScore(position: .wideReceiver, points: 700, name: "P1")]
        let record = RecordScores(week: 2, scoring: ScoringSet.halfPPR, source: "test", scores: scores)
        try await send(table, .season(2026, .recordScores(record)))
        for (from, points) in [(1, [700]), (2, [])] as [(Int, [Int64])] {
            let path = "/v1/tournaments/1/standings?round=2&from=\(from)&after=\(try table.ledger.size)"
            let entries = try await table.server.get(path).json["entries"]?.elements ?? []
            #expect(entries.map { $0["pointsHundredths"]?.integer() ?? 0 } == points)
            #expect(entries.allSatisfy { $0["pod"]?.integer() == 1 })
        }
        try await table.server.stop()
    }

    @Test func aBracketIsEverybodysAndWhoseEntriesTheyAreTheUsersOwn() async throws {
        let table = try await table()
        let roles = try await Roles(at: table)
        try await close(table)
        for query in ["", "?round=1", "?entry=65537"] {
            try await roles.expect("/v1/tournaments/1/bracket\(query)", isFor: Roles.everybody)
        }
        try await roles.expect("/v1/tournaments/1/bracket?user=\(table.anna.user)", isFor: [.member, .officer])
        for query in [
            "round=0", "round=x", "top=1001", "from=-1", "usr=1", "at=pick:3", "round=1&round=2", "entry=x", "user=0",
            "round=17",
        ] {
            let answer = try await table.server.get("/v1/tournaments/1/bracket?\(query)")
            #expect(answer.status == 400, "\(query): \(answer.text)")
        }
        for path in ["tournaments/9/bracket", "tournaments/1/bracket?round=3", "tournaments/x/bracket"] {
            #expect(try await table.server.get("/v1/\(path)").status == 404, "\(path)")
        }
        try await table.server.stop()
    }

    @Test func aContestWithoutRoundsHasAnEmptyBracket() async throws {
        let table = try await Table()
        let bracket = try await bracket(table)
        #expect(bracket["contest"]?.string == "Test" && bracket["season"]?.isNull == true)
        #expect(bracket["terms"]?.elements.isEmpty == true && bracket["rounds"]?.elements.isEmpty == true)
        #expect(try await self.bracket(table, "?user=\(table.anna.user)", as: table.anna.token)["members"] != nil)
        try await table.server.stop()
    }
}
