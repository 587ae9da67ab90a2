import Foundation

/// Replaces a file so that it is, at every moment and after a loss of power, either the old one or the new one whole.
enum AtomicFile {
    /// Write beside, sync, rename, sync the directory.
    ///
    /// - Parameter permissions: of the new file, such as 0o600.
    static func replace(_ path: String, with bytes: [UInt8], permissions: mode_t = 0o644) throws {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw failure("creating", temporary) }
        do {
            defer { close(descriptor) }
            guard fchmod(descriptor, permissions) == 0 else { throw failure("protecting", temporary) }
            var written = 0
            while written < bytes.count {
                let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { throw failure("writing", temporary) }
                written += count
            }
            guard fsync(descriptor) == 0 else { throw failure("syncing", temporary) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else { throw failure("replacing", path) }
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
