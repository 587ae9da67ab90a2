// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "drafter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "draft-ledger", path: "../..")],
    targets: [
        .executableTarget(name: "Drafter", dependencies: [.product(name: "DraftClient", package: "draft-ledger")])
    ],
    swiftLanguageModes: [.v6]
)
