package import Foundation

/// A file of `Fixtures/golden`: what came out once and must come out for ever.
///
/// Others read these bytes and script against these lines. To change them on purpose, run the tests with
/// `UPDATE_GOLDEN=1` and read the diff.
package struct GoldenFile: Sendable {
    package static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/golden")

    private static let updates = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    private let name: String

    /// - Parameter name: the path in that folder, such as `commands/look.txt`.
    package init(_ name: String) { self.name = name }

    private var url: URL { Self.folder.appending(path: name) }

    /// What it holds.
    package func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

    /// The first line in which a text parts from the file, beside the file's own; nil where they are the same.
    package func difference(from text: String) throws -> String? {
        if Self.updates { try text.write(to: url, atomically: true, encoding: .utf8) }
        let (new, old) = (Self.lines(text), Self.lines(try self.text()))
        for (number, (now, then)) in zip(new, old).enumerated() where now != then {
            return "\(name), line \(number + 1):\n\(now.prefix(600))\ninstead of\n\(then.prefix(600))"
        }
        return new.count == old.count ? nil : "\(name): \(new.count) lines instead of \(old.count)"
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
