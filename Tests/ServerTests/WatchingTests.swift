import Foundation
import LedgerTesting
import Observability
import TestSupport
import Testing

@testable import Server  // the figures that it counts

/// The alerts and the dashboard of `Tools/watching` ask for figures that exist, and the runbook has each step that they name.
@Suite struct WatchingTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Every name in an expression that can be a figure of ours.
    private static func figures(in text: String) -> Set<String> {
        Set(text.matches(of: /\b(?:draftledger|process)_[a-z_]+/).map { String($0.output) })
    }

    /// The names under which a registry prints a figure.
    private static var printed: Set<String> {
        let labels = ServerMetric.allCases.map(\.rawValue) + LedgerMetric.allCases.map(\.rawValue)
        let suffixes =
            ["", "_total"] + ["", "_seconds"].flatMap { unit in ["_bucket", "_sum", "_count"].map { unit + $0 } }
        return Set(labels.flatMap { label in suffixes.map { label + $0 } })
    }

    @Test(arguments: ["alerts.yml", "alerts.test.yml", "dashboard.json"]) func everyFigureExists(file: String) throws {
        let asked = Self.figures(in: try Self.text(of: "Tools/watching/\(file)"))
        #expect(asked.count > 5)
        #expect(asked.subtracting(Self.printed) == [])
    }

    @Test func everyAlertNamesAStepOfTheRunbook() throws {
        let runbook = try Self.text(of: "Sources/Server/Server.docc/Runbook.md")
        let steps = try Self.text(of: "Tools/watching/alerts.yml").matches(of: /runbook: "([^"]+)"/).map {
            String($0.output.1)
        }
        #expect(steps.count > 10)
        for step in Set(steps) { #expect(runbook.contains("\n## \(step)\n"), "\(step)") }
    }

    /// An alert that no test has seen firing may never fire.
    @Test func everyAlertFiresInItsTest() throws {
        let alerts = try Self.text(of: "Tools/watching/alerts.yml").matches(of: /- alert: (\w+)/).map { $0.output.1 }
        let fired = try Self.text(of: "Tools/watching/alerts.test.yml")
            .matches(of: /alertname: (\w+)\n +exp_alerts:\n/).map { $0.output.1 }
        #expect(alerts.count > 20 && Set(alerts).count == alerts.count)
        #expect(Set(alerts).subtracting(fired) == [])
    }

    @Test func theArticleListsEveryFigure() throws {
        let rows = ServerMetric.helps.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \($0.value) |" }
        let table = (["| figure | meaning |", "|---|---|"] + rows).joined(separator: "\n") + "\n"
        let path = "Sources/Server/Server.docc/Metrics.md"
        #expect(try Self.text(of: path).contains(table), "\(path) needs this table:\n\(table)")
    }

    @Test(.withinTheRun) func everyPrintedFigureOfTheServerHasItsMeaning() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger)
        _ = try await server.get("/livez")
        let lines = try await server.get("/metrics").text.split(separator: "\n")
        let named = Set(lines.filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) })
        let helped = Set(lines.filter { $0.hasPrefix("# HELP ") }.map { String($0.split(separator: " ")[2]) })
        #expect(named.count > 30 && named == helped, "\(named.symmetricDifference(helped))")
        #expect(lines.contains { $0.hasPrefix("draftledger_build_info{rules=") })
        #expect(ServerMetric.helps.count == ServerMetric.allCases.count + LedgerMetric.allCases.count)
        #expect(ServerMetric.helps.values.allSatisfy { $0.hasSuffix(".") && !$0.contains("\n") })
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }
}
