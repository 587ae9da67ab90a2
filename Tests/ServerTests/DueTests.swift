import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing
import TextFormats

/// What the operations pages ask for: templates of contests, the names of people, and what is due.
@Suite struct DueTests {
    /// A template has all that opens a contest: the page sends it on as it is.
    @Test func templatesHaveRoundsLineupAndScoring() async throws {
        let table = try await Table()
        let templates = try await table.server.get("/v1/contest-templates").json.elements
        let names = templates.compactMap { $0["name"]?.string }
        #expect(names.first == "one-round" && names.count == templates.count && Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: ["bbm3", "bbm4", "bbm5", "bbm7", "puppy", "pomeranian"]))
        let mania = try #require(templates.first { $0["name"]?.string == "bbm3" })
        #expect(mania["season"]?.integer() == 2022 && mania["structure"]?.string == "2/12 - 1/10 - 1/16 - 470")
        let rounds = try #require(mania["rounds"]).elements.map { round in
            ["firstWeek", "lastWeek", "podSize", "advancing"].map { name in
                round.members.first { $0.name == name }?.value.integer(as: UInt32.self)
            }
        }
        #expect(rounds == [[1, 14, 12, 2], [15, 15, 10, 1], [16, 16, 16, 1], [17, 17, 470, 0]])
        #expect(mania["lineup"]?["startersFLEX"]?.integer() == 1 && mania["lineup"]?["flexPositions"]?.integer() == 14)
        let single = try #require(templates.first)
        #expect(single["season"]?.isNull == true && single["rounds"]?.elements.count == 1)
        #expect(single["lineup"]?["startersFLEX"]?.integer() == 2)
        try await table.server.stop()
    }

    @Test func namesAreDisplayNamesOfABoundedNumberOfUsers() async throws {
        let table = try await Table()
        let cashier = try await table.server.signIn("cato", roles: ["cashier"]).token
        let (anna, size) = (table.anna.user, try table.ledger.size)
        let answer = try await table.server.get("/v1/names?users=\(anna),99999,\(anna)", as: cashier)
        #expect(answer.status == 200)
        let names = try answer.json.elements
        #expect(names.map { $0["user"]?.integer() } == [anna, 99_999])
        #expect(names[0]["name"]?.string == "anna" && names[1]["name"]?.isNull == true)
        // Not the account by which somebody signs in, and no member's data that a read is recorded for.
        let account = try #require(try table.ledger.profile(of: UserID(anna))?.externalID)
        #expect(!answer.text.contains(account) && account != "anna")
        #expect(try table.ledger.size == size)
        let many = (1...201).map(String.init).joined(separator: ",")
        for query in ["", "?users=", "?users=x", "?users=1,,2", "?users=0", "?users=\(many)", "?users=-1"] {
            let refused = try await table.server.get("/v1/names\(query)", as: cashier)
            #expect(refused.status == 400, "\(query): \(refused.text)")
        }
        #expect(try await table.server.get("/v1/names?users=1", as: table.anna.token).status == 403)
        try await table.server.stop()
    }

    /// A contest is due once it takes no more entries and rounds decide it; each prize has the state that it is in.
    @Test func whatIsDueFollowsTheContest() async throws {
        let table = try await Table()
        try await table.createContest(2) { $0.prizes = [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(700))] }
        let round = ContestRound(firstWeek: 1, lastWeek: 1, podSize: 2, advancing: 0)
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 0, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])
        for command in [
            TournamentCommand.setContestRounds(ContestRoundsSet(season: 2026, rounds: [round])),
            .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR)),
        ] { _ = try await table.ledger.send(.tournament(2, command), as: .admin(nil), id: .random()).get() }
        try await table.draft(in: 2)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        try await table.score(week: 1, [100, 200, 300, 400], isFinal: true)
        let ines = try await table.server.signIn("ines", roles: ["operator", "cashier"])
        func due() async throws -> JSONValue? {
            let answer = try await table.server.get("/v1/settlements", as: ines.token)
            #expect(answer.status == 200, "\(answer.text)")
            return try answer.json.elements.first { $0["tournament"]?.integer() == 2 }
        }
        #expect(try await due() == nil)
        func step() async throws -> String? {
            let command = try await table.server.get("/v1/tournaments/2/settlement", as: ines.token).json["command"]
            guard let command, command.kind == .object else { return nil }
            let text = JSON(command).compact.dropFirst()
            let answer = try await table.server.command(
                "{\"actor\":\"admin/\(ines.user)\",\(text)", as: ines.token)
            #expect(answer.status == 200, "\(answer.text)")
            return command["kind"]?.string
        }
        #expect(try await step() == "closeEntries")
        var before = try #require(try await due())
        #expect(before["awards"]?.elements.isEmpty == true && before["unpaidCents"]?.integer() == 0)
        var kinds: [String] = []
        while let kind = try await step(), kinds.count < 10 {
            kinds.append(kind)
            let now = try await due()
            if kind == "awardPrizes" { break }
            before = now ?? before
        }
        #expect(kinds.last == "awardPrizes")
        let owed = try #require(before["awards"]).elements
        #expect(
            !owed.isEmpty
                && owed.allSatisfy { $0["state"]?.string == "due" && $0["user"]?.integer(as: UInt64.self) != nil })
        let sum = owed.reduce(Int64(0)) { $0 + ($1["amountCents"]?.integer(as: Int64.self) ?? 0) }
        #expect(before["unpaidCents"]?.integer(as: Int64.self) == sum && sum > 0)
        let paid = try #require(try await due())
        #expect(paid["awards"]?.elements.allSatisfy { $0["state"]?.string == "paid" } == true)
        #expect(paid["unpaidCents"]?.integer() == 0 && paid["awards"]?.elements.count == owed.count)
        try await table.server.stop()
    }
}
