import Platform

/// How readers without a slot in LMDB's table keep their pages.
///
/// A reader enters its snapshot in `lock.mdb`, and a writer reuses no page that a snapshot there needs. A reader that
/// cannot write that file (another user, a read-only mount) has no slot: LMDB's `MDB_NOLOCK` reads all the same, and a
/// writer can overwrite the pages that are being read. The reader then meets torn pages and takes a sound file for a
/// damaged one, or dies of them.
///
/// So such a reader marks its snapshot by a shared lock on one byte of `data.mdb`, far after its end, which needs no
/// right to write. The writer looks for marks before each transaction, and while there are any it keeps a snapshot of
/// its own in LMDB's table ("pin") that protects them.
///
/// **Which pin protects which snapshot.** In LMDB 0.9, transaction *W* takes free pages that were given up by
/// transactions *k* < *oldest*, where *oldest* is the smaller of *W* - 1 and the oldest slot (`mdb_find_oldest`,
/// `mdb_page_alloc`). Snapshot *T* needs pages given up by *k* ≥ *T* + 1. A slot at *P* ≤ *T* + 1 therefore protects *T*.
///
/// **Why no reader is missed.** A reader reads the number *M* of the last commit, marks *M*, and only then begins its
/// snapshot *T* ≥ *M*. If the writer looked before the mark and began *W*, then *T* ≥ *W* - 1, because *W* - 1 had been
/// committed when it looked. *W* itself reuses pages with *k* ≤ *W* - 2 < *T* + 1: no page of *T*. Before *W* + 1 the
/// writer sees the mark and pins *W* ≤ *T* + 1. A pin is given up when the next one is ≤ *M* + 1 for the smallest mark
/// *M*, which is ≤ *T* + 1 for every reader that there is.
///
/// A writer that looks for marks says so by a shared lock on the byte before them. An earlier version of this
/// software does not: there the reader fails with `readerNotProtected`.
final class SnapshotMarks: Sendable {
    /// The byte that a writer locks which looks for marks. Files end long before it.
    private static let writerByte: UInt64 = (1 << 62) - 1
    /// The byte of snapshot 0.
    private static let firstByte: UInt64 = 1 << 62
    private static let byteCount: UInt64 = 1 << 61

    private let reader: PageReader
    /// How many transactions of this process read at each mark.
    private let counts = Guarded<[UInt64: Int]>([:])

    /// - Parameter isWriter: whether to announce that this process writes and looks for marks.
    init(in directory: String, isWriter: Bool) throws(LMDBError) {
        do throws(FileError) {
            reader = PageReader(
                file: try OpenFile.regular(DataFile.path(in: directory)),
                directory: directory)
        } catch {
            throw LMDBError(error, in: directory)
        }
        guard isWriter else { return }
        do throws(Errno) {
            try reader.file.lockRange(from: Self.writerByte, isShared: true)
        } catch {
            throw LMDBError(error, path: directory, doing: "announcing a writer to readers without a slot")
        }
    }

    /// Returns the marks of a reader without a slot, in a place in which writers respect them or no writer is at work.
    ///
    /// - Returns: nil if the file system has no such locks, and no writer either: the file is read as it is.
    /// - Throws: `readerNotProtected` if a writer is at work that does not look for marks.
    static func ofReader(in directory: String) throws(LMDBError) -> SnapshotMarks? {
        let marks = try SnapshotMarks(in: directory, isWriter: false)
        let canMark = marks.canMark
        if canMark, marks.areRespected { return marks }
        // A writer that is just beginning has the directory's lock before it announces itself.
        for _ in 0..<50 {
            guard isWritten(directory) else { return canMark ? marks : nil }
            if canMark, marks.areRespected { return marks }
            SystemClock.sleep(microseconds: 2_000)
        }
        throw marks.refusal
    }

    private var canMark: Bool {
        // Whatever the reason, a file system without such locks among them.
        guard let mark = try? begin() else { return false }
        end(mark)
        return true
    }

    /// Whether somebody has the directory to write in it.
    private static func isWritten(_ directory: String) -> Bool {
        do {
            try DirectoryLock(directory, isShared: true).release()
            return false
        } catch {
            return error.errno == .wouldBlock
        }
    }

    private var refusal: LMDBError {
        LMDBError(
            .readerNotProtected, path: reader.directory,
            detail: "a writer that ignores readers without access to lock.mdb (an earlier version) is at work, and "
                + "would overwrite what is read here")
    }

    /// Makes sure, after a snapshot was read, that no writer can have overwritten its pages.
    ///
    /// - Parameters:
    ///   - transaction: the snapshot's number.
    ///   - begun: when it began, on the monotonic clock.
    ///   - hasFailed: whether reading it met an error, which is then taken for one of the overwriting.
    /// - Throws: `readerNotProtected`.
    func confirm(_ transaction: UInt64, begun: UInt64, hasFailed: Bool) throws(LMDBError) {
        // Up to here no page of the snapshot has been reused, whatever the writer is.
        guard try lastCommit() > transaction + 1 else { return }
        if areRespected {
            guard SystemClock.monotonic() - begun >= SnapshotPins.longest else { return }
            throw LMDBError(
                .readerNotProtected, path: reader.directory,
                detail:
                    "reading one snapshot took longer than \(SnapshotPins.longest / 1_000_000_000) s, and the writer "
                    + "may have overwritten what was read")
        }
        if hasFailed || Self.isWritten(reader.directory) { throw refusal }
    }

    // MARK: Readers

    /// The number of the last commit.
    func lastCommit() throws(LMDBError) -> UInt64 { try MetaPage.newest(reader).transaction }

    /// Marks the last commit: a snapshot that begins after this call keeps its pages until `end`.
    func begin() throws(LMDBError) -> UInt64 {
        let mark = try lastCommit()
        do throws(Errno) {
            try counts.withLock { counts throws(Errno) in
                if counts[mark] == nil { try reader.file.lockRange(from: Self.firstByte + mark, isShared: true) }
                counts[mark, default: 0] += 1
            }
        } catch {
            throw LMDBError(error, path: reader.directory, doing: "marking a snapshot of data.mdb")
        }
        return mark
    }

    func end(_ mark: UInt64) {
        counts.withLock { counts in
            counts[mark, default: 1] -= 1
            guard counts[mark] == 0 else { return }
            counts[mark] = nil
            // Nothing keeps a lock from being given up; closing the file would do it too.
            try? reader.file.unlockRange(from: Self.firstByte + mark)
        }
    }

    /// Copies a marked snapshot to another directory.
    ///
    /// - Returns: false, with nothing copied, where a later commit came before the meta pages had been read.
    func copy(_ transaction: UInt64, to directory: String) throws(LMDBError) -> Bool {
        let meta = try MetaPage.newest(reader)
        let metaBytes = 2 * meta.pageSize
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1 << 20, metaBytes), alignment: 8)
        defer { buffer.deallocate() }
        try reader.read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<metaBytes]), at: 0)
        // The page of this commit is not written to before the next commit is done.
        let last = try lastCommit()
        guard meta.transaction == transaction, last == transaction else { return false }
        do throws(FileError) {
            let path = DataFile.path(in: directory)
            do throws(Errno) {
                let copy = try OpenFile(path, .create)
                try copy.write(Array(buffer[..<metaBytes]))
                var offset = UInt64(metaBytes)
                while offset < meta.usedBytes {
                    let size = min(buffer.count, Int(meta.usedBytes - offset))
                    let count = try reader.file.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]), at: offset)
                    // Pages at the end that were given up before they were ever written.
                    guard count > 0 else { break }
                    try copy.write(Array(buffer[..<count]), at: offset)
                    offset += UInt64(count)
                }
            } catch {
                throw FileError("copying data.mdb to", path, error)
            }
        } catch {
            throw LMDBError(error, in: directory)
        }
        return true
    }

    /// Whether a writer is there that looks for marks.
    var areRespected: Bool {
        // A file system that cannot tell has no writer that could announce itself.
        (try? reader.file.foreignLock(from: Self.writerByte, count: 1)) != nil
    }

    // MARK: The writer

    /// Returns the oldest snapshot that a reader has marked. One system call if no mark exists.
    func oldest() -> UInt64? {
        var oldest: UInt64?
        var count = Self.byteCount
        // The system names any lock in the range, so ask again for the bytes before it.
        // Without an answer there are no marks: the reader's own calls fail in the same way.
        while count > 0, let byte = try? reader.file.foreignLock(from: Self.firstByte, count: count) {
            count = byte - Self.firstByte
            oldest = count
        }
        return oldest
    }

    /// Tells readers that their marks are no longer looked for. Nothing keeps a lock from being given up.
    func withdraw() { try? reader.file.unlockRange(from: Self.writerByte) }
}
