import Foundation

/// Replaces a file so that it is, at every moment and after a loss of power, either the old one or the new one whole.
enum DurableFile {
    /// Write beside, sync, rename, sync the directory.
    ///
    /// - Parameter permissions: of the new file, such as 0o600.
    static func replace(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) throws {
        let temporary = path + ".new"
        try store(bytes, in: temporary, permissions: permissions)
        try move(temporary, to: path)
    }

    /// Puts a file where there is none; of several processes that try at once exactly one succeeds.
    ///
    /// - Returns: false when there is a file already, which stays as it is.
    static func create(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) throws -> Bool {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        try store(bytes, in: temporary, permissions: permissions)
        defer { unlink(temporary) }
        // A link, unlike a renaming, never takes the place of a file.
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw failure("creating", path) }
            return false
        }
        syncDirectory(of: path)
        return true
    }

    /// Renames a whole, synced file over another one, and syncs the directory.
    static func move(_ source: String, to path: String) throws {
        guard rename(source, path) == 0 else { throw failure("replacing", path) }
        syncDirectory(of: path)
    }

    private static func store(_ bytes: [UInt8], in path: String, permissions: mode_t) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw failure("creating", path) }
        do {
            defer { close(descriptor) }
            guard fchmod(descriptor, permissions) == 0 else { throw failure("protecting", path) }
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw failure("writing", path) }
                written += count
            }
            guard fsync(descriptor) == 0 else { throw failure("syncing", path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func syncDirectory(of path: String) {
        let directory = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private static func failure(_ what: String, _ path: String) -> DraftLedgerError {
        let code: DraftLedgerError.Code =
            switch errno {
            case ENOSPC, EDQUOT: .diskFull
            case EACCES, EROFS, EPERM: .readOnly
            default: .inputOutput
            }
        return DraftLedgerError(code, "\(what) \(path): \(String(cString: strerror(errno))).")
    }
}
