import Foundation
import Pages
import Reports
import TestSupport
import Testing
import TextFormats

/// `/v1/reports`: what pages know of each report, compared with `Fixtures/golden/reports.json`.
@Suite struct ReportDescriptionTests {
    private func described() throws -> [String: Any] {
        let data = Data(ReportCatalogue.json.line)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func tables() throws -> [(report: String, table: [String: Any])] {
        let reports = try #require(try described()["reports"] as? [[String: Any]])
        return reports.flatMap { report in
            (report["tables"] as? [[String: Any]] ?? []).map { (report["name"] as? String ?? "", $0) }
        }
    }

    @Test func theDescriptionIsWhatItWas() throws {
        let data = try JSONSerialization.data(
            withJSONObject: try described(), options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        #expect(try GoldenFile("reports.json").difference(from: String(decoding: data, as: UTF8.self) + "\n") == nil)
    }

    /// A chart or an order by a column that is not there would be drawn as nothing.
    @Test func chartsAndOrdersNameColumnsThatThereAre() throws {
        for (report, table) in try tables() {
            let columns = (table["columns"] as? [[String: Any]] ?? [])
            let keys = Set(columns.compactMap { $0["key"] as? String })
            let figures = Set((table["figures"] as? [[String: Any]] ?? []).compactMap { $0["key"] as? String })
            for column in columns { #expect(!(column["help"] as? String ?? "").isEmpty || column["title"] == nil) }
            if let order = table["order"] as? [String: Any] {
                #expect(keys.contains(order["key"] as? String ?? ""), "\(report)")
            }
            for chart in table["charts"] as? [[String: Any]] ?? [] {
                for name in ["value", "across", "size"] {
                    if let key = chart[name] as? String { #expect(keys.contains(key), "\(report): \(key)") }
                }
                for label in chart["labels"] as? [String] ?? [] { #expect(keys.contains(label), "\(report): \(label)") }
                if let base = chart["base"] as? String { #expect(figures.contains(base), "\(report): \(base)") }
            }
        }
    }

    /// Members may ask for these reports of their own entries, with these values.
    @Test func whatMembersMayAskForFollowsFromTheReports() throws {
        let reports = try #require(try described()["reports"] as? [[String: Any]])
        var own: [String: [String]] = [:]
        for report in reports {
            guard let values = report["own"] as? [[String: String]] else { continue }
            own[report["name"] as? String ?? ""] = values.map { "\($0["name"] ?? "")=\($0["value"] ?? "")" }
        }
        #expect(
            own == [
                "exposure": [], "pairs": [], "stacks": [], "construction": [], "byes": [],
                "clv": ["reference=at-pick"], "portfolio": ["reference=at-pick"], "duplicates": ["own=true"],
            ])
    }
}
