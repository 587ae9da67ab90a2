import Foundation
import TestSupport
import Testing

@testable import BetTool  // the program is tested from its arguments to its exit status

/// The settings of `statdiscute serve`: flags before the environment before a file.
@Suite struct ServeToolTests {
    private func printed(
        _ words: [String], environment: [String: String] = [:], file: String? = nil
    ) async throws -> (status: Int32, output: String, messages: String) {
        let tool = ToolRun(at: "2026-01-15T12:00:00Z")
        var words = ["serve", "--print-configuration"] + words
        if let file {
            try tool.folder.write(file, to: "settings.json")
            words += ["--config", tool.folder("settings.json")]
        }
        return await tool.run(words, environment: environment)
    }

    @Test func aFlagIsBeforeAVariableBeforeAFile() async throws {
        // given
        let file =
            #"{"listen":"127.0.0.1:1","log":{"level":"error"},"limits":{"streams":7},"proxy":{"trusted":["::1"]}}"#
        let environment = ["STAT_DISCUTE_LOG_LEVEL": "debug", "STAT_DISCUTE_LISTEN": "127.0.0.1:2"]
        // when
        let printed = try await printed(["--listen", "127.0.0.1:3"], environment: environment, file: file)
        // then
        let text = printed.output.filter { !$0.isWhitespace }
        #expect(printed.status == 0, "\(printed)")
        #expect(text.contains(#""listen":"127.0.0.1:3""#) && text.contains(#""level":"debug""#))
        #expect(text.contains(#""streams":7"#) && text.contains(#""trusted":["::1"]"#))
    }

    @Test func whatIsPrintedIsReadAgain() async throws {
        let first = try await printed(["--set", "times.idle=31"])
        let second = try await printed([], file: first.output)
        #expect(first.status == 0 && second.output == first.output, "\(second)")
    }

    @Test func settingsOfDraftsAreNotThere() async throws {
        let text = try await printed([]).output
        for name in ["notices", "payments", "pages", "cluster", "scheduler", "commands\": 0"] {
            #expect(!text.contains("\"\(name)"), "\(name)")
        }
        #expect(text.contains("\"tls\"") && text.contains("\"rates\""))
    }

    @Test(
        arguments: [
            (["--set", "times.idle"], [:], 64, "is not a setting"),
            (["--set", "payments.file=x"], [:], 64, "is not a setting"),
            (["--set", "times.idle=0"], [:], 65, "'times.idle' in the command line is not valid"),
            (["--listen", "nowhere"], [:], 65, "'listen'"),
            ([], ["STAT_DISCUTE_LOG_LEVLE": "info"], 65, "STAT_DISCUTE_LOG_LEVLE"),
            ([], ["STAT_DISCUTE_TIMES_IDLE": "soon"], 65, "'times.idle' in the environment"),
        ] as [([String], [String: String], Int32, String)])
    func aWrongSettingNamesItsSource(
        words: [String], environment: [String: String], status: Int32, message: String
    ) async throws {
        let printed = try await printed(words, environment: environment)
        #expect(printed.status == status && printed.messages.contains(message), "\(printed)")
    }

    @Test func aCertificateNeedsItsKey() async throws {
        let tool = ToolRun(at: "2026-01-15T12:00:00Z")
        let alone = await tool("serve", "--dev", "--tls-certificate", tool.folder("cert.pem"))
        #expect(alone.status == 65 && alone.messages.contains("tls.key"), "\(alone)")
        let missing = await tool(
            "serve", "--dev", "--tls-certificate", tool.folder("cert.pem"), "--tls-key", tool.folder("key.pem"))
        #expect(missing.status == 65 && missing.messages.contains("cert.pem"), "\(missing)")
    }

    @Test func theVersionNamesTheSchema() async {
        let tool = ToolRun(at: "2026-01-15T12:00:00Z")
        let printed = await tool("--version")
        #expect(printed.status == 0 && printed.output.contains(#/^statdiscute \d+\.\d+\.\d+\S* \(schema \d+\)\n$/#))
    }

    @Test func aServerForAllNeedsIssuers() async {
        let tool = ToolRun(at: "2026-01-15T12:00:00Z")
        #expect(await tool("serve").status == 64)
        #expect(await tool("serve", "--dev", "--listen", "0.0.0.0:8000").status == 64)
    }

    @Test func anAddressThatIsTakenIsNamed() async throws {
        // given
        let tool = try await SmallSeason.imported(at: "2024-11-12T17:00:00Z")
        let taken = try ClosedPort()
        // when
        let served = await tool("serve", "--dev", "--listen", "127.0.0.1:\(taken.number)")
        // then
        let words = "Another program listens on 127.0.0.1:\(taken.number). Stop it, or choose another port"
        #expect(served.status == 74 && served.messages.contains(words), "\(served)")
        withExtendedLifetime(taken) {}
    }
}
