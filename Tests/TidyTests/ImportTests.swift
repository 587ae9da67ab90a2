import Testing

/// What imports what: the table of the architecture, read downwards.
@Suite struct ImportTests {
    /// The modules of Sources, lowest first, with what each may import of the package and of other packages.
    static let modules: [(name: String, imports: Set<String>)] = [
        ("Platform", []),
        ("TextFormats", []),
        ("Tokens", ["TextFormats", "Crypto", "CryptoExtras"]),
        // For apps: nothing of the server's, and nothing that takes a disk.
        ("DraftClient", ["Crypto", "AsyncHTTPClient", "NIOCore", "NIOHTTP1"]),
        ("LMDB", ["CLMDB", "Platform"]),
        ("Merkle", ["CSHA256", "Platform", "Crypto"]),
        ("Values", []),
        ("Bets", ["Values"]),
        ("Draft", ["Values"]),
        ("Forecast", ["Values"]),
        ("Projections", ["Draft"]),
        ("Ledger", ["LMDB", "Merkle", "Platform"]),
        ("Records", ["Bets", "CTexts", "Draft", "TextFormats", "Values", "Crypto"]),
        ("Statements", ["Bets", "Draft", "Records", "Merkle"]),
        (
            "DraftLedger",
            [
                "Draft", "Records", "Statements", "Projections", "Ledger", "LMDB", "Merkle", "Platform", "TextFormats",
                "Crypto",
            ]
        ),
        (
            "BetLedger",
            [
                "Bets", "Draft", "DraftLedger", "Forecast", "LMDB", "Ledger", "Merkle", "Platform", "Records",
                "Statements", "Values", "Crypto",
            ]
        ),
        ("BetSimulation", ["BetLedger", "Bets", "Forecast", "Platform", "Values"]),
        (
            "Replay",
            [
                "CTexts", "Draft", "Records", "Statements", "Projections", "DraftLedger", "Merkle", "Platform",
                "TextFormats",
            ]
        ),
        ("Reports", ["Draft", "Records", "Projections", "DraftLedger", "Platform", "TextFormats"]),
        (
            "Pages",
            [
                "CTexts", "Draft", "Records", "Statements", "Projections", "DraftLedger", "Replay", "Reports",
                "Merkle", "TextFormats",
            ]
        ),
        (
            "Interchange",
            [
                "Draft", "Records", "Statements", "Projections", "DraftLedger", "Reports", "Pages", "Merkle",
                "Platform",
                "TextFormats", "CZlib", "Crypto", "GRDB", "GRDBSQLite",
            ]
        ),
        ("Remote", ["Draft", "DraftLedger", "Records", "TextFormats"]),
        ("Simulation", ["Draft", "Records", "Projections", "DraftLedger", "Platform"]),
        ("Timekeeping", ["Draft", "Records", "Projections", "DraftLedger", "Platform"]),
        ("Observability", ["DraftLedger", "CoreMetrics", "Logging"]),
        ("Notices", ["Draft", "Records", "DraftLedger", "LMDB", "Platform", "TextFormats", "Timekeeping"]),
        (
            "Delivery",
            [
                "Draft", "Records", "DraftLedger", "LMDB", "Notices", "Platform", "TextFormats", "Tokens", "Crypto",
                "CryptoExtras", "AsyncHTTPClient", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTP2", "NIOPosix", "NIOSSL",
            ]
        ),
        (
            "Payments",
            ["Draft", "Records", "DraftLedger", "Delivery", "TextFormats", "Crypto"]
        ),
        (
            "Cluster",
            [
                "Draft", "Records", "DraftLedger", "Ledger", "Merkle", "Platform", "TextFormats", "Crypto",
                "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL",
            ]
        ),
        (
            "Server",
            [
                "Draft", "Records", "Statements", "Projections", "DraftLedger", "Simulation", "Pages", "Replay",
                "Reports", "Interchange", "Timekeeping", "Notices", "Delivery", "Payments", "Observability", "Merkle",
                "Cluster", "Ledger", "LMDB", "Platform",
                "TextFormats", "Tokens",
                "Remote", "CWebFiles", "CZlib", "AsyncHTTPClient", "CoreMetrics", "Crypto", "Hummingbird",
                "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHPACK", "NIOHTTP1", "NIOHTTP2",
                "NIOHTTPTypes",
                "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "NIOTLS", "ServiceLifecycle", "UnixSignals",
            ]
        ),
        (
            "BetServer",
            [
                "Values", "Bets", "Draft", "Forecast", "Records", "Statements", "BetLedger", "DraftLedger", "Delivery",
                "Server", "Pages", "Timekeeping", "LMDB", "Merkle", "Platform", "TextFormats", "Tokens", "CBetWebFiles",
                "CoreMetrics", "Crypto", "Hummingbird",
                "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypesHTTP1", "NIOWebSocket",
                "ServiceLifecycle", "UnixSignals",
            ]
        ),
        ("ToolSupport", ["Draft", "DraftLedger", "Pages", "Platform", "ArgumentParser"]),
        (
            "BetTool",
            [
                "BetLedger", "BetSimulation", "Bets", "DraftLedger", "Forecast", "Merkle", "Pages", "Platform",
                "Records",
                "Statements", "TextFormats", "ToolSupport", "Values", "BetServer", "Delivery", "Server",
                "ArgumentParser", "Crypto",
            ]
        ),
        (
            "CommandLineTool",
            [
                "Draft", "Records", "Statements", "Projections", "DraftLedger", "Interchange", "Replay",
                "Reports",
                "Pages", "Remote", "Simulation", "Server", "Cluster", "Notices", "Merkle", "Platform", "TextFormats",
                "ToolSupport", "ArgumentParser",
            ]
        ),
    ]

    /// What comes with the toolchain; the game and its projections take none of it.
    static let toolchain: Set = [
        "Foundation", "FoundationNetworking", "Dispatch", "Synchronization", "Glibc", "Darwin", "Musl",
    ]
    static let pure: Set = ["Values", "Bets", "Draft", "Forecast", "Projections"]

    /// Modules that are not ours, or that are C.
    static let foreign: Set = [
        "CLMDB", "CSHA256", "CTexts", "CBetWebFiles", "CWebFiles", "CZlib", "Crypto", "CryptoExtras", "GRDB",
        "GRDBSQLite",
        "ArgumentParser",
        "AsyncHTTPClient", "CoreMetrics", "Hummingbird", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore",
        "NIOHPACK", "NIOHTTP1", "NIOHTTP2", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "NIOTLS",
        "NIOWebSocket", "ServiceLifecycle", "UnixSignals",
    ]

    @Test(arguments: modules.map(\.name))
    func aModuleImportsOnlyWhatItMay(module: String) throws {
        let allowed = Self.allowed(in: module)
        for file in try Repository.swiftFiles(in: "Sources/\(module)") {
            for (place, imported) in file.imports where !allowed.contains(imported.module) {
                Issue.record("\(place) imports \(imported.module)")
            }
        }
    }

    @Test func everyModuleIsInTheTableAndImportsPointDownIt() throws {
        let found = Set(try Repository.swiftFiles(in: "Sources").map(\.module))
        #expect(found == Set(Self.modules.map(\.name)))
        for (index, (name, imports)) in Self.modules.enumerated() {
            let below = Set(Self.modules[..<index].map(\.name)).union(Self.foreign)
            #expect(imports.isSubset(of: below), "\(name) imports \(imports.subtracting(below))")
        }
    }

    /// What is imported without being declared compiles only when the build happens to come to it late.
    @Test func everyImportIsDeclaredInTheManifest() throws {
        let targets = try Self.declaredTargets()
        let packaged = Set(targets.map(\.name)).union(Self.foreign)
        for target in targets {
            for file in try Repository.swiftFiles(in: target.path) {
                for (place, imported) in file.imports
                where packaged.contains(imported.module) && !target.words.contains(imported.module) {
                    Issue.record("\(place) imports \(imported.module), which \(target.name) does not depend on")
                }
            }
        }
        #expect(targets.count > 30)
    }

    @Test func nothingIsReexported() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Tests", "Tools") {
            // The types of commands and events of drafts are in two modules, for which clients need one import.
            for (place, imported) in file.imports
            where imported.isReexported && (file.module, imported.module) != ("Draft", "Values") {
                Issue.record("\(place) re-exports")
            }
            for place in file.aliasesOfOtherModules(Set(Self.modules.map(\.name))) {
                Issue.record("\(place) gives another module's type a second public name")
            }
        }
    }

    private static func allowed(in module: String) -> Set<String> {
        let table = modules.first { $0.name == module }?.imports ?? []
        return pure.contains(module) ? table : table.union(toolchain)
    }

    /// The targets of the manifest: where each stands, and every word quoted in its declaration.
    private static func declaredTargets() throws -> [(name: String, path: String, words: Set<String>)] {
        let manifest = try Repository.text(of: "Package.swift")
        let heads = Array(
            manifest.matches(of: #/\.(target|executableTarget|testTarget)\(\s*name: "(\w+)"(?!, condition)/#))
        return heads.enumerated().map { index, head in
            let end = index + 1 < heads.count ? heads[index + 1].range.lowerBound : manifest.endIndex
            let declaration = manifest[head.range.lowerBound..<end]
            let words = Set(declaration.matches(of: #/"(\w+)"/#).map { String($0.1) })
            let name = String(head.2)
            let path = declaration.firstMatch(of: #/path: "([\w\/]+)"/#).map { String($0.1) }
            return (name, path ?? "\(head.1 == "testTarget" ? "Tests" : "Sources")/\(name)", words)
        }
    }

    // MARK: The rules themselves

    @Test(arguments: [
        ("import Foundation", "Foundation", false), ("public import Draft", "Draft", false),
        ("@testable import Draft  // why", "Draft", false), ("@preconcurrency package import GRDB", "GRDB", false),
        ("@_exported import LMDB", "LMDB", true), ("@_exported public import LMDB", "LMDB", true),
        ("import struct Foundation.URL", "Foundation", false), ("import Foundation.NSURL", "Foundation", false),
        ("internal import func Glibc.open", "Glibc", false), ("  import A; let x = 1", "A", false),
    ])
    func anImportIsRead(line: String, module: String, isReexported: Bool) {
        let imports = SourceFile(path: "Sources/A/A.swift", text: "// head\n\(line)\n").imports
        #expect(imports.map(\.import) == [SourceFile.Import(module: module, isReexported: isReexported)])
        #expect(imports.map(\.place) == ["Sources/A/A.swift:2"])
    }

    @Test func whatIsNoImportIsNotReadAsOne() {
        let text = "// import Foundation\nlet text = \"\"\"\n    import Draft\n    \"\"\"\nlet important = 1\n"
        #expect(SourceFile(path: "A.swift", text: text).imports.isEmpty)
    }

    @Test(arguments: [
        ("public typealias Environment = LMDB.Environment", 1), ("package typealias E = LMDB.Environment", 1),
        ("typealias E = LMDB.Environment", 0), ("public typealias Row = RosterRow", 0),
    ])
    func aSecondPublicNameIsFound(line: String, count: Int) {
        let file = SourceFile(path: "A.swift", text: line)
        #expect(file.aliasesOfOtherModules(["LMDB"]).count == count)
    }
}

extension SourceFile {
    struct Import: Hashable {
        var module: String
        /// Whether who imports this file's module gets the other one along.
        var isReexported: Bool
    }

    /// The imports of the file, each with its place.
    var imports: [(place: String, import: Import)] {
        let kinds = #/(?:struct|class|enum|protocol|func|var|let|typealias)\s+/#
        let attributes = #/^\s*((?:@\w+\s+)*)(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+/#
        // To match an expression with every line of the repository takes minutes, to look for a word seconds.
        return lines.enumerated().filter { $0.element.has("import") }.compactMap { index, line in
            guard let head = line.code.prefixMatch(of: attributes) else { return nil }
            var rest = line.code[head.range.upperBound...]
            if let kind = rest.prefixMatch(of: kinds) { rest = rest[kind.range.upperBound...] }
            let module = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return (place(index), Import(module: String(module), isReexported: head.1.contains("@_exported")))
        }
    }

    /// Public and package aliases of types that stand in other modules.
    func aliasesOfOtherModules(_ modules: Set<String>) -> [String] {
        lines.enumerated().filter { $0.element.has("typealias") }.compactMap { index, line in
            let alias = #/(?:public|package)\s+typealias\s+\w+\s*=\s*(\w+)\./#
            guard let match = line.code.firstMatch(of: alias), modules.contains(String(match.1)) else { return nil }
            return place(index)
        }
    }
}
