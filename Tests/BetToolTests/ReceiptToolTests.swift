import BetLedger
import Bets
import Foundation
import TestSupport
import Testing
import Values

@testable import BetTool  // the program is tested from its arguments to its exit status

/// `statdiscute bet --receipt` and `statdiscute receipt`: with the ledger, without it, and with one that was made again.
@Suite struct ReceiptToolTests {
    /// A season with a bet on its last game.
    private func recorded() async throws -> (tool: ToolRun, file: String, key: String) {
        let tool = try await SmallSeason.imported(at: "2024-11-12T17:00:00Z")
        let file = tool.folder("bet.receipt")
        let bet = await tool(
            "bet", "0024000023", "home", "--user", "7", "--book", "corner", "--market", "moneyline", "--odds",
            "1.9", "--stake", "0.5", "--receipt", file)
        #expect(bet.status == 0, "\(bet)")
        return (tool, file, await tool("receipt", "key").output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test func aReceiptIsVerifiedWithAndWithoutTheLedger() async throws {
        // given
        let (tool, file, key) = try await recorded()
        // when
        let here = await tool("receipt", file)
        let named = await tool("receipt", "verify", file, "--verifier-key", key, "--json")
        let elsewhere = ToolRun(at: "2026-01-15T12:00:00Z")
        let offline = await elsewhere.run(["receipt", file, "--verifier-key", key], environment: [:])
        // then
        #expect(here.status == 0 && here.output.contains("Kept: the ledger has the bet"), "\(here)")
        #expect(named.output.contains("\"verdict\": \"kept\"") || named.output.contains("\"verdict\":\"kept\""))
        #expect(offline.status == 0 && offline.output.contains("No ledger was compared"), "\(offline)")
        #expect(offline.output.contains("0.500 on home at 1.900"))
    }

    @Test func aLedgerThatWasMadeAgainIsProvedWrong() async throws {
        // given
        let (tool, file, key) = try await recorded()
        // when: the operator makes the ledger again without the bet, with the same keys
        let keep = ["receipt.key", "log.key", "draw.key"].map { ($0, try? Data(contentsOf: url(tool, $0))) }
        try FileManager.default.removeItem(atPath: tool.ledger)
        let imported = await tool("import", tool.folder("teams.csv"), tool.folder("games.csv"))
        #expect(imported.status == 0)
        for (name, data) in keep { try data?.write(to: url(tool, name)) }
        let judged = await tool("receipt", file, "--verifier-key", key)
        // then
        #expect(judged.status == 1 && judged.output.contains("The ledger is wrong"), "\(judged)")
    }

    private func url(_ tool: ToolRun, _ name: String) -> URL { URL(filePath: "\(tool.ledger)/\(name)") }

    /// Somebody with a copy of the ledger gets no key that has signed nothing.
    @Test func aCopyWithoutTheKeyHasNone() async throws {
        // given
        let (tool, file, key) = try await recorded()
        let copy = tool.folder("copy.ledger")
        try FileManager.default.copyItem(atPath: tool.ledger, toPath: copy)
        try FileManager.default.removeItem(atPath: copy + "/receipt.key")
        // when
        let missing = await tool("receipt", "key", "--ledger", copy)
        let judged = await tool("receipt", file, "--ledger", copy)
        // then
        #expect(missing.status == 66 && missing.output.isEmpty, "\(missing)")
        #expect(missing.messages.contains("has no key of receipts"))
        #expect(!FileManager.default.fileExists(atPath: copy + "/receipt.key"))
        #expect(judged.status == 66 && judged.messages.contains("--verifier-key"), "\(judged)")
        // The key of the ledger that signs verifies the receipt against the copy, too.
        #expect(await tool("receipt", file, "--ledger", copy, "--verifier-key", key).output.contains("Kept"))
    }

    @Test func anAlteredReceiptAndAnotherKeyAreRefused() async throws {
        // given
        let (tool, file, key) = try await recorded()
        let other = try await recorded()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try tool.folder.write(text.replacing("position ", with: "position 1"), to: "altered.receipt")
        // when
        let altered = await tool("receipt", tool.folder("altered.receipt"), "--verifier-key", key)
        let foreign = await tool("receipt", file, "--verifier-key", other.key)
        let missing = await tool("receipt", tool.folder("none.receipt"))
        // then
        #expect(altered.status == 1 && altered.messages.contains("altered.receipt"), "\(altered)")
        #expect(foreign.status == 1 && foreign.messages.contains("proves nothing"), "\(foreign)")
        #expect(missing.status == 66)
        #expect(await tool("receipt", file, "--verifier-key", "key").status == 64)
    }

    @Test func aFileIsNotOverwrittenByAReceipt() async throws {
        // given
        let (tool, file, _) = try await recorded()
        let bets = await tool("bets", "--user", "7").output
        // when
        let again = await tool(
            "bet", "0024000023", "home", "--user", "7", "--book", "corner", "--market", "moneyline", "--odds",
            "1.9", "--stake", "0.5", "--receipt", file)
        // then
        #expect(again.status == 64 && again.messages.contains("exists"))
        #expect(await tool("bets", "--user", "7").output == bets)
    }
}
