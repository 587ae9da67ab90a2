package import Foundation

/// The package's own programs, where the build has put them.
package enum Executables {
    package static let draftledger = folder.appending(path: "draftledger")
    package static let crashWriter = folder.appending(path: "CrashWriter")

    /// The folder of the test program itself, or of the bundle that it is on macOS.
    private static let folder: URL = {
        if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }), bundle != Bundle.main {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }()
}
