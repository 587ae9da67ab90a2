/// The check of what leaves hold: values, the descriptions of tables, and lists of free pages.
extension PageCheck {
    /// The size of a tree's description, and where the flags and the root are in it.
    private static let treeSize = 48
    private static let treeFlagsOffset = 4
    private static let treeRootOffset = 40

    /// Checks a leaf's entry, and names the table's root that it may lead to. Its key is known to be inside of the page.
    func checkLeafNode(
        _ node: PageNode, of tree: Tree, _ found: (UInt64, Tree) -> Void
    ) throws(LMDBError) {
        // Any other flag is of a table with several values at a key, for which LMDB would follow what is not there.
        guard
            node.flags == 0 || node.flags == PageNode.Flag.overflow
                || (node.flags == PageNode.Flag.tree && tree == .main)
        else { throw corrupted(node.number, "has an entry of a kind that is not used") }
        guard node.data + node.stored <= pageSize else {
            throw corrupted(node.number, "has a value that is longer than the page")
        }
        switch node.flags {
        case PageNode.Flag.overflow:
            try checkOverflow(node.number(), size: node.size, of: node.number)
        case PageNode.Flag.tree:
            guard node.stored == Self.treeSize else { throw corrupted(node.number, "describes a table wrongly") }
            let flags = node.page.loadUnaligned(
                fromByteOffset: node.data + Self.treeFlagsOffset, as: UInt16.self)
            guard flags & ~TreeFlag.integerKeys == 0 else {
                throw corrupted(node.number, "describes a table of a kind that is not used")
            }
            let root = node.number(at: Self.treeRootOffset)
            if root != MetaPage.noPage { found(root, .table) }
        default:
            break
        }
        if tree == .free { try checkPageList(node) }
    }

    /// Checks a list of free pages: their number u64, then each one's. LMDB copies as many as the number says.
    private func checkPageList(_ node: PageNode) throws(LMDBError) {
        guard node.keySize == MemoryLayout<UInt64>.size, node.size >= UInt64(MemoryLayout<UInt64>.size) else {
            throw corrupted(node.number, "lists free pages wrongly")
        }
        var count = node.number()
        if node.flags == PageNode.Flag.overflow {
            let start = UnsafeMutableRawBufferPointer.allocate(byteCount: MemoryLayout<UInt64>.size, alignment: 8)
            defer { start.deallocate() }
            try reader.read(start, at: count * UInt64(pageSize) + UInt64(Self.headerSize))
            count = start.load(as: UInt64.self)
        }
        guard count <= node.size / UInt64(MemoryLayout<UInt64>.size) - 1 else {
            throw corrupted(node.number, "lists more free pages than it has room for")
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
        guard first + pages <= pageCount else {
            throw LMDBError(
                .truncated, path: reader.directory,
                detail: "data.mdb has \(pageCount) pages, and page \(first + pages - 1) is part of its last commit")
        }
    }
}
