import Foundation

/// The files of this process that are under way: what has to go when it is ended in the middle of its work.
package enum UnfinishedFiles {
    private static let paths = Paths()

    /// Removes them. Whoever writes one of them fails in the end, so this is for a process that does not go on.
    package static func remove() { paths.removeFiles() }

    static func add(_ path: String) { paths.change { $0.insert(path) } }
    static func forget(_ path: String) { paths.change { $0.remove(path) } }

    /// Unchecked because `lock` guards what it holds.
    private final class Paths: @unchecked Sendable {
        private let lock = NSLock()
        private var paths: Set<String> = []

        func change<Result>(_ body: (inout Set<String>) -> Result) { lock.withLock { _ = body(&paths) } }

        func removeFiles() { lock.withLock { for path in paths { unlink(path) } } }
    }
}
