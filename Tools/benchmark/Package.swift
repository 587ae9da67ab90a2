// swift-tools-version: 6.2
// The Swift side of the benchmark: contestants that are written in Swift. `Tools/benchmark/run` builds them in release
// and runs them with the others; the flags they accept and the line they print are described in driver/contract.py
// (`Tools/benchmark/run --contract` shows it).

import PackageDescription

let package = Package(
    name: "benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "draft-ledger", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        .target(name: "Contestant"),
        .executableTarget(
            name: "swift-crypto-digest",
            dependencies: ["Contestant", .product(name: "Crypto", package: "swift-crypto")]
        ),
        .executableTarget(
            name: "ours",
            dependencies: [
                "Contestant",
                .product(name: "DraftLedger", package: "draft-ledger"),
                .product(name: "Ledger", package: "draft-ledger"),
            ]
        ),
        .executableTarget(
            name: "standings",
            dependencies: [
                "Contestant",
                .product(name: "DraftLedger", package: "draft-ledger"),
                .product(name: "Reports", package: "draft-ledger"),
            ]
        ),
        .executableTarget(
            name: "under-load",
            dependencies: ["Contestant", .product(name: "DraftLedger", package: "draft-ledger")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
