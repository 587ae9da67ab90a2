import Testing

@testable import BetTool  // the program is tested from its arguments to its exit status

@Suite struct SimulateTests {
    @Test func theSameSeedPrintsTheSameRoot() async {
        let (one, other, third) = (
            ToolRun(at: "2026-01-16T12:00:00Z"), ToolRun(at: "2027-03-01T12:00:00Z"),
            ToolRun(at: "2026-01-16T12:00:00Z")
        )
        let first = await one("simulate", "--games", "2", "--seed", "7")
        let second = await other("simulate", "--games", "2", "--seed", "7")
        let different = await third("simulate", "--games", "2", "--seed", "8")
        #expect(first.status == 0, "\(first.messages)")
        #expect(first.output.contains(" records with the root "))
        #expect(first.output == second.output)
        #expect(first.output != different.output)
    }

    @Test func anAuditFindsNothingInASimulatedLedger() async {
        let run = ToolRun(at: "2026-01-17T12:00:00Z")
        await run("simulate", "--games", "2", "--seed", "3")
        let (status, output, messages) = await run("audit")
        #expect(status == 0, "\(output) \(messages)")
        #expect(output.contains("as recorded"))
    }

    @Test func aLedgerIsNotOverwritten() async {
        let run = ToolRun(at: "2026-01-17T12:00:00Z")
        await run("simulate", "--games", "1")
        let (status, output, messages) = await run("simulate", "--games", "1")
        #expect(status == 64 && output.isEmpty && messages.contains("Name a new directory"))
    }

    @Test(arguments: [["--games", "16"], ["--speed", "0"], ["--start", "tonight"]])
    func aWrongOptionIsRefusedWithARemedy(words: [String]) async {
        let (status, _, messages) = await ToolRun(at: "2026-01-17T12:00:00Z").run(["simulate"] + words)
        #expect(status == 64 && messages.contains("Write "))
    }
}
