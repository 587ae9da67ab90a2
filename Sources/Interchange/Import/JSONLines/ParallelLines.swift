import Draft
import DraftLedger
import Platform
import Records

/// Turns lines into events on all cores, a stretch at a time, and hands them on in their order.
struct ParallelLines {
    /// Lines that one core parses at a time.
    private static let stretch = 2_048

    /// A line with its number, from 1.
    typealias Line = (number: Int, bytes: [UInt8])

    /// Calls `body` with each line's event, or with the reason why it is not an event, until the lines end or `body` throws.
    ///
    /// - Parameter next: gives the next line that is not empty; nil at the end.
    static func forEach(
        _ next: () throws -> Line?, _ body: (Int, Result<RecordedEvent, JSONLineError>) throws -> Void
    ) throws {
        while true {
            var stretches: [[Line]] = []
            while stretches.count < Cores.count, let lines = try take(next) { stretches.append(lines) }
            if stretches.isEmpty { return }
            let parsed = Cores.map(stretches) { lines in lines.map { Self.parse($0.bytes) } }
            for (lines, events) in zip(stretches, parsed) {
                for (line, event) in zip(lines, events) { try body(line.number, event) }
            }
        }
    }

    private static func take(_ next: () throws -> Line?) throws -> [Line]? {
        var lines: [Line] = []
        while lines.count < stretch, let line = try next() { lines.append(line) }
        return lines.isEmpty ? nil : lines
    }

    private static func parse(_ bytes: [UInt8]) -> Result<RecordedEvent, JSONLineError> {
        Result { () throws(JSONLineError) in try RecordedEvent(jsonLine: bytes) }
    }
}
