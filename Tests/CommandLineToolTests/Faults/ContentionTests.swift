import CommandTesting
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

    /// Readers of one process share its map. One of another process has a map of its own, which it must find too small.
    @Test func readersOfOtherProcessesFollowWhenTheMapGrows() async throws {
        let audit = try await CrashAudit()
        let reader = try DraftLedger.open(at: audit.path)
        defer { reader.close() }
        #expect(try reader.profile(of: 1) == nil)
        let followed = Followed()
        let follower = Task { [path = audit.path] in try await Self.follow(path, into: followed) }
        let megabytes: UInt64 = 100
        let writer = try ChildProcess(Executables.crashWriter, [audit.path, "1", "growing", "\(megabytes)"])
        var lastSize: UInt64 = 0
        repeat {
            let size = try reader.size
            #expect(size >= lastSize, "the ledger became shorter")
            // The end of the log is where the file has just grown.
            var positions: [UInt64] = []
            try reader.events(from: size - 1, limit: 1) {
                positions.append($0.position)
                return true
            }
            #expect(positions == [size - 1])
            lastSize = size
            let (end, output, errors) = try ChildProcess.run(
                Executables.draftledger, ["--ledger", audit.path, "status", "--format", "json"])
            #expect(end == .exit(0), "\(errors) \(output)")
        } while writer.isRunning
        #expect(writer.wait() == .exit(0), "\(writer.errorText)")
        let length = try FileManager.default.attributesOfItem(atPath: audit.path + "/data.mdb")[.size] as? UInt64
        #expect(length ?? 0 > 64 << 20, "the map of a new ledger was large enough, nothing was tried")
        for user in [1, megabytes] {
            #expect(try reader.profile(of: UserID(user))?.displayName.utf8.count == 1 << 20)
        }
        let size = try reader.size
        while await followed.count < size { try await Task.sleep(for: .milliseconds(5)) }
        follower.cancel()
        try await follower.value
        #expect(await followed.isGapless)
        // The check opens the ledger for writing.
        reader.close()
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
        for try await events in ledger.subscribe() { await followed.note(events) }
    }
}
