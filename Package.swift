// swift-tools-version: 6.2
import PackageDescription

/// Holds for what the package's trait `Server` builds.
let server = TargetDependencyCondition.when(traits: ["Server"])

let package = Package(
    name: "draft-ledger",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(
            name: "DraftLedger",
            targets: [
                "DraftLedger", "Bets", "Draft", "Projections", "Records", "Statements", "TextFormats", "Values",
            ]),
        .library(name: "Records", targets: ["Records", "Bets", "Draft", "TextFormats", "Values"]),
        .library(name: "Bets", targets: ["Bets", "Values"]),
        .library(name: "Replay", targets: ["Replay"]),
        .library(name: "Reports", targets: ["Reports"]),
        .library(name: "Pages", targets: ["Pages"]),
        .library(name: "Timekeeping", targets: ["Timekeeping"]),
        .library(name: "Observability", targets: ["Observability"]),
        .library(name: "DraftClient", targets: ["DraftClient"]),
        .library(name: "Delivery", targets: ["Delivery", "Notices"]),
        .library(name: "Payments", targets: ["Payments"]),
        .library(name: "Ledger", targets: ["Ledger", "LMDB", "Merkle"]),
        .executable(name: "draftledger", targets: ["CommandLineTool"]),
        .executable(name: "statdiscute", targets: ["BetTool"]),
    ],
    traits: [
        .trait(
            name: "Server",
            description: "The HTTP server, and whatever asks one over HTTP: everything that Hummingbird, NIO and "
                + "async-http-client are needed for."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLMDB",
            pkgConfig: "lmdb",
            providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .target(name: "CSHA256"),
        .target(name: "CTexts"),
        .target(name: "CBetWebFiles"),
        .target(name: "CWebFiles"),
        .target(name: "CWorkers"),
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "Tools/commit"),
        .target(name: "Platform"),
        .target(name: "TextFormats"),
        .target(
            name: "Tokens",
            dependencies: [
                "TextFormats", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(name: "LMDB", dependencies: ["CLMDB", "Platform"]),
        .target(
            name: "Merkle",
            dependencies: ["CSHA256", "Platform", .product(name: "Crypto", package: "swift-crypto")]),
        .target(
            name: "DraftClient",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(platforms: [.linux, .android], traits: ["Server"])),
                .product(
                    name: "NIOCore", package: "swift-nio",
                    condition: .when(platforms: [.linux, .android], traits: ["Server"])),
                .product(
                    name: "NIOHTTP1", package: "swift-nio",
                    condition: .when(platforms: [.linux, .android], traits: ["Server"])),
            ]),
        .target(name: "Values"),
        .target(name: "Bets", dependencies: ["Values"]),
        .target(name: "Draft", dependencies: ["Values"]),
        .target(name: "Forecast", dependencies: ["Values"]),
        .target(name: "Projections", dependencies: ["Draft"]),
        .target(name: "Ledger", dependencies: ["LMDB", "Merkle", "Platform"]),
        .target(
            name: "Records",
            dependencies: [
                "Bets", "CTexts", "Draft", "TextFormats", "Values", .product(name: "Crypto", package: "swift-crypto"),
            ],
            // Part of the binary by way of CTexts.
            exclude: ["Schema/draft-ledger.xml"]
        ),
        .target(name: "Statements", dependencies: ["Bets", "Draft", "Records", "Merkle"]),
        .target(
            name: "DraftLedger",
            dependencies: [
                "Draft", "Records", "Statements", "Projections", "Ledger", "LMDB", "Merkle", "Platform", "TextFormats",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "BetLedger",
            dependencies: [
                "Bets", "Draft", "DraftLedger", "Forecast", "LMDB", "Ledger", "Merkle", "Platform", "Records",
                "Statements", "Values",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "BetSimulation", dependencies: ["BetLedger", "Bets", "Forecast", "Platform", "Values"]),
        .target(
            name: "Reports",
            dependencies: ["Draft", "Records", "Projections", "DraftLedger", "Platform", "TextFormats"]),
        .target(
            name: "Interchange",
            dependencies: [
                "CZlib", "Draft", "Records", "Statements", "Projections", "DraftLedger", "Reports", "Merkle",
                "Pages", "Platform", "TextFormats",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "Simulation", dependencies: ["Draft", "Platform", "Records", "Projections", "DraftLedger"]),
        .target(
            name: "Replay",
            dependencies: [
                "CTexts", "DraftLedger", "Draft", "Records", "Statements", "Projections", "Merkle", "Platform",
                "TextFormats",
            ],
            exclude: ["Evidence/Resources"]
        ),
        .target(
            name: "Pages",
            dependencies: [
                "CTexts", "Draft", "DraftLedger", "Merkle", "Projections", "Records", "Replay", "Reports",
                "Statements", "TextFormats",
            ],
            exclude: ["Web/Resources"]
        ),
        .target(name: "Remote", dependencies: ["Draft", "DraftLedger", "Records", "TextFormats"]),
        .target(name: "Timekeeping", dependencies: ["Draft", "Records", "Projections", "DraftLedger", "Platform"]),
        .target(
            name: "Notices",
            dependencies: ["Draft", "DraftLedger", "LMDB", "Platform", "Records", "TextFormats", "Timekeeping"]),
        .target(
            name: "Delivery",
            dependencies: [
                "Draft", "DraftLedger", "LMDB", "Notices", "Platform", "Records", "TextFormats", "Tokens",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Payments",
            dependencies: [
                "Delivery", "Draft", "DraftLedger", "Records", "TextFormats",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "Cluster",
            dependencies: [
                "Draft", "DraftLedger", "Ledger", "Merkle", "Platform", "Records", "TextFormats",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
            ]),
        .target(
            name: "Observability",
            dependencies: [
                "DraftLedger", .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Server",
            dependencies: [
                "CWebFiles", "CZlib", "Cluster", "Delivery", "Draft", "DraftLedger", "Interchange", "Ledger", "LMDB",
                "Merkle",
                "Notices",
                "Observability", "Pages",
                "Payments", "Platform", "Projections", "Records", "Remote", "Replay", "Reports", "Simulation",
                "Statements",
                "TextFormats", "Timekeeping",
                "Tokens", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOTLS", package: "swift-nio", condition: server),
                .product(name: "NIOHPACK", package: "swift-nio-http2", condition: server),
                .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            // Part of the binary by way of CWebFiles.
            exclude: ["Resources", "Web"]
        ),
        .target(
            name: "BetServer",
            dependencies: [
                "BetLedger", "Bets", "CBetWebFiles", "Delivery", "Draft", "DraftLedger", "Forecast", "LMDB", "Merkle",
                "Pages", "Platform", "Records", "Server", "Statements", "TextFormats", "Timekeeping", "Tokens",
                "Values",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: server),
                .product(name: "NIOWebSocket", package: "swift-nio", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ],
            // Part of the binary by way of CBetWebFiles.
            exclude: ["Web"]
        ),
        .target(
            name: "ToolSupport",
            dependencies: [
                "Draft", "DraftLedger", "Pages", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: [
                "CWorkers", "Draft", "DraftLedger", "Interchange", "Merkle", "Notices", "Pages", "Platform",
                "Projections", "Records", "Remote",
                "Replay", "Reports", "Simulation", "Statements", "TextFormats", "ToolSupport",
                .target(name: "Server", condition: server), .target(name: "Cluster", condition: server),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], plugins: ["CommitPlugin"]
        ),
        .executableTarget(
            name: "BetTool",
            dependencies: [
                "BetLedger", "BetSimulation", "Bets", "DraftLedger", "Forecast", "Merkle", "Pages", "Platform",
                "Records", "Statements", "TextFormats", "ToolSupport", "Values",
                .target(name: "BetServer", condition: server), .target(name: "Delivery", condition: server),
                .target(name: "Server", condition: server),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "TestSupport", path: "Tests/DraftTesting/Support"),
        .target(name: "DraftTesting", dependencies: ["Draft", "TestSupport"], path: "Tests/DraftTesting/Draft"),
        .target(
            name: "LedgerTesting",
            dependencies: ["Draft", "Records", "DraftLedger", "Platform", "DraftTesting", "TestSupport"],
            path: "Tests/DraftTesting/Ledger"),
        .target(
            name: "PagesTesting", dependencies: ["Draft", "Records", "DraftLedger", "Pages"],
            path: "Tests/DraftTesting/Pages"),
        .target(
            name: "ServerTesting", dependencies: ["Draft", "DraftLedger", "Server"], path: "Tests/DraftTesting/Server"),
        .target(
            name: "ClusterTesting", dependencies: ["Cluster", "DraftLedger", "Ledger", "Platform", "TestSupport"],
            path: "Tests/DraftTesting/Cluster"),
        .target(
            name: "CommandTesting",
            dependencies: [
                "CommandLineTool", "Draft", "DraftLedger", "Pages", "Platform", "Records", "Remote", "Server",
                "TextFormats", "ToolSupport", "LedgerTesting", "PagesTesting", "ServerTesting", "TestSupport",
            ],
            path: "Tests/DraftTesting/Commands"),
        .testTarget(
            name: "BetServerTests",
            dependencies: [
                "BetLedger", "BetServer", "BetSimulation", "Bets", "Delivery", "Draft", "DraftLedger", "Merkle",
                "Pages",
                "Platform", "Records", "Server", "Statements", "TextFormats", "Timekeeping", "Tokens", "Values",
                "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Pages/bet_pages.py"]),
        .testTarget(name: "TidyTests"),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "TextFormatsTests", dependencies: ["TextFormats", "TestSupport"]),
        .testTarget(
            name: "RecordsTests",
            dependencies: [
                "Records", "Bets", "Draft", "TextFormats", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "TokensTests",
            dependencies: [
                "Tokens", "TextFormats", "TestSupport", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .testTarget(name: "LMDBTests", dependencies: ["LMDB", "Platform", "TestSupport"]),
        .testTarget(
            name: "MerkleTests",
            dependencies: ["Merkle", "TestSupport", .product(name: "Crypto", package: "swift-crypto")]),
        .testTarget(name: "ForecastTests", dependencies: ["Forecast", "TestSupport", "Values"]),
        .testTarget(name: "ValuesTests", dependencies: ["Values", "TestSupport"]),
        .testTarget(
            name: "BetToolTests",
            dependencies: [
                "BetTool", "BetLedger", "BetServer", "Bets", "Delivery", "Pages", "Platform", "Server", "TextFormats",
                "TestSupport", "ToolSupport", "Values",
            ]),
        .testTarget(name: "BetsTests", dependencies: ["Bets", "Values", "TestSupport"]),
        .testTarget(
            name: "BetSimulationTests", dependencies: ["BetLedger", "BetSimulation", "Bets", "TestSupport", "Values"]),
        .testTarget(name: "DraftTests", dependencies: ["Draft", "DraftTesting", "TestSupport"]),
        .testTarget(name: "ProjectionsTests", dependencies: ["Draft", "Projections", "TestSupport"]),
        .testTarget(
            name: "LedgerTests", dependencies: ["Ledger", "LMDB", "Merkle", "Platform", "TestSupport"]),
        .testTarget(
            name: "DraftLedgerTests",
            dependencies: [
                "DraftLedger", "Draft", "Records", "Statements", "Projections", "Ledger", "LMDB", "Merkle", "Platform",
                "TextFormats", "DraftTesting", "LedgerTesting", "TestSupport",
            ]),
        .testTarget(
            name: "BetLedgerTests",
            dependencies: [
                "BetLedger", "Bets", "Draft", "DraftLedger", "Forecast", "LMDB", "Ledger", "Merkle", "Platform",
                "Records", "Statements", "TestSupport", "Values",
            ]),
        .testTarget(
            name: "ReportsTests",
            dependencies: [
                "Reports", "Pages", "Draft", "Records", "Projections", "DraftLedger", "Interchange", "TextFormats",
                "LedgerTesting", "TestSupport",
            ],
            exclude: ["bruteforce.py", "bruteforce_expect.py", "bruteforce_outcomes.py", "bruteforce_portfolio.py"]),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Interchange", "Draft", "Records", "Pages", "Projections", "DraftLedger", "Reports", "Simulation",
                "Merkle",
                "TextFormats", "LedgerTesting", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["SQLite/read.py"]),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation", "Draft", "Records", "DraftLedger"]),
        .testTarget(
            name: "TimekeepingTests",
            dependencies: [
                "Timekeeping", "Draft", "Records", "Projections", "DraftLedger", "Platform", "Replay", "Simulation",
                "DraftTesting", "LedgerTesting", "TestSupport",
            ]),
        .testTarget(
            name: "NoticesTests",
            dependencies: [
                "Notices", "Draft", "Records", "DraftLedger", "LMDB", "Platform", "TextFormats", "Timekeeping",
                "DraftTesting", "LedgerTesting", "TestSupport",
            ]),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "Delivery", "Payments", "Notices", "Draft", "Records", "DraftLedger", "LMDB", "Platform", "TextFormats",
                "Tokens", "LedgerTesting", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            ]),
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "Cluster", "ClusterTesting", "Draft", "DraftLedger", "Ledger", "LMDB", "Merkle", "Platform", "Records",
                "Replay",
                "DraftTesting", "LedgerTesting", "TestSupport",
            ]),
        .testTarget(
            name: "PaymentsTests",
            dependencies: [
                "Payments", "Delivery", "Draft", "DraftLedger", "Platform", "Projections", "Records", "Replay",
                "TextFormats",
                "DraftTesting", "LedgerTesting", "TestSupport", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "DeskSimulationTests",
            dependencies: [
                "DraftLedger", "Draft", "Records", "Projections", "Ledger", "LMDB", "Merkle", "Platform", "Timekeeping",
                "DraftTesting", "TestSupport",
            ]),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Replay", "Pages", "DraftLedger", "Draft", "Records", "Statements", "Projections", "Simulation",
                "Merkle", "Platform", "TextFormats", "DraftTesting", "LedgerTesting", "TestSupport",
            ]),
        .testTarget(
            name: "PagesTests",
            dependencies: ["Pages", "Draft", "Projections", "Records", "Reports", "TextFormats", "PagesTesting"]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Server", "Draft", "DraftLedger", "LMDB", "Ledger", "Merkle", "Notices", "Observability", "Pages",
                "Platform",
                "Projections", "Records", "Remote", "Replay", "Reports", "Simulation", "Statements", "TextFormats",
                "Timekeeping",
                "Tokens",
                "Cluster", "ClusterTesting", "LedgerTesting", "ServerTesting", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: [
                "Pages/brackets.py", "Pages/draft_room.py", "Pages/drafter.py", "Pages/dropped.py",
                "Pages/every_page.py", "Pages/first_paint.py", "Pages/member.py", "Pages/outcomes.py",
                "Pages/people.py", "Pages/reports.py", "Pages/season.py", "Pages/signed_room.py", "Pages/staff.py",
                "Pages/states.py", "Pages/told.py", "Pages/windows.py",
            ]),
        .testTarget(
            name: "DraftClientTests",
            dependencies: [
                "DraftClient", "Draft", "DraftLedger", "Merkle", "Platform", "Records", "Server", "TextFormats",
                "Timekeeping", "LedgerTesting", "ServerTesting", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "CrashWriter",
            dependencies: ["CWorkers", "Draft", "Records", "DraftLedger", "Ledger", "LMDB", "Merkle"],
            path: "Tests/CrashWriter"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Draft", "DraftClient", "DraftLedger", "Interchange", "Merkle", "Platform", "Records", "Replay",
                "Server", "Statements", "TextFormats", "Tokens",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            ],
            path: "Tests/Fuzz/Targets"),
        .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Program"),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "CommandLineTool", "CommandTesting", "Draft", "Projections", "Records", "DraftLedger", "Merkle",
                "Notices", "Pages", "Replay", "Reports", "Statements", "TextFormats", "ToolSupport", "LedgerTesting",
                "PagesTesting", "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "CommandLineToolTests",
            dependencies: [
                "CommandLineTool", "CommandTesting", "CrashWriter", "Draft", "Projections", "Records", "DraftLedger",
                "LMDB", "Ledger",
                "Merkle", "Notices", "Pages", "Platform", "Remote", "Replay", "Reports", "Server", "Statements",
                "TextFormats", "ToolSupport", "LedgerTesting", "PagesTesting", "ServerTesting", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Prove/interoperation.py", "Serve/generated_client.py"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.type != .plugin {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
    if Context.environment["CI"] != nil {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}

// For the tests. These modules are small: optimised they take half a minute more of the processor, which the tests that compute
// with them save several times. Of the larger ones, none saves what it takes. Assertions stay.
if Context.environment["DRAFT_LEDGER_TESTED"] != nil {
    let hot: Set = [
        "Values", "Platform", "TextFormats", "LMDB", "Ledger", "Statements", "Merkle", "Projections", "Forecast",
        "BetLedger",
    ]
    for target in package.targets where hot.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-O", "-assert-config", "Debug"]))
    }
}

// What is built anew for one purpose, optimised or with a sanitizer, and needs no server: `Tools/faults`, `Tools/sanitize`.
if Context.environment["DRAFT_LEDGER_CORE"] != nil {
    let served: Set = [
        "Server", "ServerTests", "ServerTesting", "DraftClient", "DraftClientTests", "CommandLineTool",
        "CommandLineToolTests", "CommandTesting", "CommandTests", "ToolSupport", "BetTool", "BetToolTests", "Cluster",
        "ClusterTesting", "ClusterTests",
        "Delivery",
        "DeliveryTests",
        "BetServer", "BetServerTests",
        "Fuzz", "FuzzTargets", "FuzzTests",
    ]
    package.targets.removeAll { served.contains($0.name) }
    package.products.removeAll { ["draftledger", "statdiscute", "DraftClient", "Delivery"].contains($0.name) }
}
// Of the tests those of some targets, by their names with commas between: optimised, all of them take long to build, and the
// compiler ends on some.
if let names = Context.environment["DRAFT_LEDGER_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
