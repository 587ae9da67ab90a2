import Foundation

/// A directory that is gone when the test is over.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() {
        path = NSTemporaryDirectory() + "draft-ledger-tests-\(UUID().uuidString)"
        // A test that finds no directory says so itself, with more to tell.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    // What cannot be removed stays for the system's own cleaning.
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file.
    ///
    /// - Returns: its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: self(name), atomically: true, encoding: .utf8)
        return self(name)
    }
}
