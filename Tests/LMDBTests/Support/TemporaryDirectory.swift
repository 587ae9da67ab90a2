import Foundation

/// A directory that is gone when the test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "lmdb-tests-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    func callAsFunction(_ name: String) -> String { path + "/" + name }
}
