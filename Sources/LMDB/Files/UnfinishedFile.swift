import Platform

/// `data.mdb` as a loss of power can leave it before its first commit: LMDB writes the first two pages of a new file at
/// once and syncs them with the first commit. Until then some sectors of them can be on the disk and others not, and some
/// of the pages of that commit. LMDB itself takes such a file for a foreign one.
enum UnfinishedFile {
    /// In bytes. A first commit writes a few pages; a longer file has something in it that was once committed.
    private static let largest = 1 << 16
    /// In bytes: disks write one whole or not at all.
    private static let sector = 512
    /// In bytes. LMDB takes the size of the machine's pages, up to this one.
    private static let pageSize = min(AddressSpace.pageSize, 32_768)

    /// Whether nothing was ever committed to the file and LMDB would not open it. False for a file that is not there.
    static func stands(in directory: String) throws(LMDBError) -> Bool {
        guard try DataFile.exists(in: directory) else { return false }
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try OpenFile.regular(DataFile.path(in: directory))
            do {
                bytes = try file.contents(upTo: largest)
            } catch {
                if error == .fileTooLarge { return false }
                throw FileError("reading", DataFile.path(in: directory), error)
            }
        } catch {
            throw LMDBError(error, in: directory)
        }
        return isUnfinished(bytes)
    }

    /// Whether every page is what can be left of one: nothing, or its beginning.
    private static func isUnfinished(_ bytes: [UInt8]) -> Bool {
        let pages = stride(from: 0, to: bytes.count, by: pageSize).map { bytes[$0..<min($0 + pageSize, bytes.count)] }
        let metas = (0..<2).map { $0 < pages.count ? pages[$0] : [] }
        guard metas.contains(where: isMissing) else { return false }
        return metas.allSatisfy { isMissing($0) || MetaPage.isOfNewFile($0) }
            && pages.enumerated().dropFirst(2).allSatisfy { index, page in
                isMissing(page) || page.count >= 8 && number(of: page) == UInt64(index)
            }
    }

    /// Of a page whose first sector was not written, LMDB has not begun to understand anything.
    private static func isMissing(_ page: ArraySlice<UInt8>) -> Bool { page.prefix(sector).allSatisfy { $0 == 0 } }

    private static func number(of page: ArraySlice<UInt8>) -> UInt64 {
        page.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
}

extension Environment {
    /// Removes the `data.mdb` that a loss of power has left before anything was committed to it, if there is one: LMDB
    /// could not open it. For a caller that creates an environment and knows that no other process does.
    ///
    /// - Throws: `irregularFile`, `denied`, `system` where the file cannot be looked at.
    package static func discardUnfinished(at path: String) throws(LMDBError) {
        if try UnfinishedFile.stands(in: path) { FileSystem.remove(DataFile.path(in: path)) }
    }
}
