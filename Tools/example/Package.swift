// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "draft-ledger", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "Example", dependencies: [.product(name: "DraftLedger", package: "draft-ledger")])
    ],
    swiftLanguageModes: [.v6]
)
