import CLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Environment {
    /// Translates the answer to a failed commit.
    ///
    /// When a write stores less than it was asked to, LMDB answers EIO, whatever the reason. On a disk without room
    /// for a further page the reason is known.
    func commitError(_ status: Int32) -> LMDBError {
        if status == EIO, isDiskFull {
            return LMDBError(.diskFull, path: path, status: status, detail: "committing: no space left on the disk")
        }
        return LMDBError(status: status, path: path, doing: "committing")
    }

    private var isDiskFull: Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    }
}
