/// The right to be the only one who writes in a directory: an advisory lock on it.
///
/// The kernel drops it when the process ends, however it ends, so there is nothing to clean up. It is on the directory
/// itself to leave no file behind, and it is `flock` because that keeps two holders in one process apart too.
package final class DirectoryLock: Sendable {
    private let directory: Guarded<OpenFile?>

    /// Takes the lock; never waits.
    ///
    /// - Throws: with `wouldBlock` where somebody else has it.
    package init(_ path: String) throws(FileError) {
        var action = "opening the directory to lock it"
        do throws(Errno) {
            let directory = try OpenFile(path, .readDirectory)
            action = "locking the directory"
            try directory.lock()
            self.directory = Guarded(directory)
        } catch {
            throw FileError(action, path, error)
        }
    }

    deinit { release() }

    /// Lets the next one in.
    package func release() {
        directory.withLock { directory in
            // Unlocked and not only closed: a process that is being spawned at this moment still has a copy.
            directory?.unlock()
            directory = nil
        }
    }
}
