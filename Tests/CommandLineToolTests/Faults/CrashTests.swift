import CommandTesting
import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing

/// Processes are killed in the middle of their work, again and again; nothing that was acknowledged may be lost and
/// nothing may be there in part.
///
/// How long each one may work comes from the number of its history; where it then is, only the machine knows.
///
/// A killed process leaves its pages with the kernel. What a loss of power does is tried in `PowerCutTests`.
@Suite(.seeded) struct CrashTests {
    /// Set `CRASH_RUNS=500` to kill as many as that.
    private static let runs = ProcessInfo.processInfo.environment["CRASH_RUNS"].flatMap { Int($0) } ?? 20
    private static let runsOfOneLedger = 10
    /// More than a writer gets to in its time. On a busy machine it has more time, and all of it is read again each time.
    private static let requestsOfOneSender = "400"

    @Test(arguments: 0..<(max(1, runs / runsOfOneLedger)))
    func whatIsAcknowledgedSurvivesKilling(history: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(history))
        let audit = try await CrashAudit()
        for run in 1...Self.runsOfOneLedger {
            let mode = run.isMultiple(of: 2) ? "mixed" : "commands"
            let writer = try ChildProcess(
                Executables.crashWriter, [audit.path, "\(run)", mode, Self.requestsOfOneSender, "waiting"])
            // From the midst of opening to some thousand requests later.
            let delay = Int.random(in: 0...250, using: &generator)
            if run % 3 > 0 { try await writer.waitForLines(2) }
            try await Task.sleep(for: .milliseconds(delay))
            writer.kill()
            #expect(writer.wait() == .signal(SIGKILL), "\(writer.errorText)")
            audit.note(writer.lines)
            try audit.check("history \(history), run \(run), killed after \(delay) ms")
        }
        #expect(audit.productiveRuns >= Self.runsOfOneLedger / 2, "the writers did not get to write")
    }

    @Test(arguments: ["commands", "mixed"])
    func aWriterThatEndsByItselfLosesNothing(mode: String) async throws {
        let audit = try await CrashAudit()
        let writer = try ChildProcess(Executables.crashWriter, [audit.path, "1", mode, "60"])
        #expect(writer.wait() == .exit(0), "\(writer.errorText)")
        #expect(writer.lines.last == "done")
        audit.note(writer.lines)
        try audit.check("one whole run")
        #expect(audit.unseen == 0, "requests that nobody was told of")
    }
}
