#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads `data.mdb` with `pread`, which answers with an error where a mapped file would end the process.
struct PageReader {
    let descriptor: Int32
    let directory: String

    /// The file's length in bytes, now.
    func length() throws(LMDBError) -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw LMDBError(status: errno, path: directory, doing: "measuring data.mdb")
        }
        return UInt64(status.st_size)
    }

    /// Fills `buffer` from `offset` on.
    ///
    /// - Throws: `truncated` where the file ends before.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(LMDBError) {
        var done = 0
        while done < buffer.count {
            let count = pread(
                // Not empty, so it has an address.
                descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw LMDBError(status: errno, path: directory, doing: "reading data.mdb at byte \(offset)")
            }
            guard count > 0 else {
                throw LMDBError(
                    .truncated, path: directory,
                    detail: "data.mdb ends at byte \(offset + UInt64(done)), in the middle of a page")
            }
            done += count
        }
    }
}
