import Platform

/// Reads `data.mdb` as a file, which answers with an error where a mapped one would end the process.
struct PageReader {
    let file: OpenFile
    let directory: String

    /// The file's length in bytes, now.
    func length() throws(LMDBError) -> UInt64 {
        do {
            return try file.length()
        } catch {
            throw LMDBError(error, path: directory, doing: "measuring data.mdb")
        }
    }

    /// Fills `buffer` from `offset` on.
    ///
    /// - Throws: `truncated` where the file ends before.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(LMDBError) {
        let count: Int
        do {
            count = try file.read(into: buffer, at: offset)
        } catch {
            throw LMDBError(error, path: directory, doing: "reading data.mdb at byte \(offset)")
        }
        guard count == buffer.count else {
            throw LMDBError(
                .truncated, path: directory,
                detail: "data.mdb ends at byte \(offset + UInt64(count)), in the middle of a page")
        }
    }
}
