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

/// An entry of a page: size or child (lower 32 bits as two u16), flags or the child's upper 16 bits u16, key size u16,
/// key, data; and a byte more if that makes the number of bytes even.
struct PageNode {
    enum Flag {
        /// The data is the number of the first of several pages.
        static let overflow: UInt16 = 0x01
        /// The data describes a tree.
        static let tree: UInt16 = 0x02
    }

    static let headerSize = 8

    let page: UnsafeMutableRawBufferPointer
    /// The page's number.
    let number: UInt64
    /// Its offset in the page.
    let start: Int

    /// The size of a leaf's value, wherever that is.
    var size: UInt64 { UInt64(word(0)) | UInt64(word(2)) << 16 }
    var flags: UInt16 { word(4) }
    var keySize: Int { Int(word(6)) }
    /// The page that a branch's entry leads to.
    var child: UInt64 { size | UInt64(flags) << 32 }
    /// The offset of the data in the page.
    var data: Int { start + Self.headerSize + keySize }
    /// How many bytes of a leaf's data are in the page.
    var stored: Int { flags & Flag.overflow == 0 ? Int(size) : MemoryLayout<UInt64>.size }

    /// The space that it takes.
    func byteCount(isBranch: Bool) -> Int {
        let byteCount = Self.headerSize + keySize + (isBranch ? 0 : stored)
        return byteCount + byteCount % 2
    }

    /// Eight bytes of the data.
    func number(at offset: Int = 0) -> UInt64 { page.loadUnaligned(fromByteOffset: data + offset, as: UInt64.self) }

    private func word(_ offset: Int) -> UInt16 { page.loadUnaligned(fromByteOffset: start + offset, as: UInt16.self) }
}
