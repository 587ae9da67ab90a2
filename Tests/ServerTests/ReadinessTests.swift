import DraftLedger
import Foundation
import LedgerTesting
import Platform
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
            "draftledger_connections ", "process_open_fds ", "process_max_fds ", "process_start_time_seconds ",
            "process_resident_memory_bytes ", "draftledger_dropped_log_lines_total ",
            "draftledger_unread_answer_bytes ",
            "draftledger_refusals_total{reason=\"unavailable\"} ",
        ] {
            #expect(metrics.contains("\n\(name)"), "\(name)")
        }
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    // MARK: A disk that fails

    @Test func theWaitBeforeAnotherAttemptDoublesUpToABound() {
        var wait = ReopeningWait()
        #expect(wait.duration == .zero && wait.reason == nil)
        var durations: [Duration] = []
        for _ in 0..<9 {
            wait.lengthen()
            durations.append(wait.duration)
        }
        #expect(durations.prefix(3) == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        #expect(durations.suffix(3) == [.seconds(10), .seconds(10), .seconds(10)] && durations == durations.sorted())
        let (one, other) = (DraftLedgerError(.writerLost, "one"), DraftLedgerError(.writerLost, "other"))
        let news = [one, one, other, other, one].map { wait.lengthen(after: $0) }
        #expect(news == [true, false, true, false, true])
    }

    @Test(.enabled(if: Mount.isPossible)) func aDiskIsAskedWhetherItTakesAFile() throws {
        let disk = try Mount.smallDisk(bytes: 1 << 20)
        defer { disk.remove() }
        #expect(StorageWatch.fault(at: disk.path) != nil)
        _ = FileManager.default.createFile(atPath: disk.path + "/data.mdb", contents: nil)
        #expect(StorageWatch.fault(at: disk.path) == nil)
        disk.fill()
        #expect(StorageWatch.fault(at: disk.path) != nil)
        disk.empty()
        #expect(StorageWatch.fault(at: disk.path) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["data.mdb"])
    }

    /// Without a command: a server that is not ready may get none.
    @Test(.withinTheRun) func aFullDiskIsForgottenAsSoonAsItHasRoom() async throws {
        let temporary = try TemporaryLedger()
        let (health, fault) = (Health(of: temporary.ledger), Guarded<String?>("full"))
        let (asked, source) = AsyncStream.makeStream(of: Void.self)
        let watch = Task {
            try await health.watchDisk {
                source.yield()
                return fault.withLock { $0 }
            }
        }
        health.note(DraftLedgerError(.diskFull, "no space left"))
        _ = await asked.first { true }
        #expect(health.complaint?.contains("no space left") == true)
        fault.withLock { $0 = nil }
        while health.complaint != nil { try await Task.sleep(for: .milliseconds(5)) }
        // A lost writer stays lost until the ledger is opened again, though the disk works.
        health.note(DraftLedgerError(.diskFull, "no space left"))
        health.note(DraftLedgerError(.writerLost, "the writer is lost"))
        _ = await asked.first { true }
        watch.cancel()
        _ = await watch.result
        #expect(health.complaint?.contains("the writer is lost") == true)
    }

    #if canImport(Glibc)
        /// Reads are answered meanwhile, the log says it once, and the service ends when the disk works again, to be started
        /// on a ledger that was opened again.
        @Test(.withinTheRun) func aDiskThatFailsForLongIsWaitedFor() async throws {
            let temporary = try TemporaryLedger()
            let (lines, fault) = (Lines(), Guarded<String?>("broken"))
            func change(_ reopening: ReopeningWait?) -> (inout ServerOptions) -> Void {
                {
                    $0.reopening = reopening
                    $0.operations.logLevel = "notice"
                    $0.operations.log = { lines.add($0) }
                    $0.storageProbe = { _ in fault.withLock { $0 } }
                }
            }
            func count(_ words: String) -> Int { lines.all.count { $0.contains(words) } }
            var server = try await RunningServer(temporary.ledger, change(nil))
            var anna = try await server.signIn("anna")
            let join = "{\"kind\":\"joinTournament\",\"user\":\(anna.user),\"tournament\":1,\"entries\":1}"
            #expect(try await server.command(join, as: anna.token).status == 200)
            var wait: ReopeningWait?
            // The second time the disk fails while the service starts.
            for round in 0..<2 {
                let file: BrokenFile
                if let wait {
                    try temporary.reopen()
                    file = try BrokenFile(temporary.path + "/data.mdb")
                    fault.withLock { $0 = "broken" }
                    server = try await RunningServer(temporary.ledger, change(wait))
                    anna = try await server.signIn("anna")
                } else {
                    file = try BrokenFile(temporary.path + "/data.mdb")
                }
                for _ in 0..<3 {
                    let refused = try await server.command(join, as: anna.token)
                    #expect(refused.status == 503 && refused.header("retry-after") != nil, "\(refused.text)")
                    #expect(try await server.get("/v1/rooms", as: anna.token).status == 200)
                    #expect(try await server.get("/livez").status == 200)
                }
                let ready = try await server.get("/readyz")
                let writer = try #require(try part("writer", in: ready))
                #expect(ready.status == 503 && writer["ok"]?.excerpt == "false")
                #expect(writer["reason"]?.string?.contains("reads are answered") == true, "\(ready.text)")
                #expect(count("events could not be stored") == 1 && count("the writer is lost") == 1)
                #expect(count("upkeep failed") <= 1 + round)
                file.mend()
                fault.withLock { $0 = nil }
                guard case .writerLost(let loss, let hasStored) = try await server.ending else {
                    Issue.record("the service ended in another way")
                    return
                }
                #expect(loss.code == .writerLost && hasStored == (round == 0))
                wait = wait ?? ReopeningWait()
                #expect(wait?.lengthen(after: loss) == (round == 0))
            }
            try temporary.reopen()
            server = try await RunningServer(temporary.ledger, change(wait))
            anna = try await server.signIn("anna")
            #expect(try await server.command(join, as: anna.token).status == 200)
            #expect(try await server.get("/readyz").status == 200)
            #expect(count("events are stored again") == 1, "\(lines.all)")
            try await server.stop()
        }

        /// Somebody who stops the server means it, also while the disk fails.
        @Test(.withinTheRun) func aServerThatWaitsForItsDiskCanBeStopped() async throws {
            let temporary = try TemporaryLedger()
            let server = try await RunningServer(temporary.ledger) { $0.storageProbe = { _ in "broken" } }
            let anna = try await server.signIn("anna")
            let file = try BrokenFile(temporary.path + "/data.mdb")
            defer { file.mend() }
            let join = "{\"kind\":\"joinTournament\",\"user\":\(anna.user),\"tournament\":1,\"entries\":1}"
            #expect(try await server.command(join, as: anna.token).status == 503)
            try await server.stop()
            guard case .stopped = try await server.ending else {
                Issue.record("the server is to be started again")
                return
            }
            withExtendedLifetime(temporary) {}
        }
    #endif
}
