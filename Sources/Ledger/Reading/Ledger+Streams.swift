import LMDB

extension Ledger {
    /// Calls `body` with a stream's records from the newest back to the oldest, until it returns false.
    ///
    /// Follows the links from record to record: one look-up each, about a microsecond, whatever the ledger's size.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - version: the newest version wanted; the head's for nil.
    ///   - body: takes a position, a header and a record; false ends it.
    /// - Throws: what `body` throws; `damaged` when a link leads astray.
    public func walkBack(
        _ stream: StreamID, from version: UInt32? = nil,
        _ body: (Position, RecordHeader, RawSpan) throws -> Bool
    ) throws {
        guard let head = try head(of: stream) else { return }
        try walkBack(from: head.position) { position, header, record in
            guard header.stream == stream else { throw astray(position, header.stream, stream) }
            if let version, header.version > version { return true }
            return try body(position, header, record)
        }
    }

    /// Calls `body` with the record at a position and then with those before it in its stream, until it returns false.
    public func walkBack(
        from position: Position, _ body: (Position, RecordHeader, RawSpan) throws -> Bool
    ) throws {
        var next: Position? = position
        while next != nil {
            try reporting(path) {
                try environment.read { transaction in
                    var chunk = ScanChunk()
                    while let position = next {
                        let previous = try transaction.withValue(at: position, in: tables.events) { record in
                            try checkLength(record.byteCount, at: position)
                            let header = RecordHeader(record)
                            guard header.hasPlausibleLink(at: position) else { throw brokenLink(position) }
                            return try body(position, header, record) ? header.previous : nil
                        }
                        guard let previous else { throw missing(position) }
                        next = previous
                        if chunk.isOver() { return }
                    }
                }
            }
        }
    }

    /// The positions of a stream's events, oldest first.
    ///
    /// - Parameters:
    ///   - stream: the stream.
    ///   - versions: which of them; those beyond the head are left out.
    public func positions(
        of stream: StreamID, versions: ClosedRange<UInt32> = 1...UInt32.max
    ) throws(LedgerError) -> [Position] {
        try reportingAll(path) {
            var positions: [Position] = []
            try walkBack(stream, from: versions.upperBound) { position, header, _ in
                guard header.version >= versions.lowerBound else { return false }
                positions.append(position)
                return header.version > versions.lowerBound
            }
            return positions.reversed()
        }
    }

    /// Calls `body` with a stream's records from the oldest wanted to the newest, until it returns false.
    ///
    /// The links lead backward, so this collects the positions first: 8 bytes an event.
    public func walk(
        _ stream: StreamID, versions: ClosedRange<UInt32> = 1...UInt32.max,
        _ body: (Position, RecordHeader, RawSpan) throws -> Bool
    ) throws {
        var positions = try positions(of: stream, versions: versions)[...]
        while !positions.isEmpty {
            try reporting(path) {
                try environment.read { transaction in
                    var chunk = ScanChunk()
                    while let position = positions.popFirst() {
                        let goesOn = try transaction.withValue(at: position, in: tables.events) { record in
                            try checkLength(record.byteCount, at: position)
                            return try body(position, RecordHeader(record), record)
                        }
                        guard let goesOn else { throw missing(position) }
                        if !goesOn { positions = [] }
                        if chunk.isOver() { return }
                    }
                }
            }
        }
    }

    private func astray(_ position: Position, _ found: StreamID, _ stream: StreamID) -> LedgerError {
        LedgerError(
            .damaged, path: path,
            detail: "the links of stream \(stream) lead to position \(position), an event of stream \(found)")
    }

    private func brokenLink(_ position: Position) -> LedgerError {
        LedgerError(
            .damaged, path: path,
            detail: "the event at position \(position) has a link that cannot be to the one before it in its stream")
    }
}

extension RecordHeader {
    /// Whether the link of the record at `position` can be right: backward, and there unless the version is 1. A walk
    /// along such links ends.
    func hasPlausibleLink(at position: Position) -> Bool {
        guard let previous else { return version == 1 }
        return version > 1 && previous < position
    }
}

extension Ledger {
    /// The streams with a name in a range, in the order of their names.
    ///
    /// Reads the rows of the range and looks through the heads that moved lately; about 10 million streams a second.
    public func streams(in names: ClosedRange<StreamID>) throws(LedgerError) -> [StreamID] {
        try reportingAll(path) {
            try environment.read { transaction in
                var streams: Set<StreamID> = []
                try transaction.withCursor(on: tables.streams) { cursor in
                    var found = try cursor.move(toOrAfter: names.lowerBound.rawValue)
                    while found {
                        let stream = StreamID(rawValue: try cursor.key)
                        guard stream <= names.upperBound else { break }
                        streams.insert(stream)
                        found = try cursor.next()
                    }
                }
                func add(_ stream: StreamID, _: StreamHead) {
                    if names.contains(stream) { streams.insert(stream) }
                }
                if let writing {
                    writing.writer.heads.forEachRecent(add)
                } else {
                    try follower.forEachRecent(in: transaction, add)
                }
                return streams.sorted()
            }
        }
    }
}
