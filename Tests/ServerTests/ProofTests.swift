import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import Statements
import Testing
import TextFormats

/// What a stranger checks without trusting the server: proofs, records, receipts.
@Suite struct ProofTests {
    @Test func aProofLeadsFromTheRecordToTheSignedHead() async throws {
        let table = try await Table()
        try await table.draft()
        try table.ledger.publishCheckpoint()
        let key = try table.ledger.verifierKey()
        let keys = try await table.server.get("/v1/proofs/keys").json
        #expect(keys["checkpoint"]?.string == key.text)
        let seat = try #require(try table.ledger.stream(.room(1)).first)
        let answer = try await table.server.get("/v1/proofs/inclusion/\(seat.position)")
        #expect(answer.status == 200 && answer.header("content-type") == "text/plain; charset=utf-8")
        let proof = try ProofFile(Array(answer.text.utf8))
        let record = try table.ledger.record(at: seat.position)
        #expect(try proof.verify(record: record, policy: TrustPolicy(log: key)).checkpoint.size > seat.position)
        let tag = try #require(answer.header("etag"))
        let again = try await table.server.get("/v1/proofs/inclusion/\(seat.position)", ["If-None-Match": tag])
        #expect([200, 304].contains(again.status))
        try await table.server.stop()
    }

    @Test func growthIsProvenUpToWhatIsPublishedAndNoFurther() async throws {
        let table = try await Table()
        try table.ledger.publishCheckpoint()
        let size = try table.ledger.size
        let answer = try await table.server.get("/v1/proofs/consistency?from=2&to=\(size)")
        let expected = try table.ledger.consistencyProof(from: 2, to: size).hashes.map { $0.base64 + "\n" }
        #expect(answer.status == 200 && answer.text == expected.joined())
        for (query, status) in [
            ("", 400), ("?from=0", 400), ("?from=x", 400), ("?from=3&to=2", 400), ("?from=1&from=2", 400),
            ("?from=1&too=3", 400), ("?from=1&to=99999999", 404), ("?from=1&to=9223372036854775807", 404),
            ("?from=1&to=9223372036854775808", 400), ("?from=18446744073709551616", 400), ("?from=-1", 400),
        ] as [(String, UInt)] {
            #expect(try await table.server.get("/v1/proofs/consistency\(query)").status == status, "\(query)")
        }
        for path in ["99999999", "18446744073709551615", "x", "-1", "%30", "0x1"] {
            #expect(try await table.server.get("/v1/proofs/inclusion/\(path)").status == 404, "\(path)")
            #expect(try await table.server.get("/v1/records/\(path)").status == 404, "\(path)")
        }
        try await table.server.stop()
    }

    /// A proof is made of hashes, which are everybody's; what it is about is not.
    @Test func aRecordIsForWhomItIs() async throws {
        let table = try await Table()
        try await table.draft()
        let user = UserID(table.anna.user)
        let seat = try #require(try table.ledger.room(1)?.seat(of: user))
        let queued = try await table.server.command(
            "{\"kind\":\"addToQueue\",\"room\":1,\"seat\":\(seat),\"player\":7}", as: table.anna.token)
        #expect(queued.status == 200)
        let off = try table.turn().off
        _ = try await table.server.command("{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: off.token)
        let roles = try await Roles(at: table)
        let offKind: Roles.Kind = off.user == table.anna.user ? .member : .rival
        func position(_ stream: StreamKey, _ type: EventType) throws -> UInt64 {
            try #require(try table.ledger.stream(stream).last { $0.event.type == type }).position
        }
        let staff: Set<Roles.Kind> = [.officer, .auditor]
        let open = try position(.room(1), .roomOpened)
        let queue = try #require(try table.ledger.stream(.queue(1, seat)).last).position
        let refusal = try position(.room(1), .commandRejected)
        let wallet = try position(.wallet(user), .entryFeeHeld)
        let account = try position(.user(user), .userRegistered)
        try await roles.expect("/v1/records/\(open)", isFor: staff.union([.member, .rival]))
        // While a draft is live, its queues and refusals are for their owners alone.
        try await roles.expect("/v1/records/\(queue)", isFor: [.member])
        try await roles.expect("/v1/records/\(refusal)", isFor: [offKind])
        try await roles.expect("/v1/records/\(wallet)", isFor: staff.union([.member]))
        try await roles.expect("/v1/records/\(account)", isFor: staff.union([.member]))
        try await roles.expect("/v1/records/0", isFor: staff)
        let pool = try position(.pool(1), .poolPublished)
        try await roles.expect("/v1/records/\(pool)", isFor: Roles.everybody)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        try await roles.expect("/v1/records/\(open)", isFor: Roles.everybody)
        try await roles.expect("/v1/records/\(queue)", isFor: staff.union([.member]))
        try await roles.expect("/v1/records/\(refusal)", isFor: staff.union([offKind]))
        try await table.server.stop()
    }

    @Test func whoAsksForAReceiptGetsOneForWhateverIsOnRecord() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        let headers = ["Idempotency-Key": UUID().uuidString, "Prefer": "wait=1, receipt"]
        let pick = "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}"
        let refused = try await table.server.post("/v1/commands", as: turn.off.token, pick, headers)
        let accepted = try await table.server.post("/v1/commands", as: turn.on.token, pick, headers)
        #expect(refused.status == 409 && accepted.status == 200)
        let key = try table.ledger.receiptSigner().verifierKey
        for answer in [refused, accepted] {
            #expect(answer.header("preference-applied") == "receipt")
            let text = try #require(try answer.json["receipt"]?.string)
            let receipt = try Receipt(Array(text.utf8))
            try receipt.verify(by: [key])
            guard case .kept = try table.ledger.verdict(on: receipt) else {
                Issue.record("\(try table.ledger.verdict(on: receipt))")
                continue
            }
        }
        let plain = try await table.server.post(
            "/v1/commands", as: turn.on.token, pick, ["Idempotency-Key": headers["Idempotency-Key"] ?? ""])
        #expect(try plain.json["receipt"] == nil && plain.header("preference-applied") == nil)
        let array = try await table.server.post(
            "/v1/commands", as: turn.on.token, "[\(pick.dropLast()),\"id\":\"0123456789abcdef0000000000000009\"}]",
            ["Prefer": "receipt"])
        #expect(try array.json.elements.first?["receipt"]?.string?.contains("draft-ledger/receipt@v2") == true)
        try await table.server.stop()
    }
}
