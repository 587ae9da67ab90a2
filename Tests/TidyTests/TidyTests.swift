import Foundation
import Testing

/// What a reviewer would otherwise have to look for in every change.
@Suite struct TidyTests {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What each module may import of the package and of others; the toolchain's own modules besides, where noted.
    static let imports: [String: Set<String>] = [
        "Platform": ["Dispatch", "Synchronization", "Glibc", "Darwin"],
        "TextFormats": [],
        "LMDB": ["CLMDB", "Platform", "Synchronization"],
        "Merkle": ["Crypto", "Foundation", "Dispatch", "Synchronization", "Glibc", "Darwin"],
        "Draft": [],
        "Projections": ["Draft"],
        "Ledger": ["LMDB", "Merkle", "Platform", "Synchronization"],
        "Records": ["Draft", "TextFormats", "Crypto"],
        "Statements": ["Draft", "Records", "Merkle", "Foundation"],
        "DraftLedger": [
            "Draft", "Records", "Statements", "Projections", "Ledger", "LMDB", "Merkle", "Crypto", "Platform",
            "TextFormats", "Foundation",
            "Dispatch",
        ],
        "Reports": [
            "Draft", "Records", "Projections", "DraftLedger", "Platform", "TextFormats", "Foundation", "Dispatch",
            "Synchronization",
        ],
        "Interchange": [
            "Draft", "Records", "Statements", "Projections", "DraftLedger", "Reports", "Merkle", "CZlib", "Crypto",
            "GRDB", "GRDBSQLite",
            "Platform", "TextFormats", "Foundation", "Dispatch",
        ],
        "Replay": [
            "Draft", "Records", "Statements", "Projections", "DraftLedger", "Merkle", "Platform", "TextFormats",
            "Foundation", "Dispatch",
        ],
        "Simulation": [
            "Draft", "Records", "Platform", "Projections", "DraftLedger", "Foundation", "Dispatch", "Glibc", "Darwin",
            "Synchronization",
        ],
        "Pages": [
            "Draft", "Records", "Statements", "Projections", "DraftLedger", "Interchange", "Replay", "Reports",
            "Merkle", "TextFormats",
        ],
        "CommandLineTool": [
            "Draft", "Records", "Statements", "Projections", "DraftLedger", "Interchange", "Pages", "Replay", "Reports",
            "Simulation", "Merkle",
            "ArgumentParser",
            "Platform", "TextFormats", "Foundation", "Dispatch", "Glibc", "Darwin", "Musl", "Synchronization",
        ],
    ]

    static func swiftFiles(in folder: String) -> [URL] {
        let base = root.appending(path: folder)
        let all = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)?.allObjects ?? []
        return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/.build") }
    }

    static func lines(of file: URL) throws -> [Substring] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test(arguments: imports.keys.sorted())
    func aModuleImportsOnlyWhatItMay(module: String) throws {
        let allowed = Self.imports[module]!
        for file in Self.swiftFiles(in: "Sources/\(module)") {
            for line in try Self.lines(of: file) {
                var words = line.split(separator: " ")
                while let first = words.first,
                    ["public", "package", "internal", "@preconcurrency", "@testable"].contains(first)
                {
                    words.removeFirst()
                }
                guard words.first == "import", let name = words.last else { continue }
                #expect(allowed.contains(String(name)), "\(file.lastPathComponent) imports \(name)")
            }
        }
    }

    @Test func everyModuleIsInTheTable() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
        let swift = folders.filter { !Self.swiftFiles(in: "Sources/\($0)").isEmpty }
        #expect(Set(swift) == Set(Self.imports.keys))
    }

    @Test func theGameUsesNothingThatCouldDiffer() throws {
        let forbidden = ["Double", "Float", "Date(", "SystemRandomNumberGenerator", ".shuffled", "UUID"]
        for module in ["Draft", "Projections"] {
            for file in Self.swiftFiles(in: "Sources/\(module)") where file.lastPathComponent != "CommandID.swift" {
                for line in try Self.lines(of: file) where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    for word in forbidden {
                        #expect(!line.contains(word), "\(file.lastPathComponent): \(line)")
                    }
                }
            }
        }
    }

    @Test func filesStaySmall() throws {
        for folder in ["Sources", "Tests", "Tools"] {
            for file in Self.swiftFiles(in: folder) {
                let count = try Self.lines(of: file).count
                #expect(count <= 400, "\(file.lastPathComponent) has \(count) lines")
            }
        }
    }

    @Test func onlyTheLayoutStandsAtTheTop() throws {
        let allowed: Set = ["Package.swift", "Sources", "Tests", "Fixtures", "Tools", "README.md", "Package.resolved"]
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.root.path) where !name.hasPrefix(".") {
            #expect(allowed.contains(name), "\(name) stands at the top")
        }
    }
}
