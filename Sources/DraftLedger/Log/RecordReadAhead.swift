import Draft
import Ledger
import Records

/// Reads the log some records at a time, each time in transactions that are over before anybody sees the records: who
/// looks at them can do so at leisure, without keeping old pages from being used again, and may write.
struct RecordReadAhead {
    private let type: EventType?
    private let ledger: Ledger
    private var position: UInt64
    /// Few at first: many a reader has seen enough soon.
    private var limit = 64
    private var isOver = false

    private static let largestLimit = 4_096
    private static let largestSize = 1 << 20

    /// - Parameter type: records of another type are left out.
    init(of type: EventType?, from start: UInt64, in ledger: Ledger) {
        self.type = type
        self.ledger = ledger
        position = start
    }

    /// The next records; nil after the last one.
    mutating func next() throws -> CopiedRecords? {
        guard !isOver else { return nil }
        var records = CopiedRecords()
        isOver = true
        do {
            position = try ledger.scan(position...) { position, record in
                try record.withUnsafeBytes { bytes in
                    if let type, try RecordView(bytes, position: position).templateID != type.rawValue { return true }
                    records.append(bytes, at: position)
                    isOver = records.count < limit && records.byteCount < Self.largestSize
                    return isOver
                }
            }
        } catch {
            // Those before the one that cannot be read can be.
            isOver = true
            records.failure = error
        }
        limit = min(2 * limit, Self.largestLimit)
        return records
    }
}

/// Copies of records, in order.
struct CopiedRecords {
    private var bytes: [UInt8] = []
    private var ends: [(position: UInt64, end: Int)] = []

    /// The error that stopped the reading.
    var failure: (any Error)?

    var count: Int { ends.count }
    var byteCount: Int { bytes.count }

    mutating func append(_ record: UnsafeRawBufferPointer, at position: UInt64) {
        bytes.append(contentsOf: record)
        ends.append((position, bytes.count))
    }

    /// Calls `body` with one record after the other until it returns false.
    ///
    /// - Returns: whether it never did.
    func forEach(_ body: (RecordView) throws -> Bool) throws -> Bool {
        try bytes.withUnsafeBytes { bytes in
            var start = 0
            for (position, end) in ends {
                let record = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                guard try body(RecordView(record, position: position)) else { return false }
                start = end
            }
            return true
        }
    }
}
