import CommandTesting
import Foundation
import LMDB
import TestSupport
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

    /// Compiled and linked with the modules that the tests are built with: built as the package that it is, all of them would
    /// be built again.
    @Test func theExampleDraftsARoom() throws {
        let scratch = TemporaryDirectory()
        let built = Executables.draftledger.deletingLastPathComponent().path
        let maps = try ChildProcess.run(Self.tools.appending(path: "module-maps"), [built])
        try #require(maps.end == .exit(0), "\(maps.errors)")
        let words = maps.output.split(separator: "\n").map(String.init)
        let source = Self.tools.appending(path: "example/Sources/Example/Example.swift").path
        let compiled = try ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["swiftc", "-parse-as-library", "-swift-version", "6", "-I", built + "/Modules"] + words
                + ["-o", scratch("Example"), source, "-llmdb", Self.runtime] + (try Self.objects(in: built)))
        #expect(compiled.end == .exit(0), "\(compiled.output)\n\(compiled.errors)")
        let (end, output, errors) = try ChildProcess.run(URL(filePath: scratch("Example")), [])
        #expect(end == .exit(0), "\(errors)")
        let lines = output.split(separator: "\n")
        #expect(lines.first == "room 1 is complete")
        #expect(lines.dropFirst().prefix(12).map { String($0.prefix(4)) } == Self.labels)
        #expect(lines.count { $0.hasSuffix("queue") } == 1, "\(output)")
        #expect(lines.last?.hasSuffix("verified") == true)
    }

    /// The runtime of C++, for BoringSSL.
    #if os(Linux)
        private static let runtime = "-lstdc++"
    #else
        private static let runtime = "-lc++"
    #endif

    /// The object files of the library `DraftLedger` and of swift-crypto below it, as the program is linked with them: folders
    /// may have files of earlier states.
    private static func objects(in built: String) throws -> [String] {
        let modules: Set = [
            "Bets", "CSHA256", "CTexts", "Draft", "DraftLedger", "LMDB", "Ledger", "Merkle", "Platform", "Projections",
            "Records",
            "Statements", "TextFormats", "Values", "CCryptoBoringSSL", "CCryptoBoringSSLShims", "Crypto",
            "CryptoBoringWrapper",
            "CXKCP", "CXKCPShims",
        ]
        let list = try String(contentsOfFile: built + "/draftledger.product/Objects.LinkFileList", encoding: .utf8)
        return list.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }.filter { path in
            path.split(separator: "/").contains { $0.hasSuffix(".build") && modules.contains(String($0.dropLast(6))) }
        }
    }

    /// The example depends on this package without its trait `Server`: nothing of the server is even fetched for it.
    @Test func aPackageWithoutTheServerResolvesNoneOfItsDependencies() throws {
        let scratch = TemporaryDirectory()
        let copy = scratch("example")
        try FileManager.default.copyItem(atPath: Self.tools.appending(path: "example").path, toPath: copy)
        try? FileManager.default.removeItem(atPath: copy + "/Package.resolved")  // of another state of the sources
        let manifest = try String(contentsOfFile: copy + "/Package.swift", encoding: .utf8)
        let root = Self.tools.deletingLastPathComponent().path
        try manifest.replacing("\"../..\"", with: "\"\(root)\"").write(
            toFile: copy + "/Package.swift", atomically: true, encoding: .utf8)
        let (end, _, errors) = try ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["swift", "package", "resolve", "--package-path", copy, "--scratch-path", scratch("build")])
        #expect(end == .exit(0), "\(errors)")
        let fetched = try FileManager.default.contentsOfDirectory(atPath: scratch("build/checkouts")).sorted()
        #expect(
            fetched == [
                "GRDB.swift", "swift-argument-parser", "swift-asn1", "swift-crypto", "swift-log", "swift-metrics",
            ],
            "a package that depends on the libraries alone fetches other packages")
    }

    private static let hasPython: Bool =
        (try? ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        ).end) == .exit(0)

    /// The judge of `Tools/faults cluster` finds what it is there to find: lost outcomes, forks, two leaders and more.
    @Test(.enabled(if: hasPython, "python3 3.11 or newer is needed; not tested here"))
    func theJudgeOfAClusterFindsFaults() throws {
        let (end, output, errors) = try ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-B", "-m", "unittest", "cluster.test_judge"],
            environment: ["PYTHONPATH": Self.tools.appending(path: "trials").path])
        #expect(end == .exit(0), "\(output)\(errors)")
        #expect(errors.contains("Ran "), "\(errors)")
    }

    @Test func theInstallerInstallsCompletions() throws {
        let scratch = TemporaryDirectory()
        let environment = ["XDG_DATA_HOME": scratch("data"), "XDG_CONFIG_HOME": scratch("config")]
        let (end, output, errors) = try ChildProcess.run(
            Self.tools.appending(path: "install"), ["--completions", Executables.draftledger.path],
            environment: environment)
        #expect(end == .exit(0), "\(errors)")
        let files = [
            "data/bash-completion/completions/draftledger", "data/zsh/site-functions/_draftledger",
            "config/fish/completions/draftledger.fish",
        ]
        for file in files {
            #expect(output.contains(scratch(file)))
            #expect(try String(contentsOfFile: scratch(file), encoding: .utf8).contains("exposure"), "\(file)")
        }
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
