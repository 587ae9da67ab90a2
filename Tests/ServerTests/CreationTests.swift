import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Testing
import TextFormats

/// What a client has to say to create something, what it hears of it, and how it reads long lists.
@Suite struct CreationTests {
    private func publishPool(_ id: PoolID, of count: Int, to table: Table) async throws {
        let players = (0..<count).map { index in
            PlayerListing(
                index: PlayerIndex(index), position: .wideReceiver, byeWeek: nil, adp: UInt32(index + 1) * 100,
                projectedPoints: nil, rank: nil, externalID: "", name: "Q\(index)", team: "")
        }
        let pool = Command.pool(id, .publishPool(PublishPool(externalID: "", title: "Second", players: players)))
        _ = try await table.ledger.send(pool, as: .admin(nil), id: .random()).get()
    }

    @Test func aContestNeedsATitleAFeeAndASize() async throws {
        let table = try await Table()
        let olga = try await table.server.signIn("olga", roles: ["operator"])
        try await publishPool(2, of: 40, to: table)
        let contest =
            "{\"kind\":\"createContest\",\"title\":\"Night\",\"entryFee\":500,\"teams\":2,"
            + "\"actor\":\"admin/\(olga.user)\",\"id\":\"0123456789abcdef0123456789abcde1\"}"
        let created = try await table.server.post("/v1/commands", as: olga.token, contest)
        #expect(created.status == 200, "\(created.text)")
        #expect(try created.json["tournament"]?.integer(as: Int.self) == 2)
        let details = try #require(try table.ledger.tournament(2)?.details)
        var expected = TournamentCreated.standard(pool: 2, title: "Night", entryFee: Cents(500), teams: 2)
        #expect(details == expected)
        // The same again is the same contest, also after a restart.
        let again = try await table.server.post("/v1/commands", as: olga.token, contest)
        #expect(again.status == 200 && again.header("idempotency-replayed") == "true")
        // The clock follows the preset, and what is said holds.
        let slow = contest.replacing("abcde1", with: "abcde2").replacing(
            "\"teams\":2", with: "\"teams\":2,\"preset\":\"slow\",\"maxEntries\":40")
        let second = try await table.server.post("/v1/commands", as: olga.token, slow)
        #expect(try second.json["tournament"]?.integer(as: Int.self) == 3, "\(second.text)")
        expected = .standard(pool: 2, title: "Night", entryFee: Cents(500), preset: .slow, teams: 2)
        expected.maxEntries = 40
        #expect(try table.ledger.tournament(3)?.details == expected)
        // A title has to be said.
        let untitled = try await table.server.post(
            "/v1/commands", as: olga.token, contest.replacing("\"title\":\"Night\",", with: ""))
        #expect(untitled.status == 400 && untitled.text.contains("'title' is missing"))

        let joined = try await table.server.command(
            "{\"kind\":\"joinContest\",\"user\":\(table.anna.user),\"tournament\":2,\"entries\":1}",
            as: table.anna.token)
        let room = try #require(try joined.json["room"]?.integer(as: UInt64.self))
        let seat = try #require(try joined.json["seat"]?.integer(as: UInt8.self))
        let member = try #require(try table.ledger.room(RoomID(room))?.member(at: seat))
        #expect(member.user == UserID(table.anna.user))
        #expect(try joined.json["entry"]?.integer(as: UInt64.self) == member.entry.number)
        #expect(try joined.json["entries"]?.elements.count == 1)
        try await table.server.stop()
        try await table.serveAgain()
        let token = try await table.server.signIn("olga", roles: ["operator"]).token
        let later = try await table.server.post("/v1/commands", as: token, contest)
        #expect(later.header("idempotency-replayed") == "true", "\(later.text)")
        try await table.server.stop()
    }

    @Test func anErrorSaysWhichKindsAreNearAndHowStaffSend() async throws {
        let table = try await Table()
        let olga = try await table.server.signIn("olga", roles: ["operator"])
        let unknown = try await table.server.command("{\"kind\":\"makePik\",\"room\":1}", as: table.anna.token)
        #expect(unknown.status == 400 && unknown.text.contains("makePick"), "\(unknown.text)")
        let queue = try await table.server.command("{\"kind\":\"queue\",\"room\":1}", as: table.anna.token)
        for kind in ["setQueue", "addToQueue", "clearQueue"] { #expect(queue.text.contains(kind), "\(queue.text)") }
        let plain = try await table.server.command(
            "{\"kind\":\"createContest\",\"title\":\"Night\",\"entryFee\":500,\"teams\":2}", as: olga.token)
        #expect(plain.status == 403)
        #expect(
            try plain.json["detail"]?.string?.contains("\"actor\": \"admin/\(olga.user)\"") == true, "\(plain.text)")
        try await table.server.stop()
    }

    @Test func aListIsReadInPartsAndWholeWithoutALimit() async throws {
        let table = try await Table()
        for contest in 2...5 {
            try await table.createContest(TournamentID(UInt64(contest))) { $0.title = "C\(contest)" }
        }
        let whole = try await table.server.get("/v1/tournaments")
        #expect(try whole.json.elements.count == 5 && whole.header("link") == nil)
        var (path, found) = ("/v1/tournaments?limit=2", [Int]())
        for _ in 0..<3 {
            let part = try await table.server.get(path)
            found += try part.json.elements.compactMap { $0["tournament"]?.integer(as: Int.self) }
            guard let link = part.header("link"), let next = link.split(separator: ">").first?.dropFirst() else {
                break
            }
            #expect(link.hasSuffix(">; rel=\"next\""))
            path = String(next)
        }
        #expect(found == [1, 2, 3, 4, 5])
        #expect(try await table.server.get("/v1/tournaments?limit=0").status == 400)
        // As before there were cursors: a client that waits for a position.
        let waited = try await table.server.get("/v1/tournaments?after=3", as: nil, ["Prefer": "wait=1"])
        #expect(try waited.json.elements.count == 5)
        let late = try await table.server.get("/v1/tournaments?minPosition=999999", as: nil, ["Prefer": "wait=0"])
        #expect(late.status == 503)
        let unknown = try await table.server.get("/v1/tournaments?size=3")
        #expect(unknown.status == 400 && unknown.text.contains("limit"), "\(unknown.text)")
        try await table.server.stop()
    }
}
