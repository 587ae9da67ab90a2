import Ledger

extension RecordBatch {
    /// Records of the given streams in turn, whose event says which one they are: 36 bytes of header, then a number
    /// and padding.
    init(_ streams: some Sequence<UInt64>, padding: Int = 0, recordedAt: [Int64] = []) {
        self.init()
        for (index, stream) in streams.enumerated() {
            append(stream: StreamID(rawValue: stream), byteCount: 44 + padding) { record in
                record.storeBytes(of: UInt64(index).littleEndian, toByteOffset: 36, as: UInt64.self)
                if recordedAt.indices.contains(index) {
                    record.storeBytes(
                        of: recordedAt[index].littleEndian, toByteOffset: RecordHeader.Offset.recordedAt,
                        as: Int64.self)
                }
            }
        }
    }
}

extension RecordBatch {
    /// Records of 36 bytes that state their places.
    init(places: [(stream: UInt64, version: UInt32, previous: Position?)]) {
        self.init()
        for place in places {
            append(stream: StreamID(rawValue: place.stream), byteCount: RecordHeader.Offset.end) { record in
                record.storeBytes(
                    of: place.version.littleEndian, toByteOffset: RecordHeader.Offset.version, as: UInt32.self)
                record.storeBytes(
                    of: (place.previous ?? .max).littleEndian, toByteOffset: RecordHeader.Offset.previous,
                    as: UInt64.self)
            }
        }
    }
}

extension AppendRequest {
    /// One record of a stream that must be at a version.
    static func one(_ stream: UInt64, at version: UInt32) -> AppendRequest {
        AppendRequest(
            records: RecordBatch([stream]),
            expectations: [StreamExpectation(StreamID(rawValue: stream), .exact(version))])
    }

    /// Records of the given streams, whatever there is of them.
    static func any(_ streams: some Sequence<UInt64>, padding: Int = 0) -> AppendRequest {
        AppendRequest(records: RecordBatch(streams, padding: padding))
    }
}

extension Ledger {
    /// Every record's header, in order.
    func headers(_ positions: Range<Position> = 0..<Position.max) throws -> [RecordHeader] {
        var headers: [RecordHeader] = []
        try scan(positions) { _, record in
            headers.append(RecordHeader(record))
            return true
        }
        return headers
    }
}
