import Platform
import Synchronization

/// The check of every page that a commit's trees lead to, without mapping the file.
///
/// LMDB believes its pages: a length or an offset that is wrong makes it read where nothing is, or end the process.
/// This reads the pages as data and looks at what LMDB would follow.
///
/// A page has a header of 16 bytes: number u64, width u16, flags u16, then the end of its offsets u16 and the start of
/// its nodes u16, or, for a value of several pages, their number u32. Offsets u16 follow, each of a node; see `PageNode`.
final class PageCheck: Sendable {
    let reader: PageReader
    let pageSize: Int
    let pageCount: UInt64
    private let visits = Atomic<UInt64>(0)

    enum TreeFlag {
        /// The one flag of a tree that this module sets, `MDB_INTEGERKEY`. Others make LMDB look for keys elsewhere: for
        /// trees inside of values, say.
        static let integerKeys: UInt16 = 0x08
    }

    /// The purpose of a tree's keys and values.
    enum Tree {
        /// Transactions and the pages that they gave up.
        case free
        /// The names of tables and their descriptions.
        case main
        case table
    }

    enum PageFlag {
        static let branch: UInt16 = 0x01
        static let leaf: UInt16 = 0x02
        static let overflow: UInt16 = 0x04
        /// All that say how a page is laid out. The others are LMDB's notes about pages in memory.
        static let layout: UInt16 = 0x6F
    }

    static let headerSize = 16
    /// The number of pages from which a parallel check is faster.
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
    /// - Throws: `truncated` if a page is after the file's end, `corrupted`.
    func run(from meta: MetaPage) throws(LMDBError) {
        guard meta.freeFlags == TreeFlag.integerKeys, meta.mainFlags == 0 else {
            throw corrupted(meta.transaction % 2, "gives its trees flags that they cannot have")
        }
        var pages: [(UInt64, Tree)] = [(meta.freeRoot, .free), (meta.mainRoot, .main)].filter {
            $0.0 != MetaPage.noPage
        }
        while !pages.isEmpty, pages.count < Self.parallelism {
            var children: [(UInt64, Tree)] = []
            for (page, tree) in pages { try visit(page, of: tree) { children.append(($0, $1)) } }
            pages = children
        }
        let level = pages
        try Cores.forEach(level.count) { (number: Int) throws(LMDBError) in
            try descend(level[number].0, of: level[number].1)
        }
    }

    private func descend(_ page: UInt64, of tree: Tree) throws(LMDBError) {
        var children: [(UInt64, Tree)] = []
        try visit(page, of: tree) { children.append(($0, $1)) }
        for (child, tree) in children { try descend(child, of: tree) }
    }

    /// Checks a page of a tree and names those that it leads to.
    private func visit(_ number: UInt64, of tree: Tree, _ found: (UInt64, Tree) -> Void) throws(LMDBError) {
        // Pages that lead back to themselves would never end.
        guard visits.add(1, ordering: .relaxed).newValue <= pageCount else {
            throw corrupted(number, "is reached in more than one way")
        }
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 8)
        defer { page.deallocate() }
        try load(number, into: page)
        let layout = page.load(fromByteOffset: 10, as: UInt16.self) & PageFlag.layout
        let isBranch = layout == PageFlag.branch
        guard isBranch || layout == PageFlag.leaf else { throw corrupted(number, "is neither a branch nor a leaf") }
        let lower = Int(page.load(fromByteOffset: 12, as: UInt16.self))
        let upper = Int(page.load(fromByteOffset: 14, as: UInt16.self))
        guard lower >= Self.headerSize, lower % 2 == 0, lower <= upper, upper <= pageSize else {
            throw corrupted(number, "states impossible bounds")
        }
        // LMDB ends the process where a branch does not branch, and reads the first entry of a leaf unasked.
        guard (lower - Self.headerSize) / 2 > (isBranch && tree != .free ? 1 : 0) else {
            throw corrupted(number, "has too few entries")
        }
        var used = 0
        for offset in stride(from: Self.headerSize, to: lower, by: 2) {
            let start = Int(page.load(fromByteOffset: offset, as: UInt16.self))
            let node = PageNode(page: page, number: number, start: start)
            guard start >= upper, start + PageNode.headerSize <= pageSize, node.data <= pageSize else {
                throw corrupted(number, "has an entry outside of itself")
            }
            if isBranch {
                found(node.child, tree)
            } else {
                try checkLeafNode(node, of: tree, found)
            }
            used += node.byteCount(isBranch: isBranch)
        }
        // They lie side by side. LMDB moves them by their sizes when one is removed.
        guard used == pageSize - upper else { throw corrupted(number, "has entries of impossible sizes") }
    }

    func load(_ number: UInt64, into page: UnsafeMutableRawBufferPointer) throws(LMDBError) {
        guard number < pageCount else {
            throw LMDBError(
                .truncated, path: reader.directory,
                detail: "data.mdb has \(pageCount) pages, and page \(number) is part of its last commit")
        }
        try reader.read(page, at: number * UInt64(pageSize))
        guard page.load(as: UInt64.self) == number else { throw corrupted(number, "has the number of another one") }
    }

    func corrupted(_ page: UInt64, _ what: String) -> LMDBError {
        LMDBError(.corrupted, path: reader.directory, detail: "page \(page) of data.mdb \(what)")
    }
}
