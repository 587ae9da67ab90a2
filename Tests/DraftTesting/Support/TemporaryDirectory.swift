import Foundation

/// A directory that is gone when the test is over.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() {
        path = NSTemporaryDirectory() + "draft-ledger-tests-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }
}
