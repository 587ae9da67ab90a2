import Platform

/// Whether a ledger's path still leads to the files that are open.
///
/// Open files outlive their names: a process writes on to a directory that was deleted, moved, replaced or mounted over,
/// and whatever it acknowledges is gone when it ends. So a writer compares the names with what it has opened, before it
/// writes and before it acknowledges, and does neither while they differ. It continues when the same files are back.
package final class DirectoryWatch: Sendable {
    private struct Look {
        /// On the monotonic clock, in nanoseconds; 0 for never.
        var time: UInt64 = 0
        var dataSize: UInt64 = 0
        var finding: String?
    }

    /// In nanoseconds: how long a look holds where nothing is acknowledged by it.
    package static let pace: UInt64 = 500_000_000

    private let path: String
    private let opened: [(name: String, identity: FileStatus.Identity)]
    private let last: Guarded<Look>

    /// - Parameter path: of a ledger that has just been opened.
    init(of path: String) throws(LedgerError) {
        self.path = path
        last = Guarded(Look())
        var opened: [(String, FileStatus.Identity)] = []
        for name in ["", "data.mdb", "lock.mdb"] {
            do throws(Errno) {
                opened.append((name, try Self.status(of: name, in: path).identity))
            } catch {
                throw LedgerError(FileError("looking at", Self.place(name, in: path), error))
            }
        }
        self.opened = opened
    }

    /// The reason why the ledger is not written, as part of a sentence; nil while its path leads to it.
    ///
    /// Three system calls, some microseconds, where the last look is too old.
    ///
    /// - Parameter age: in nanoseconds, how old a look may be.
    package func finding(noOlderThan age: UInt64 = pace) -> String? {
        last.withLock { last in
            let now = SystemClock.monotonic()
            if last.time > 0, now - last.time < age { return last.finding }
            last.finding = look(&last.dataSize)
            last.time = now
            return last.finding
        }
    }

    /// - Throws: `moved` while the path leads elsewhere.
    func check(noOlderThan age: UInt64) throws(LedgerError) {
        if let finding = finding(noOlderThan: age) { throw LedgerError(.moved, path: path, detail: finding) }
    }

    private func look(_ dataSize: inout UInt64) -> String? {
        for (name, identity) in opened {
            let what = name.isEmpty ? "the ledger's directory" : name
            let status: FileStatus
            do throws(Errno) {
                status = try Self.status(of: name, in: path)
            } catch {
                return error == .notFound || error == .notDirectory
                    ? "\(what) no longer exists: it was deleted or moved while it was open"
                    : "\(what) can no longer be checked: \(error)"
            }
            guard status.identity == identity else {
                return "\(what) is not the opened one: it was replaced or mounted over"
            }
            guard name == "data.mdb" else { continue }
            if status.size < dataSize { return "data.mdb was truncated from \(dataSize) to \(status.size) bytes" }
            dataSize = status.size
        }
        return nil
    }

    /// The directory may be reached through a link, the files may not.
    private static func status(of name: String, in path: String) throws(Errno) -> FileStatus {
        try name.isEmpty ? FileStatus(of: path) : FileStatus(ofItself: place(name, in: path))
    }

    private static func place(_ name: String, in path: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }
}
