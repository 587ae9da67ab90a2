import Draft
import Ledger

extension RecordBatch {
    /// The records of events, in order.
    init(encoding events: [PendingEvent]) throws(RecordError) {
        self.init(reservingRecords: events.count, bytes: events.count * 64)
        var writer = RecordWriter()
        for event in events {
            try writer.write(event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt)
            append(writer)
        }
    }

    /// Adds the record that was written last.
    mutating func append(_ writer: RecordWriter) {
        writer.withBytes { bytes in
            append(stream: RecordHeader(bytes.bytes).stream, byteCount: bytes.count) { $0.copyMemory(from: bytes) }
        }
    }
}
