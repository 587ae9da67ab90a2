import Bets
import Draft
import Records
import TestSupport
import Testing

/// The bytes of records and the lines of JSON that they come out as, of every type of event.
///
/// `Fixtures/golden/records.txt` holds, of each event, its line and under it its record in hexadecimal digits. An event
/// of a new type comes in as a line; `UPDATE_GOLDEN=1` puts its record under it.
@Suite struct RecordGoldenTests {
    private static let file = GoldenFile("records.txt")

    private static func lines() throws -> [String] {
        try file.text().split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
    }

    @Test func recordsAndLinesAreWhatTheyWere() throws {
        var text = ""
        for line in try Self.lines() {
            let event = try RecordedEvent(jsonLine: line)
            var writer = RecordWriter()
            try writer.write(
                event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt, salt: event.salt)
            #expect(event.jsonLine == line)
            var read = try writer.bytes.withUnsafeBytes { try RecordedEvent(record: $0, position: event.position) }
            // A record on its own does not know its place: the ledger writes that into it.
            (read.version, read.previous) = (event.version, event.previous)
            #expect(read.jsonLine == line)
            text += "\(line)\n\(Self.hexadecimal(writer.bytes))\n\n"
        }
        #expect(try Self.file.difference(from: text) == nil)
    }

    @Test func everyTypeIsThere() throws {
        let types = try Self.lines().map { try RecordedEvent(jsonLine: $0).event.type }
        #expect(Set(types) == Set(EventType.allCases))
    }

    /// The same of the events of bets, in `bet-records.txt`.
    @Test func recordsAndLinesOfBetsAreWhatTheyWere() throws {
        let file = GoldenFile("bet-records.txt")
        let lines = try file.text().split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
        var text = ""
        for line in lines {
            let event = try RecordedBetEvent(jsonLine: line)
            var writer = RecordWriter()
            try writer.write(
                event.event, stream: event.stream, origin: event.origin, place: (event.version, event.previous),
                recordedAt: event.recordedAt, salt: event.salt)
            #expect(event.jsonLine == line)
            #expect(
                try writer.bytes.withUnsafeBytes {
                    try RecordedBetEvent(record: $0, position: event.position) == event
                })
            text += "\(line)\n\(Self.hexadecimal(writer.bytes))\n\n"
        }
        #expect(try file.difference(from: text) == nil)
        #expect(try Set(lines.map { try RecordedBetEvent(jsonLine: $0).event.type }) == Set(BetEventType.allCases))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
