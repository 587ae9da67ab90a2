#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Replaces a file so that it is, at every moment and after a loss of power, either the old one or the new one whole.
package enum DurableFile {
    /// Writes a temporary file in the same directory, syncs it, renames it, and syncs the directory.
    ///
    /// - Parameter permissions: of the new file, such as 0o600.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644
    ) throws(FileError) {
        let temporary = path + ".new"
        try store(bytes, in: temporary, permissions: permissions)
        try move(temporary, to: path)
    }

    /// Creates a file that does not exist yet. If several processes try at once, exactly one succeeds.
    ///
    /// - Returns: false when there is a file already, which stays as it is.
    package static func create(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644
    ) throws(FileError) -> Bool {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        try store(bytes, in: temporary, permissions: permissions)
        defer { unlink(temporary) }
        // A link, unlike a renaming, never takes the place of a file.
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw FileError("creating", path) }
            // The process that created it may not have synced the directory yet, and the caller relies on that.
            try syncDirectory(of: path)
            return false
        }
        do {
            try syncDirectory(of: path)
        } catch {
            // A retry would find the file there, and it would be gone after a loss of power.
            unlink(path)
            throw error
        }
        return true
    }

    /// Renames a whole, synced file over another one, and syncs the directory.
    ///
    /// If the sync fails, the new file is there, and after a loss of power the old one may be back: a process that
    /// finds the new file and discloses it writes it again first.
    package static func move(_ source: String, to path: String) throws(FileError) {
        guard rename(source, path) == 0 else { throw FileError("replacing", path) }
        try syncDirectory(of: path)
    }

    /// Removes a file, and syncs the directory. Does nothing if the file is missing.
    package static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileError("removing", path) }
        try syncDirectory(of: path)
    }

    /// Makes a directory's own entries durable: a synced file that no directory names is lost all the same. Does
    /// nothing where the file system syncs no directories.
    package static func syncDirectory(_ path: String) throws(FileError) {
        let directory: OpenFile
        do {
            directory = try OpenFile(path, .readDirectory)
        } catch {
            throw FileError("opening the directory to sync it", path, error)
        }
        do {
            try directory.sync()
        } catch {
            guard error == .invalidArgument || error == .notSupported else {
                throw FileError("syncing the directory", path, error)
            }
        }
    }

    private static func store(_ bytes: [UInt8], in path: String, permissions: UInt32) throws(FileError) {
        var action = "creating"
        do throws(Errno) {
            // A file that a kill left there, or a link that a third party put there, must not be written to.
            unlink(path)
            let file = try OpenFile(path, .create, permissions: permissions)
            action = "protecting"
            try file.setPermissions(permissions)
            action = "writing"
            try file.write(bytes)
            action = "syncing"
            try file.sync()
        } catch {
            if action != "creating" { unlink(path) }
            throw FileError(action, path, error)
        }
    }

    private static func syncDirectory(of path: String) throws(FileError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return try syncDirectory(".") }
        try syncDirectory(slash == path.startIndex ? "/" : String(path[..<slash]))
    }
}
