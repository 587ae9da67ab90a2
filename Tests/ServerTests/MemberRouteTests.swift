import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing
import TextFormats

@testable import Server  // channels are configured

/// What a member sees of the own account: notices, limits, objections, and nothing of others.
@Suite(.withinTheRun) struct MemberRouteTests {
    private let directory = TemporaryDirectory()

    private func object(
        _ case: UInt64, pick: Int, seat: Seat, by member: (token: String, user: UInt64), at table: Table
    ) async throws -> RunningServer.Answer {
        let version = try table.ledger.room(1)?.version ?? 0
        return try await table.server.command(
            "{\"kind\":\"openDispute\",\"dispute\":\(`case`),\"room\":1,\"pick\":\(pick),\"seat\":\(seat),"
                + "\"roomVersion\":\(version),\"claimant\":\(member.user),\"claim\":\"I clicked.\"}", as: member.token)
    }

    /// A member who objects again and again keeps the officers busy with one case a pick.
    @Test func aMemberHasOneOpenCaseAboutAPickAndThreeInAll() async throws {
        let table = try await Table()
        try await table.draft()
        let member = try table.turn().on
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        #expect(try await object(1, pick: 1, seat: seat, by: member, at: table).status == 200)
        let second = try await object(2, pick: 1, seat: seat, by: member, at: table)
        #expect(second.status == 409 && second.code == "tooManyCases" && second.text.contains("Case 1 about this pick"))
        #expect(try second.json["recorded"]?.boolean == false)
        // A claim in another member's name tells nothing of that member's cases.
        let other = member.user == table.anna.user ? table.ben : table.anna
        let probe = try await object(3, pick: 1, seat: seat, by: (other.token, member.user), at: table)
        #expect(probe.status == 403 && probe.code != "tooManyCases" && !probe.text.contains("Case 1"), "\(probe.text)")
        let size = try table.ledger.size
        // A flood at once does not slip through, and nothing of it is on record.
        let flood = (10..<30).map { number in
            "{\"kind\":\"openDispute\",\"dispute\":\(number),\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":1,"
                + "\"claimant\":\(member.user),\"claim\":\"I clicked.\",\"id\":\"\(CommandID.random())\"}"
        }
        let answers = try await table.server.post("/v1/commands", as: member.token, "[\(flood.joined(separator: ","))]")
        #expect(answers.status == 200 && !answers.text.contains("\"outcome\":\"accepted\""))
        #expect(try table.ledger.size == size)
        // Another case about it can be opened when the first one is decided.
        for number in UInt64(1)...3 {
            if number > 1 {
                #expect(try await object(number, pick: 1, seat: seat, by: member, at: table).status == 200)
            }
            let resolution = DisputeResolved(verdict: .rejected, resolvedBy: 999, reason: "No.")
            _ = try await table.ledger.send(
                .dispute(CaseID(number), .resolveDispute(resolution)), as: .admin(nil), id: .random()
            ).get()
        }
        let fourth = try await object(4, pick: 1, seat: seat, by: member, at: table)
        #expect(fourth.code == "tooManyCases" && fourth.text.contains("3 cases about this pick"))
        // Staff records what the claimant says on the telephone, whatever the number.
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: 1, claimant: UserID(member.user), claim: "By telephone.")
        let staff = try await table.ledger.send(
            .dispute(5, .openDispute(claim)), as: .admin(nil, onBehalfOf: UserID(member.user)), id: .random())
        #expect(throws: Never.self) { try staff.get() }
        try await table.server.stop()
    }

    /// A look at one pick reads the same as the whole activity has, and not the ledger.
    @Test func theActivityOfAPickIsThatPartOfTheWholeActivity() async throws {
        let table = try await Table()
        try await table.draft()
        let member = try table.turn().off
        let early = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":2,\"player\":3}", as: member.token)
        #expect(early.status == 409)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        #expect(try await object(7, pick: 2, seat: seat, by: member, at: table).status == 200)
        let path = "/v1/users/me/activity"
        let whole = try await table.server.get(path, as: member.token).json["events"]?.elements ?? []
        func positions(_ events: [JSONValue]) -> [UInt64] { events.compactMap { $0["position"]?.integer() } }
        for pick in 1...4 {
            let part = try await table.server.get("\(path)?room=1&pick=\(pick)", as: member.token)
            let expected = whole.filter { event in
                event["room"]?.integer() == 1 && event["pickNumber"]?.integer() == pick
            }
            #expect(try positions(part.json["events"]?.elements ?? []) == positions(expected), "pick \(pick)")
            #expect(expected.isEmpty == (try table.ledger.room(1)?.picks[pick - 1].seat != seat), "pick \(pick)")
        }
        let second = try await table.server.get("\(path)?room=1&pick=2", as: member.token).text
        #expect(second.contains("CommandRejected") && second.contains("DisputeOpened"))
        for wrong in ["room=1", "pick=2", "room=0&pick=1", "room=1&pick=0"] {
            #expect(try await table.server.get("\(path)?\(wrong)", as: member.token).status == 400, "\(wrong)")
        }
        #expect(
            try await table.server.get(
                "/v1/users/\(member.user)/activity?room=1&pick=2", as: table.server.signIn("otto").token
            )
            .status == 403)
        try await table.server.stop()
    }

    /// The numbers of cases are random: a list by number would hide a new case before the cursor.
    @Test func casesArePagedInTheOrderInWhichTheyWereOpened() async throws {
        let table = try await Table()
        try await table.draft()
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(table.anna.user)))
        func open(_ number: UInt64) async throws {
            let claim = DisputeOpened(
                room: 1, pick: 1, seat: seat, roomVersion: 1, claimant: UserID(table.anna.user), claim: "I clicked.")
            _ = try await table.ledger.send(
                .dispute(CaseID(number), .openDispute(claim)), as: .admin(nil, onBehalfOf: UserID(table.anna.user)),
                id: .random()
            ).get()
        }
        func read(_ path: String) async throws -> (numbers: [Int], next: String?) {
            let answer = try await table.server.get(path, as: officer)
            let link = answer.header("link")?.firstMatch(of: /<(.*?)>; rel="next"/)?.output.1
            return (try answer.json.elements.compactMap { $0["case"]?.integer() }, link.map(String.init))
        }
        for number in [900, 5, 70] as [UInt64] { try await open(number) }
        #expect(try await read("/v1/cases").numbers == [900, 5, 70])
        let first = try await read("/v1/cases?limit=2")
        #expect(first.numbers == [900, 5])
        let second = try await read(try #require(first.next))
        #expect(second.numbers == [70] && second.next == nil)
        // When a case with a small number is opened, the list continues with it.
        let last = try await table.server.get("/v1/cases", as: officer).json.elements.last
        let position = try #require(last?["openedPosition"]?.integer(as: UInt64.self))
        try await open(1)
        #expect(try await read("/v1/cases?after=\(position)").numbers == [1])
        try await table.server.stop()
    }

    @Test func aCaseThatIsSentAgainIsTheSameCase() async throws {
        let table = try await Table()
        try await table.draft()
        let member = try table.turn().on
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        let body =
            "{\"kind\":\"openDispute\",\"dispute\":7,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":1,"
            + "\"claimant\":\(member.user),\"claim\":\"I clicked.\",\"id\":\"\(CommandID.random())\"}"
        let first = try await table.server.post("/v1/commands", as: member.token, body)
        let again = try await table.server.post("/v1/commands", as: member.token, body)
        #expect(first.status == 200 && again.status == 200)
        #expect(again.header("idempotency-replayed") == "true")
        try await table.server.stop()
    }

    @Test func aMemberSeesTheOwnNoticesWithTheirContestAndOutcome() async throws {
        let path = directory("notices.jsonl") as String
        let table = try await Table { $0.notices.file = path }
        try await table.draft()
        for player in 0..<4 { try await table.pick(player) }
        let own = "/v1/users/\(table.anna.user)/notices"
        var rows: [JSONValue] = []
        while !rows.contains(where: { $0["kind"]?.string == "onTheClock" && $0["outcome"]?.string == "sent" }) {
            try await Task.sleep(for: .milliseconds(20))
            rows = try await table.server.get(own, as: table.anna.token).json.elements
        }
        let row = try #require(rows.first { $0["kind"]?.string == "onTheClock" })
        #expect(row["contest"]?.string == "Test" && row["room"]?.integer(as: Int.self) == 1)
        #expect(row["channel"]?.string == "file" && row["text"]?.string?.hasPrefix("on the clock, ") == true)
        let first = try await table.server.get(own + "?limit=1", as: table.anna.token)
        #expect(try first.json.elements.count >= 1 && first.header("link")?.contains("rel=\"next\"") == true)
        #expect(try await table.server.get(own, as: table.ben.token).status == 403)
        #expect(try await table.server.get(own).status == 401)
        try await table.server.stop()
    }

    @Test func aMemberSeesTheLimitsThatHoldAndThoseToCome() async throws {
        let table = try await Table()
        let (user, path) = (table.anna.user, "/v1/users/me/limits")
        func set(_ limits: String) async throws -> UInt {
            try await table.server.command("{\"kind\":\"setLimits\",\"user\":\(user)\(limits)}", as: table.anna.token)
                .status
        }
        let free = try await table.server.get(path, as: table.anna.token).json
        #expect(free["limits"]?["entriesPerDay"]?.isNull == true && free["excludedUntil"]?.isNull == true)
        #expect(try await set(",\"entriesPerDay\":2,\"depositsPerWeek\":5000") == 200)
        #expect(try await set(",\"entriesPerDay\":9,\"depositsPerWeek\":5000") == 200)
        let limited = try await table.server.get(path, as: table.anna.token).json
        #expect(limited["limits"]?["entriesPerDay"]?.integer(as: Int.self) == 2)
        #expect(limited["limits"]?["depositsPerWeekCents"]?.integer(as: Int.self) == 5_000)
        #expect(limited["later"]?["entriesPerDay"]?.integer(as: Int.self) == 9)
        #expect(limited["laterFrom"]?.string != nil)
        table.skip(.seconds(86_400))
        let later = try await table.server.get(path, as: table.anna.token).json
        #expect(later["limits"]?["entriesPerDay"]?.integer(as: Int.self) == 9 && later["later"]?.isNull == true)
        let excluded = try await table.server.command(
            "{\"kind\":\"excludeUser\",\"user\":\(user),\"until\":\"2100-01-01T00:00:00Z\"}", as: table.anna.token)
        #expect(excluded.status == 200, "\(excluded.text)")
        let out = try await table.server.get(path, as: table.anna.token).json
        #expect(out["excludedUntil"]?.string?.hasPrefix("2100-01-01") == true)
        #expect(try await table.server.get("/v1/users/\(user)/limits", as: table.ben.token).status == 403)
        try await table.server.stop()
    }

    @Test func aPostingNamesTheDraftThatItIsAbout() async throws {
        let table = try await Table()
        try await table.draft()
        let json = try await table.server.get("/v1/users/me/statement", as: table.anna.token).json
        let fee = try #require(json["postings"]?.elements.first { $0["type"]?.string == "EntryFeeHeld" })
        #expect(fee["room"]?.integer(as: Int.self) == 1 && fee["tournament"]?.integer(as: Int.self) == 1)
        #expect(fee["case"]?.isNull == true)
        let deposit = try #require(json["postings"]?.elements.first { $0["type"]?.string == "DepositRecorded" })
        #expect(deposit["room"]?.isNull == true)
        try await table.server.stop()
    }

    /// Bots that draft as people do leave time to watch, and the same seed gives the same pace.
    @Test func botsTakeAsLongAsTheirSeedSays() async throws {
        let times = (1...216).map { DevBots.time(for: PickNumber($0), in: 7, seed: 3) }
        #expect(times.allSatisfy { $0 >= .milliseconds(700) && $0 <= .milliseconds(2_000) })
        #expect(Set(times).count > 100)
        #expect(times == (1...216).map { DevBots.time(for: PickNumber($0), in: 7, seed: 3) })
        #expect(times != (1...216).map { DevBots.time(for: PickNumber($0), in: 7, seed: 4) })
        let table = try await Table()
        let joined = try await table.server.command(
            "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1}",
            as: table.anna.token)
        #expect(joined.status == 200)
        let bots = try await table.server.post("/dev/bots", as: table.anna.token, "{\"room\":1,\"seed\":3}")
        #expect(try bots.status == 200 && bots.json["bots"]?.integer(as: Int.self) == 1, "\(bots.text)")
        while try table.ledger.room(1)?.status.isTerminal != true {
            let room = try table.ledger.room(1)
            if let seat = room?.seatOnClock, room?.member(at: seat)?.user?.number == table.anna.user {
                let player = try #require((0..<20).first { room?.taken.contains(PlayerIndex($0)) == false })
                _ = try await table.server.command(
                    "{\"kind\":\"makePick\",\"room\":1,\"pick\":\(room?.currentPickNumber ?? 0),\"player\":\(player)}",
                    as: table.anna.token)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        let types = try table.ledger.stream(.room(1)).map(\.event.type)
        #expect(types.count { $0 == .pickMade } == 4 && !types.contains(.pickAutomated))
        try await table.server.stop()
    }
}
