/// The entries after a cursor's place that lie in the same page, read without liblmdb.
///
/// A step of liblmdb's is a call with a dozen checks of its own, for what comes to two loads: where the next entry of the
/// page lies, and how long it is. A scan would spend more time on the steps than on the records. So it lets liblmdb find
/// the pages, and walks each by itself: half the time an entry.
///
/// Nothing in the page is trusted: the walk ends before an entry that is not a key of eight bytes with a value that lies
/// in the page. From there, liblmdb continues: to a value that has pages of its own, or to an error. The page's layout
/// is that of `PageCheck`, an entry's that of `PageNode`.
@frozen
@usableFromInline
struct PageWalk {
    @usableFromInline let page: UnsafeRawPointer
    @usableFromInline let pageSize: Int
    /// The place in the page of the next entry's offset.
    @usableFromInline var place: Int
    /// The end of the offsets.
    @usableFromInline let end: Int

    /// - Parameters:
    ///   - key: the cursor's, in a page of the map: a page that a transaction has changed may lie anywhere.
    ///   - pageSize: of the map, which begins at a multiple of it; 0 where it may not.
    @usableFromInline
    init(behind key: UnsafeRawBufferPointer, pageSize: Int) {
        let start = key.baseAddress.map { Int(bitPattern: $0) & (pageSize - 1) } ?? 0
        // Without pages of a known size no key lies in one.
        guard let address = key.baseAddress, pageSize > 0, start >= PageCheck.headerSize + PageNode.headerSize else {
            // Never read; no pattern but 0 is nil.
            self.init(page: UnsafeRawPointer(bitPattern: 8)!, pageSize: 0, place: 0, end: 0)
            return
        }
        let page = address - start
        let end = Int(page.load(fromByteOffset: 12, as: UInt16.self))
        let flags = page.load(fromByteOffset: 10, as: UInt16.self)
        var place = end
        if flags & PageCheck.PageFlag.layout == PageCheck.PageFlag.leaf, end % 2 == 0, end <= pageSize {
            // Most walks begin at the page's first entry.
            place = PageCheck.headerSize
            while place < end, Int(page.load(fromByteOffset: place, as: UInt16.self)) + PageNode.headerSize != start {
                place += 2
            }
        }
        self.init(page: page, pageSize: pageSize, place: place + 2, end: end)
    }

    private init(page: UnsafeRawPointer, pageSize: Int, place: Int, end: Int) {
        (self.page, self.pageSize, self.place, self.end) = (page, pageSize, place, end)
    }

    /// The next entry; nil where the page has none that can be read here.
    @inlinable
    mutating func next() -> (key: UInt64, value: UnsafeRawBufferPointer)? {
        guard place < end else { return nil }
        let start = Int(page.load(fromByteOffset: place, as: UInt16.self))
        let data = start + 16
        guard start >= end, data <= pageSize else { return nil }
        // The value's size u32, flags u16, the key's size u16.
        let header = page.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        let size = Int(truncatingIfNeeded: header & 0xFFFF_FFFF)
        guard header >> 32 == 8 << 16, size <= pageSize - data else { return nil }
        place += 2
        return (
            page.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self),
            UnsafeRawBufferPointer(start: page + data, count: size)
        )
    }
}

extension Cursor where Key == UInt64 {
    /// Calls `body` with the entry at the cursor, and with those after it in its page, until it returns false. Some
    /// nanoseconds an entry, where `next()` takes three times as long.
    ///
    /// The cursor does not move, and the page may have more entries than `body` receives: `move(behind:)` continues.
    ///
    /// - Returns: what `body` returned last.
    /// - Throws: `corrupted` when the stored bytes at the cursor are no key.
    /// - Precondition: the last move found a key.
    @inlinable
    public func walkPage(_ body: (Key, RawSpan) throws -> Bool) throws -> Bool {
        var walk = PageWalk(behind: bytes(at: 0), pageSize: pageSize)
        var entry: (key: Key, value: UnsafeRawBufferPointer)? = (try key, bytes(at: 16))
        while let (key, value) = entry {
            guard try body(key, value.bytes) else { return false }
            entry = walk.next()
        }
        return true
    }

    /// Moves to the first key after the last one that `walkPage` has passed to its body.
    ///
    /// It moves by way of that key: liblmdb needs no search to find the last key of its page, and no search to step
    /// from there to the next page.
    ///
    /// - Returns: false also if `last` is not a key of the table.
    @inlinable
    public mutating func move(behind last: Key) throws(LMDBError) -> Bool {
        if try key != last, try !move(to: last) { return false }
        return try next()
    }
}
