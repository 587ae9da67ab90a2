// swift-tools-version: 6.2
// The Swift side of the benchmark: contestants that are written in Swift. `Tools/benchmark/run` builds them in release
// and runs them beside the others; the flags they accept and the line they print are described in driver/contract.py
// (`Tools/benchmark/run --contract` shows it).
//
// The product itself is the contestant `ours`: an executable target in Sources/ours that depends on the package two
// folders up (`.package(path: "../..")`). The driver picks it up as soon as that folder exists.

import PackageDescription

let package = Package(
    name: "benchmark",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")
    ],
    targets: [
        .executableTarget(
            name: "swift-crypto-digest",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
