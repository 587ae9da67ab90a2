import Foundation
import LMDB
import Testing

/// The programs in `Tools` that stand on the product's edge: they must go on working when it changes.
@Suite struct ToolsTests {
    private static let tools = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Tools")

    private static let verifier = tools.appending(path: "verifier/run")

    /// The first run installs the libraries that the verifier reads with.
    private static let hasVerifier: Bool = {
        (try? ChildProcess.run(verifier, ["--help"]).end) == .exit(0)
    }()

    /// Built in a folder that is kept for this copy of the package: only the first run takes its minute.
    @Test func theExampleDraftsARoom() throws {
        let copy = Self.tools.path.replacing("/", with: "-")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "example-build\(copy)").path
        var build = try Self.build(in: scratch)
        if build.end != .exit(0) {
            // What an older state of the sources has left there can be in the way of this one.
            try FileManager.default.removeItem(atPath: scratch)
            build = try Self.build(in: scratch)
        }
        #expect(build.end == .exit(0), "\(build.output)\n\(build.errors)")
        let (end, output, errors) = try ChildProcess.run(URL(filePath: scratch + "/debug/Example"), [])
        #expect(end == .exit(0), "\(errors)")
        let lines = output.split(separator: "\n")
        #expect(lines.first == "room 1 is complete")
        #expect(lines.dropFirst().prefix(12).map { String($0.prefix(4)) } == Self.labels)
        #expect(lines.count { $0.hasSuffix("queue") } == 1, "\(output)")
        #expect(lines.last?.hasSuffix("verified") == true)
    }

    private static func build(in scratch: String) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["swift", "build", "--package-path", tools.appending(path: "example").path, "--scratch-path", scratch])
    }

    private static let labels = (1...3).flatMap { round in (1...4).map { "\(round).0\($0)" } }

    @Test(.enabled(if: hasVerifier, "Tools/verifier/run needs python3 3.11 and its packages; not tested here"))
    func aStrangerReadsEveryFieldOfARealLedger() throws {
        let ledger = try Self.simulated()
        defer { try? FileManager.default.removeItem(atPath: ledger) }
        let report = try Self.verify(
            ledger, "--compare-with", Executables.draftledger.path, "--sample", "20000", expecting: .exit(0))
        let status = try ChildProcess.run(
            Executables.draftledger, ["--ledger", ledger, "status", "--format", "json"])
        let own = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
        #expect(report["root"] as? String == own["root"] as? String)
        #expect(report["size"] as? Int == own["size"] as? Int)
        #expect(report["streams"] as? Int == own["streams"] as? Int)
        #expect((report["compared"] as? Int ?? 0) >= min(20_000, own["size"] as? Int ?? .max))
        #expect(((report["types"] as? [String: Int]) ?? [:]).count > 30, "the ledger shows too few kinds of events")
    }

    @Test(
        .enabled(if: hasVerifier, "Tools/verifier/run needs python3 3.11 and its packages; not tested here"),
        arguments: Tampering.allCases)
    func aStrangerSeesTampering(_ tampering: Tampering) throws {
        let ledger = try Self.simulated()
        defer { try? FileManager.default.removeItem(atPath: ledger) }
        try tampering.change(ledger)
        let report = try Self.verify(ledger, expecting: .exit(1))
        let findings = report["findings"] as? [[String: Any]] ?? []
        #expect(findings.contains { $0["check"] as? String == tampering.rawValue }, "\(findings)")
        // The product must not be of another opinion.
        #expect(try ChildProcess.run(Executables.draftledger, ["--ledger", ledger, "verify"]).end == .exit(1))
    }

    /// What somebody may do to a record, by the check that finds it.
    enum Tampering: String, CaseIterable {
        case positions, versions, links, times, records

        func change(_ ledger: String) throws {
            let environment = try Environment.open(at: ledger)
            defer { environment.close() }
            let events: Table<UInt64> = try environment.table(named: "events")
            let position: UInt64 = 700
            try environment.write { transaction in
                guard var record = try transaction.value(at: position, in: events) else { return }
                switch self {
                case .positions: _ = try transaction.remove(position, in: events)
                case .versions: record[16] ^= 0xFF
                case .links: record[20] ^= 0x01
                case .times: record.replaceSubrange(28..<36, with: [0, 0, 0, 0, 0, 0, 0, 0])
                case .records: record.removeLast()
                }
                if self != .positions { try transaction.put(record, at: position, in: events) }
            }
        }
    }

    private static func simulated() throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "tools-\(UUID().uuidString).ledger").path
        let (end, _, errors) = try ChildProcess.run(
            Executables.draftledger, ["--ledger", path, "simulate", "--rooms", "2", "--seed", "11"])
        try #require(end == .exit(0), "\(errors)")
        return path
    }

    /// Runs the verifier and reads its report.
    private static func verify(
        _ ledger: String, _ options: String..., expecting expected: ChildProcess.End
    ) throws -> [String: Any] {
        let (end, output, errors) = try ChildProcess.run(verifier, [ledger, "--json"] + options)
        #expect(end == expected, "\(output.suffix(2_000)) \(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}
