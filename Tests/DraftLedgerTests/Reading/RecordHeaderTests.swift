import Draft
import DraftLedger
import Ledger
import Records
import TestSupport
import Testing

/// A record's header is described twice: in the log, which completes it and knows nothing of events, and in the codec,
/// which knows nothing of the log. Neither may see the other; this sees both.
@Suite struct RecordHeaderTests {
    let directory = TemporaryDirectory()

    @Test func bothNameTheSamePlaces() {
        #expect(RecordHeader.Offset.messageHeader == RecordLayout.Offset.blockLength)
        #expect(RecordHeader.Offset.stream == RecordLayout.Offset.stream)
        #expect(RecordHeader.Offset.version == RecordLayout.Offset.version)
        #expect(RecordHeader.Offset.previous == RecordLayout.Offset.previous)
        #expect(RecordHeader.Offset.recordedAt == RecordLayout.Offset.recordedAt)
        #expect(RecordHeader.Offset.end == RecordLayout.Offset.headersEnd)
        #expect(RecordHeader.recordSizes == RecordLayout.Offset.headersEnd...RecordLayout.maximumLength)
    }

    /// The codec writes the stream, the log the rest; every field's value is one that no other field has.
    @Test func bothReadTheSameOfARecordThatBothHaveWritten() throws {
        let time: Int64 = 0x0102_0304_0506_0708
        let ledger = try Ledger.create(at: directory("l"), options: .init(clock: { time }))
        let stream = StreamKey.room(RoomID(0x1112_1314))
        var batch = RecordBatch()
        var writer = RecordWriter()
        for key in Array(repeating: StreamKey.room(1), count: 300) + Array(repeating: stream, count: 3) {
            try writer.write(.clockTicked(ClockTicked(pick: 1, remaining: 2)), stream: key, origin: nil)
            writer.withBytes { batch.append($0) }
        }
        try ledger.appendBlocking(AppendRequest(records: batch))
        for (position, version, previous) in [(300, 1, nil), (302, 3, 301)] as [(UInt64, UInt32, UInt64?)] {
            let record = try #require(try ledger.record(at: position))
            try record.withUnsafeBytes { bytes in
                let header = RecordHeader(bytes.bytes)
                let view = try RecordView(bytes, position: position)
                #expect(header.stream.rawValue == stream.rawValue)
                #expect(view.stream == stream.rawValue)
                #expect(header.version == version)
                #expect(view.version == version)
                #expect(header.previous == previous)
                #expect(view.previous == previous)
                #expect(header.recordedAt == time)
                #expect(view.recordedAt == Timestamp(microseconds: time))
            }
        }
    }

    /// Nine in ten records are ticks and are told by their place and length alone: of the stream only the name tells.
    @Test(arguments: [0xF000_0000_0000_0100, 0x0900_0000_0000_0101] as [UInt64])
    func aTickInAStreamThatThereCannotBeIsFound(name: UInt64) throws {
        let path = directory("l")
        let ledger = try Ledger.create(at: path, options: .init(clock: { 1 }))
        var writer = RecordWriter()
        try writer.write(.clockTicked(ClockTicked(pick: 1, remaining: 2)), stream: .clock(1), origin: nil)
        var record = writer.withBytes { Array($0) }
        withUnsafeBytes(of: name.littleEndian) {
            record.replaceSubrange(RecordHeader.Offset.stream..<RecordHeader.Offset.version, with: $0)
        }
        var batch = RecordBatch()
        record.withUnsafeBytes { batch.append($0) }
        try ledger.appendBlocking(AppendRequest(records: batch))
        ledger.close()
        let report = try DraftLedger.open(at: path).verify()
        #expect(report.findings.contains { $0.check == "records" && $0.position == 0 }, "\(report.findings)")
    }
}
