import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Replay
import Testing
import TextFormats

/// The officer's work over HTTP, and who else may see it.
@Suite struct SettlingTests {
    private static let paths = ["dispute?pick=1", "evidence?pick=1", "audit"]

    @Test func onlyOfficersAndTheClaimantOfACaseSettle() async throws {
        let table = try await Table()
        try await table.draft()
        let roles = try await Roles(at: table)
        // While the draft is live they would show what others tried in vain.
        for path in Self.paths { try await roles.expect("/v1/rooms/1/\(path)", isFor: []) }
        let claimant = try table.turn().on
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(claimant.user)))
        let opened = try await table.server.command(
            "{\"kind\":\"openDispute\",\"dispute\":1,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":"
                + "\(try table.ledger.room(1)?.version ?? 0),\"claimant\":\(claimant.user),\"claim\":\"Mine.\"}",
            as: claimant.token)
        #expect(opened.status == 200, "\(opened.text)")
        for path in Self.paths { try await roles.expect("/v1/rooms/1/\(path)", isFor: []) }
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let kind: Roles.Kind = claimant.user == table.anna.user ? .member : .rival
        for path in ["dispute?pick=1", "evidence?pick=1", "dispute?pick=1&seat=\(seat)"] {
            try await roles.expect("/v1/rooms/1/\(path)", isFor: [.officer, kind])
        }
        // Another pick, and the same pick as somebody else's, are no case of his.
        for path in ["dispute?pick=2", "dispute?pick=1&seat=\(1 - seat)", "evidence?pick=4", "audit", "signatures"] {
            try await roles.expect("/v1/rooms/1/\(path)", isFor: [.officer])
        }
        try await table.server.stop()
    }

    @Test func aBundleConvincesWhoHasNothingButTheKey() async throws {
        let table = try await Table()
        try await table.draft()
        for player in 0..<4 { try await table.pick(player) }
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        let bytes = try await table.server.bytes("/v1/rooms/1/evidence?pick=2", as: officer)
        let key = try table.ledger.verifierKey()
        let report = EvidenceBundle.verify(bytes, policy: TrustPolicy(log: key))
        #expect(report.isGenuine)
        let dispute = try await table.server.get("/v1/rooms/1/dispute?pick=2", as: officer)
        #expect(try dispute.json["verdict"]?.string == "rejected" && dispute.json["pickNumber"]?.integer() == 2)
        let order = try await table.server.get("/v1/rooms/1/dispute?pick=2&about=order", as: officer)
        #expect(try order.json["headline"]?.string?.contains("the draft order was drawn by lot") == true)
        #expect(try order.json["verdict"]?.string == "rejected")
        let csv = try await table.server.get("/v1/rooms/1/dispute?pick=2", as: officer, ["Accept": "text/csv"])
        #expect(csv.header("content-type") == "text/csv; charset=utf-8" && csv.text.hasPrefix("room,"))
        let audit = try await table.server.get("/v1/rooms/1/audit", as: officer)
        #expect(try audit.json["ok"]?.boolean == true)
        let signatures = try await table.server.get("/v1/rooms/1/signatures", as: officer)
        #expect(try signatures.json["ok"]?.boolean == true && signatures.json["room"]?.integer() == 1)
        try await table.server.stop()
    }

    @Test func whatCannotBeSettledIsTold() async throws {
        let table = try await Table()
        try await table.draft()
        for player in 0..<4 { try await table.pick(player) }
        let officer = try await table.server.signIn("olga", roles: ["officer"]).token
        for (path, status) in [
            ("1/dispute", 400), ("1/dispute?pick=0", 400), ("1/dispute?pick=x", 400), ("1/dispute?pick=99999", 400),
            ("1/dispute?pick=1&pick=2", 400), ("1/dispute?pick=1&seat=999", 400), ("1/dispute?pick=5", 404),
            ("1/dispute?pick=1&about=weather", 400),
            ("1/dispute?pick=1&seat=9", 404), ("9/dispute?pick=1", 404), ("9/audit", 404), ("0/audit", 404),
            ("9/signatures", 404),
            ("9/replay.html", 404), ("1/evidence?pick=5", 404),
        ] as [(String, UInt)] {
            let answer = try await table.server.get("/v1/rooms/\(path)", as: officer)
            #expect(answer.status == status, "\(path): \(answer.text)")
        }
        try await table.server.stop()
    }

    @Test func theReplayShowsNobodyWhatAnotherTriedInVain() async throws {
        let table = try await Table()
        try await table.draft()
        let turn = try table.turn()
        _ = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: turn.off.token)
        let roles = try await Roles(at: table)
        try await roles.expect("/v1/rooms/1/replay.html", isFor: [.member, .rival, .officer])
        for player in 0..<4 { try await table.pick(player) }
        try await roles.expect("/v1/rooms/1/replay.html", isFor: Roles.everybody)
        func sees(_ token: String?) async throws -> Bool {
            let page = try await table.server.get("/v1/rooms/1/replay.html", as: token)
            #expect(page.header("content-security-policy")?.contains("sandbox") == true)
            #expect(page.text.contains("\"anna\"") && page.text.contains("\"ben\""))
            return page.text.contains("\"g\":\"refusal\"")
        }
        #expect(try await sees(turn.off.token))
        #expect(try await !sees(turn.on.token))
        #expect(try await !sees(nil))
        #expect(try await sees(roles[.officer]))
        try await table.server.stop()
    }
}
