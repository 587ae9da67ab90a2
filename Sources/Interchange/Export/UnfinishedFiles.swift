import Platform

/// The files of this process that are under way: what has to go when it is ended in the middle of its work.
package enum UnfinishedFiles {
    private static let paths = Guarded<Set<String>>([])

    /// Removes them. A writer of one of them fails afterwards, so this is for a process that ends.
    package static func remove() {
        paths.withLock { for path in $0 { FileSystem.remove(path) } }
    }

    static func add(_ path: String) { _ = paths.withLock { $0.insert(path) } }
    static func forget(_ path: String) { _ = paths.withLock { $0.remove(path) } }
}
