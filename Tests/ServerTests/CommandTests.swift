import Draft
import DraftLedger
import Foundation
import Records
import TextFormats
import Testing

/// Commands over HTTP: each outcome once, whatever is sent again.
@Suite struct CommandTests {
    @Test func aCommandSentAgainGetsItsFirstOutcome() async throws {
        let table = try await Table()
        try await table.draft()
        let id = UUID().uuidString
        let turn = try table.turn()
        let first = try await table.pick(3, id: id)
        #expect(first.status == 200 && first.header("idempotency-replayed") == nil)
        let size = try table.ledger.size
        #expect(first.header("ledger-position") == "\(size)")
        let pick = "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}"
        let again = try await table.server.post(
            "/v1/commands", as: turn.on.token, pick, ["Idempotency-Key": "\"\(id)\""])
        #expect(again.status == 200 && again.header("idempotency-replayed") == "true")
        #expect(try table.ledger.size == size)
        let other = try await table.server.post(
            "/v1/commands", as: turn.on.token, pick.replacing("3}", with: "4}"), ["Idempotency-Key": id])
        #expect(other.status == 422 && other.code == "duplicateCommand")
        try await table.server.stop()
    }

    @Test func aRefusalIsEvidenceAndSaysWhereItStands() async throws {
        let table = try await Table()
        try await table.draft()
        let early = "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}"
        let id = UUID().uuidString
        let answer = try await table.server.post(
            "/v1/commands", as: try table.turn().off.token, early, ["Idempotency-Key": id])
        #expect(answer.status == 409 && answer.code == "notYourTurn")
        #expect(try answer.json["recorded"]?.boolean == true)
        let position = try #require(try answer.json["position"]?.integer(as: UInt64.self))
        var recorded: Event?
        try table.ledger.events(from: position, limit: 1) { (event: RecordedEvent) in
            recorded = event.event
            return true
        }
        guard case .commandRejected(let rejected)? = recorded else {
            Issue.record("\(String(describing: recorded))")
            return
        }
        #expect(rejected.code == .notYourTurn)
        let again = try await table.server.post(
            "/v1/commands", as: try table.turn().off.token, early, ["Idempotency-Key": id])
        #expect(again.status == 409 && again.header("idempotency-replayed") == "true")
        try await table.server.stop()
    }

    @Test func anArrayAnswersOneOutcomeForEach() async throws {
        let table = try await Table()
        let user = table.anna.user
        func command(_ kind: String, _ id: Int) -> String {
            let id = String(format: "%032x", id)
            return "{\"kind\":\"\(kind)\",\"user\":\(user),\"tournament\":1,\"entries\":1,\"id\":\"\(id)\"}"
        }
        let body = "[\(command("joinTournament", 1)),\(command("joinTournament", 1)),\(command("joinTournament", 2))]"
        let answer = try await table.server.post("/v1/commands", as: table.anna.token, body)
        #expect(answer.status == 200)
        let outcomes = try answer.json.elements
        #expect(outcomes.map { $0["outcome"]?.string } == ["accepted", "accepted", "accepted"])
        #expect(outcomes.map { $0["retry"]?.boolean } == [false, true, false])
        #expect(try table.ledger.rooms().count == 2)
        try await table.server.stop()
    }

    @Test func whatCannotBeReadIsToldAndNotSent() async throws {
        let table = try await Table()
        let size = try table.ledger.size
        let join = "{\"kind\":\"joinTournament\",\"user\":\(table.anna.user),\"tournament\":1,\"entries\":1"
        let id = ",\"id\":\"0123456789abcdef0000000000000007\""
        let bodies: [(String, UInt)] = [
            ("", 400), ("nonsense", 400), ("{}", 400), ("{\"kind\":\"fly\"}", 400), (join + "}", 400),
            (join + id + ",\"more\":1}", 400), (join + id + ",\"occurredAt\":\"2026-01-01T00:00:00Z\"}", 400),
            (join + id + ",\"actor\":\"admin/1\"}", 403), (join + id + ",\"actor\":\"scheduler\"}", 403),
            (join + id + ",\"actor\":\"user/999\"}", 403), (String(repeating: " ", count: 70_000) + "{}", 413),
            (String(repeating: " ", count: 1_100_000), 413),
        ]
        for (body, status) in bodies {
            let answer = try await table.server.post("/v1/commands", as: table.anna.token, body)
            #expect(answer.status == status, "\(body.prefix(120)): \(answer.text)")
        }
        let mismatch = try await table.server.post(
            "/v1/commands", as: table.anna.token, join + id + "}", ["Idempotency-Key": UUID().uuidString])
        #expect(mismatch.status == 422 && mismatch.code == "keyMismatch")
        #expect(try await table.server.post("/v1/commands", join + id + "}").status == 401)
        #expect(try table.ledger.size == size)
        try await table.server.stop()
    }

    @Test func statusesFollowTheCodes() async throws {
        let table = try await Table()
        let poor = try await table.server.command(
            "{\"kind\":\"holdWithdrawal\",\"user\":\(table.anna.user),\"amount\":99999999,\"provider\":\"p\"}",
            as: table.anna.token)
        #expect(poor.status == 402 && poor.code == "insufficientBalance")
        let nowhere = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":77,\"pick\":1,\"player\":1}", as: table.anna.token)
        #expect(nowhere.status == 404 && nowhere.code == "unknownRoom")
        let foreign = try await table.server.command(
            "{\"kind\":\"closeEntries\",\"tournament\":1}", as: table.anna.token)
        #expect(foreign.status == 403 && foreign.code == "forbidden")
        try await table.server.stop()
    }
}
