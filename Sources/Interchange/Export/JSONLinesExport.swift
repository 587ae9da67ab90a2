package import Draft
package import DraftLedger
import Platform
import Records
import TextFormats

/// Hands the ledger's events on, a JSON object a line.
///
/// The whole ledger, exported and imported into an empty one, gives the same size and the same root. A part of it is
/// for reading: its positions have gaps.
package struct JSONLinesExport: Sendable {
    /// Only the events of this room and its clock; nil for all of them. They are what everyone in the room could see, and hold
    /// nothing of its queues; whom the rules passed over for a seat is left out, since that is its queue.
    package var room: RoomID?

    /// Told how many events of how many have been written.
    package var progress: ProgressHandler?

    package init(room: RoomID? = nil) { self.room = room }

    /// Events that one core turns into text at a time.
    private static let stretch: UInt64 = 8_192

    /// Writes the events, as of now, on all cores.
    ///
    /// - Parameter path: a file, replaced in one step when it is complete; nil or "-" for standard output.
    /// - Returns: the number of events.
    /// - Throws: `InterchangeError` for the output, `DraftLedgerError` for the ledger.
    @discardableResult
    package func run(_ ledger: DraftLedger, to path: String?) throws -> UInt64 {
        let output = try ExportOutput(path: path)
        let count =
            try room.map { try write(ledger.timeline(of: $0).map(\.withoutQueueContents), to: output) }
            ?? writeAll(of: ledger, to: output)
        try output.finish()
        return count
    }

    private func write(_ events: [RecordedEvent], to output: ExportOutput) throws -> UInt64 {
        var writer = JSONWriter()
        for event in events {
            writer.value(event)
            writer.endLine()
        }
        try output.write(writer.bytes)
        progress?(UInt64(events.count), UInt64(events.count))
        return UInt64(events.count)
    }

    private func writeAll(of ledger: DraftLedger, to output: ExportOutput) throws -> UInt64 {
        let size = try ledger.size
        let workers = Cores.count
        var start: UInt64 = 0
        while start < size {
            let stretches = (0..<UInt64(workers)).map { start + $0 * Self.stretch }.filter { $0 < size }
            let texts = try Cores.map(stretches) { try Self.text(of: ledger, from: $0, below: size) }
            for text in texts { try output.write(text) }
            start = min(size, start + UInt64(workers) * Self.stretch)
            progress?(start, size)
        }
        return size
    }

    private static func text(of ledger: DraftLedger, from start: UInt64, below size: UInt64) throws -> [UInt8] {
        var writer = JSONWriter()
        try ledger.events(from: start, limit: Int(min(stretch, size - start))) { event in
            writer.value(event)
            writer.endLine()
            return true
        }
        return writer.bytes
    }
}
