import CommandTesting
import Foundation
import TestSupport
import Testing

/// An audit is kept and continued from the command line.
@Suite struct KeepAuditCommandTests {
    private let scratch = TemporaryDirectory()

    init() {
        let simulated = run("simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7")
        #expect(simulated.status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", scratch("ledger")] + arguments) }

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any]) }

    @Test func aContinuedAuditReportsWhatAWholeOneDoes() throws {
        let kept = scratch("audit.kept")
        #expect(run("audit", "--keep", kept).status == 0)
        let text = run("audit", "--since", kept, "--keep", kept)
        #expect(text.status == 0 && text.output.contains("follows every rule"))
        #expect(text.output.contains("Resumed at checkpoint ") && text.output.contains(" and not read again."))
        var continued = try object(run("audit", "--since", kept, "--format", "json"))
        let resumption = try #require(continued.removeValue(forKey: "resumption") as? [String: Any])
        let whole = try object(run("audit", "--format", "json"))
        #expect(NSDictionary(dictionary: continued) == NSDictionary(dictionary: whole))
        #expect(resumption["size"] as? Int == whole["size"] as? Int && resumption["auditedAt"] is String)
    }

    @Test func aCheckpointNamesTheAuditThatWasKeptThere() throws {
        let (kept, checkpoint) = (scratch("audit.kept"), scratch("ledger/checkpoint"))
        #expect(run("checkpoint").status == 0)
        #expect(run("audit", "--keep", kept).status == 0)
        #expect(run("audit", "--since", checkpoint, "--kept", kept).status == 0)
        let alone = run("audit", "--since", checkpoint)
        #expect(alone.status == 64 && alone.messages.contains("--kept"), "\(alone)")
        let swapped = run("audit", "--since", kept, "--kept", kept)
        #expect(swapped.status == 65 && swapped.messages.contains("is not a checkpoint"), "\(swapped)")
    }

    @Test func whatCannotBeContinuedIsSaid() throws {
        let kept = scratch("audit.kept")
        #expect(run("audit", "--since", kept).status == 66)
        try Data("something else".utf8).write(to: URL(filePath: kept))
        let other = run("audit", "--since", kept)
        #expect(other.status == 65 && other.messages.contains("is not a kept audit"), "\(other)")
        let unfit = [
            ["1", "--since", kept], ["1", "--keep", kept], ["--signatures", "--keep", kept], ["--kept", kept],
        ]
        for arguments in unfit {
            #expect(Ran(["--ledger", scratch("ledger"), "audit"] + arguments).status == 64, "\(arguments)")
        }
        let nowhere = run("audit", "--keep", scratch("no/such/folder"))
        #expect(nowhere.status == 73 && nowhere.messages.contains("The audit was not kept"), "\(nowhere)")
    }
}
