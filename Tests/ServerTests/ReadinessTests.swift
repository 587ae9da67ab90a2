import DraftLedger
import Foundation
import LedgerTesting
import TestSupport
import Testing
import TextFormats

@testable import Server  // limits are made small

/// What `/readyz` and `/metrics` say of the parts on which picks depend.
@Suite struct ReadinessTests {
    private func part(_ name: String, in answer: RunningServer.Answer) throws -> JSONValue? {
        try answer.json["parts"]?.elements.first { $0["name"]?.string == name }
    }

    @Test(.withinTheRun) func aMissingKeyIsSaidAndIsNoReasonToStop() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger)
        try temporary.ledger.publishCheckpoint()
        #expect(try await server.get("/log/checkpoint").status == 200)
        let (key, aside) = (temporary.ledger.path + "/log.key", temporary.ledger.path + "/log.key.aside")
        try FileManager.default.moveItem(atPath: key, toPath: aside)
        for path in ["/log/checkpoint", "/v1/proofs/keys"] {
            let answer = try await server.get(path)
            #expect(answer.status == 503 && answer.header("retry-after") != nil, "\(path): \(answer.text)")
            #expect(answer.text.contains("key") && !answer.text.contains(temporary.ledger.path), "\(answer.text)")
        }
        var ready = try await server.get("/readyz")
        // The server publishes every other second.
        while try ready.json["status"]?.string != "degraded" { ready = try await server.get("/readyz") }
        #expect(ready.status == 200 && !ready.text.contains(temporary.ledger.path))
        #expect(try part("checkpoint", in: ready)?["reason"]?.string?.contains("key") == true)
        #expect(try part("writer", in: ready)?["ok"]?.excerpt == "true")
        try FileManager.default.moveItem(atPath: aside, toPath: key)
        while try await server.get("/readyz").json["status"]?.string != "ready" {}
        #expect(try await server.get("/log/checkpoint").status == 200)
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    @Test(.withinTheRun) func aFullDiskIsNotReady() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger) { $0.operations.diskFloor = .max }
        let answer = try await server.get("/readyz")
        #expect(answer.status == 503 && answer.code == "unavailable" && answer.header("retry-after") == "1")
        #expect(try part("disk", in: answer)?["ok"]?.excerpt == "false")
        #expect(try part("clocks", in: answer)?["pausedRooms"]?.excerpt == "0")
        #expect(!answer.text.contains(temporary.ledger.path), "\(answer.text)")
        #expect(try await server.get("/livez").status == 200)
        let metrics = try await server.get("/metrics").text
        for line in ["draftledger_ready 0.0", "draftledger_part_ok{part=\"disk\"} 0.0", "draftledger_paused_rooms 0.0"]
        {
            #expect(metrics.contains("\n\(line)\n"), "\(line)")
        }
        for name in [
            "draftledger_connections ", "draftledger_open_descriptors ", "draftledger_descriptors_limit ",
            "draftledger_resident_bytes ", "draftledger_dropped_log_lines ", "draftledger_unread_answer_bytes ",
            "draftledger_refusals_total{reason=\"unavailable\"} ",
        ] {
            #expect(metrics.contains("\n\(name)"), "\(name)")
        }
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }
}
