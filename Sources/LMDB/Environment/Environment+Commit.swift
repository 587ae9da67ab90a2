import Platform

extension Environment {
    /// Translates the answer to a failed commit.
    ///
    /// When a write stores less than it was asked to, LMDB answers EIO, whatever the reason. On a disk without room
    /// for a further page the reason is known.
    func commitError(_ status: Int32) -> LMDBError {
        if Errno(status) == .inputOutput, isDiskFull {
            return LMDBError(.diskFull, path: path, status: status, detail: "committing: no space left on the disk")
        }
        return LMDBError(status: status, path: path, doing: "committing")
    }

    private var isDiskFull: Bool { FileSystem.freeSpace(at: path).map { $0 < 1 << 20 } ?? false }
}
