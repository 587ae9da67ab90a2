import Dispatch
import Synchronization

/// The check of every page that a commit's trees lead to, without mapping the file.
///
/// LMDB believes its pages: a length or an offset that is wrong makes it read where nothing is, or end the process.
/// This reads the pages as data and looks at what LMDB would follow.
///
/// A page has a header of 16 bytes: number u64, width u16, flags u16, then the end of its offsets u16 and the start of
/// its nodes u16, or, for a value of several pages, their number u32. Offsets u16 follow, each of a node: size or child
/// (lower 32 bits as two u16), flags or the child's upper 16 bits u16, key size u16, key, data.
final class PageCheck: Sendable {
    private let reader: PageReader
    private let pageSize: Int
    private let pageCount: UInt64
    private let visits = Atomic<UInt64>(0)

    private enum PageFlag {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let overflow: UInt16 = 0x04
        static let keysOnly: UInt16 = 0x20
    }

    private enum NodeFlag {
        static let overflow: UInt16 = 0x01
        static let tree: UInt16 = 0x02
    }

    private static let headerSize = 16
    private static let nodeHeaderSize = 8
    /// The size of a tree's description and where the root is in it.
    private static let treeSize = 48
    private static let treeRootOffset = 40
    /// How many pages make it worth going on in parallel.
    private static let parallelism = 64

    /// - Parameters:
    ///   - reader: the file.
    ///   - meta: the commit to check. Its pages must not be reused meanwhile.
    init(_ reader: PageReader, _ meta: MetaPage) throws(LMDBError) {
        self.reader = reader
        pageSize = meta.pageSize
        pageCount = try min(reader.length() / UInt64(meta.pageSize), meta.lastPage + 1)
    }

    /// Checks the trees from their roots, on all processors. About a microsecond a page and processor.
    ///
    /// - Throws: `truncated` where a page is behind the file's end, `corrupted`.
    func run(from meta: MetaPage) throws(LMDBError) {
        var pages = [meta.freeRoot, meta.mainRoot].filter { $0 != MetaPage.noPage }
        while !pages.isEmpty, pages.count < Self.parallelism {
            var children: [UInt64] = []
            for page in pages { try visit(page) { children.append($0) } }
            pages = children
        }
        let level = pages
        let failure = Guarded<LMDBError?>(nil)
        DispatchQueue.concurrentPerform(iterations: level.count) { index in
            guard failure.withLock({ $0 == nil }) else { return }
            do throws(LMDBError) {
                try descend(level[index])
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func descend(_ page: UInt64) throws(LMDBError) {
        var children: [UInt64] = []
        try visit(page) { children.append($0) }
        for child in children { try descend(child) }
    }

    /// Checks a page and names those that it leads to.
    private func visit(_ number: UInt64, _ found: (UInt64) -> Void) throws(LMDBError) {
        // Pages that lead back to themselves would never end.
        guard visits.add(1, ordering: .relaxed).newValue <= pageCount else {
            throw corrupted(number, "is reached in more than one way")
        }
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 8)
        defer { page.deallocate() }
        try load(number, into: page)
        let flags = page.load(fromByteOffset: 10, as: UInt16.self)
        let isBranch = flags & PageFlag.branch != 0
        guard isBranch || flags & PageFlag.leaf != 0, flags & (PageFlag.overflow | PageFlag.keysOnly) == 0 else {
            throw corrupted(number, "is neither a branch nor a leaf")
        }
        let lower = Int(page.load(fromByteOffset: 12, as: UInt16.self))
        let upper = Int(page.load(fromByteOffset: 14, as: UInt16.self))
        guard lower >= Self.headerSize, lower <= upper, upper <= pageSize else {
            throw corrupted(number, "states impossible bounds")
        }
        for offset in stride(from: Self.headerSize, to: lower - 1, by: 2) {
            let start = Int(page.load(fromByteOffset: offset, as: UInt16.self))
            try checkNode(page, number, start, isBranch, found)
        }
    }

    private func load(_ number: UInt64, into page: UnsafeMutableRawBufferPointer) throws(LMDBError) {
        guard number < pageCount else {
            throw LMDBError(
                .truncated, path: reader.directory,
                detail: "data.mdb has \(pageCount) pages, and page \(number) is part of its last commit")
        }
        try reader.read(page, at: number * UInt64(pageSize))
        guard page.load(as: UInt64.self) == number else { throw corrupted(number, "has the number of another one") }
    }

    private func checkNode(
        _ page: UnsafeMutableRawBufferPointer, _ number: UInt64, _ start: Int, _ isBranch: Bool,
        _ found: (UInt64) -> Void
    ) throws(LMDBError) {
        guard start >= Self.headerSize, start + Self.nodeHeaderSize <= pageSize else {
            throw corrupted(number, "has an entry outside of itself")
        }
        let size =
            UInt64(page.loadUnaligned(fromByteOffset: start, as: UInt16.self))
            | UInt64(page.loadUnaligned(fromByteOffset: start + 2, as: UInt16.self)) << 16
        let flags = page.loadUnaligned(fromByteOffset: start + 4, as: UInt16.self)
        let keySize = Int(page.loadUnaligned(fromByteOffset: start + 6, as: UInt16.self))
        let data = start + Self.nodeHeaderSize + keySize
        if isBranch {
            guard data <= pageSize else { throw corrupted(number, "has a key that is longer than the page") }
            return found(size | UInt64(flags) << 32)
        }
        let stored = flags & NodeFlag.overflow == 0 ? Int(size) : MemoryLayout<UInt64>.size
        guard data + stored <= pageSize else { throw corrupted(number, "has a value that is longer than the page") }
        if flags & NodeFlag.overflow != 0 {
            try checkOverflow(page.loadUnaligned(fromByteOffset: data, as: UInt64.self), size: size, of: number)
        } else if flags & NodeFlag.tree != 0 {
            guard stored == Self.treeSize else { throw corrupted(number, "describes a table wrongly") }
            let root = page.loadUnaligned(fromByteOffset: data + Self.treeRootOffset, as: UInt64.self)
            if root != MetaPage.noPage { found(root) }
        }
    }

    /// Checks the pages of a value that does not fit into a leaf.
    private func checkOverflow(_ first: UInt64, size: UInt64, of number: UInt64) throws(LMDBError) {
        let header = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.headerSize, alignment: 8)
        defer { header.deallocate() }
        try load(first, into: header)
        let needed = (UInt64(Self.headerSize) + size + UInt64(pageSize) - 1) / UInt64(pageSize)
        let pages = UInt64(header.load(fromByteOffset: 12, as: UInt32.self))
        guard header.load(fromByteOffset: 10, as: UInt16.self) & PageFlag.overflow != 0, pages >= needed else {
            throw corrupted(number, "has a value whose pages are not its own")
        }
        guard first + needed <= pageCount else {
            throw LMDBError(
                .truncated, path: reader.directory,
                detail: "data.mdb has \(pageCount) pages, and page \(first + needed - 1) is part of its last commit")
        }
    }

    private func corrupted(_ page: UInt64, _ what: String) -> LMDBError {
        LMDBError(.corrupted, path: reader.directory, detail: "page \(page) of data.mdb \(what)")
    }
}
