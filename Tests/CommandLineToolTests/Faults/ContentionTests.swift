import Draft
import DraftLedger
import Foundation
import Testing

/// Several processes on one ledger: one writes, the others read or are told to come back.
@Suite struct ContentionTests {
    @Test func aSecondWriterIsTurnedAwayAndAReaderIsNot() async throws {
        let audit = try await CrashAudit()
        let writer = try ChildProcess(Executables.crashWriter, [audit.path, "1", "commands"])
        try await writer.waitForLines(2)
        #expect {
            try DraftLedger.open(at: audit.path, for: .writing)
        } throws: { error in
            (error as? DraftLedgerError)?.code == .lockedByAnotherWriter
        }
        let (end, output, errors) = try ChildProcess.run(
            Executables.draftledger, ["--ledger", audit.path, "rebuild"])
        #expect(end == .exit(75), "\(errors)")
        #expect(output.isEmpty)
        #expect(errors.contains(audit.path))
        #expect(try ChildProcess.run(Executables.draftledger, ["--ledger", audit.path, "verify"]).end == .exit(0))
        writer.kill()
        writer.wait()
        // The lock died with its holder.
        try DraftLedger.open(at: audit.path, for: .writing).close()
    }

    @Test func readersOfOtherProcessesSeeWholeStatesOnly() async throws {
        let audit = try await CrashAudit()
        let writer = try ChildProcess(Executables.crashWriter, [audit.path, "1", "mixed", "150"])
        let followed = Followed()
        let follower = Task { [path = audit.path] in try await Self.follow(path, into: followed) }
        var lastSize = 0
        var reports = 0
        repeat {
            for command in ["verify", "status"] {
                let (end, output, errors) = try ChildProcess.run(
                    Executables.draftledger, ["--ledger", audit.path, command, "--format", "json"])
                #expect(end == .exit(0), "\(command): \(errors) \(output)")
                let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
                let size = try #require(report["size"] as? Int)
                #expect(size >= lastSize, "the ledger became shorter")
                lastSize = size
                reports += 1
            }
        } while writer.isRunning
        #expect(writer.wait() == .exit(0), "\(writer.errorText)")
        #expect(reports > 2)

        let ledger = try DraftLedger.open(at: audit.path)
        let size = try ledger.size
        ledger.close()
        // What it has not read yet, it still will.
        while await followed.count < size { try await Task.sleep(for: .milliseconds(5)) }
        follower.cancel()
        try await follower.value
        #expect(await followed.isGapless)
        #expect(await followed.count == size)
        audit.note(writer.lines)
        try audit.check("after reading along")
    }

    /// What a follower has seen.
    private actor Followed {
        private(set) var count: UInt64 = 0
        private(set) var isGapless = true

        func note(_ events: [RecordedEvent]) {
            for event in events {
                isGapless = isGapless && event.position == count
                count += 1
            }
        }
    }

    /// Follows the ledger from its first event on, until the task is cancelled.
    private static func follow(_ path: String, into followed: Followed) async throws {
        let ledger = try DraftLedger.open(at: path)
        defer { ledger.close() }
        do {
            for try await events in ledger.subscribe() { await followed.note(events) }
        } catch is CancellationError {}
    }
}
