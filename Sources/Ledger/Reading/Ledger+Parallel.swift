import Platform

extension Ledger {
    /// Cuts a range of positions into chunks and calls `body` with one after the other, on several threads at once.
    ///
    /// For work over the whole log whose parts are independent until they are joined: `body` scans its chunk and keeps
    /// or hands on what it made of it. Chunks begin at multiples of `chunkSize`, are begun in order, and are drawn as
    /// threads become free, so no thread waits for a slow one, and memory is bounded by what `body` uses.
    ///
    /// - Parameters:
    ///   - positions: what to cover; those beyond the ledger's end are left out.
    ///   - chunkSize: how many positions at a time; a power of two from 256 on keeps chunks whole subtrees of the tree.
    ///   - threads: how many at once; nil for as many as there are processors.
    ///   - body: called from several threads with a chunk. The first error stops the others after their chunk.
    /// - Throws: the first error of `body`.
    public func forEachChunk(
        of positions: some RangeExpression<Position>, chunkSize: Position = 1 << 16, threads: Int? = nil,
        _ body: @Sendable (Range<Position>) throws -> Void
    ) throws {
        let positions = positions.relative(to: 0..<Position.max).clamped(to: 0..<(try size))
        guard !positions.isEmpty else { return }
        let firstChunk = positions.lowerBound / chunkSize
        let chunks = Int((positions.upperBound - 1) / chunkSize - firstChunk) + 1
        try Cores.forEach(chunks, threads: threads ?? Cores.count) { number in
            let start = (firstChunk + Position(number)) * chunkSize
            try body((start..<start + chunkSize).clamped(to: positions))
        }
    }
}
