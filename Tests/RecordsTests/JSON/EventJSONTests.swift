import Draft
import TestSupport
import Testing
import TextFormats

@testable import Records  // events are read from random fields

@Suite(.seeded) struct EventJSONTests {
    /// Every type of event, with fields that a seed fills: out as JSON and in again gives the same record.
    @Test(arguments: EventType.allCases)
    func everyEventComesBackAsTheSameRecord(type: EventType) throws {
        for seed in UInt64(0)..<40 {
            let sent = randomEvent(type, seed: seed)
            let received = try RecordedEvent(jsonLine: sent.jsonLine)
            #expect(try record(of: received) == record(of: sent), "seed \(seed): \(sent.jsonLine)")
            #expect(received.position == sent.position && received.version == sent.version, "seed \(seed)")
            #expect(received.previous == sent.previous && received.recordedAt == sent.recordedAt, "seed \(seed)")
            #expect(!sent.jsonLine.utf8.contains(UInt8(ascii: "\n")), "seed \(seed): a line feed inside a line")
        }
    }

    @Test func membersMayComeInAnyOrder() throws {
        let line = pick.jsonLine
        let swapped = try #require(
            line.wholeMatch(of: /\{("position":[0-9]+),(.*),"body":\{("pick":[0-9]+),(.*)\}\}/)?.output)
        let other = "{\"body\":{\(swapped.4),\(swapped.3)},\(swapped.2),\(swapped.1)}"
        #expect(try record(of: RecordedEvent(jsonLine: other)) == record(of: pick))
    }

    @Test func theLineReadsAsDocumented() {
        #expect(
            pick.jsonLine == """
                {"position":41,"stream":"room/3","version":19,"previous":40,"type":"PickMade",\
                "recordedAt":"2022-09-07T07:46:24.000000Z","occurredAt":"2022-09-07T07:46:23.627530Z",\
                "actor":"user/7","commandID":"0000000000000001000000000000000a","fingerprint":99,\
                "body":{"pick":1,"slot":0,"seat":0,"player":5,"adp":154,"claimedAt":null}}
                """)
    }

    /// One thing wrong at a time: the code, and the text at whose first character the message points.
    @Test(arguments: [
        (#"{"position":41,"#, #"{"position":"41","#, JSONLineError.Code.badValue, #""41""#),
        (#"{"position":41,"#, #"{"position":-1,"#, .badValue, "-1"),
        (#"{"position":41,"#, #"{"position":1.0,"#, .badValue, "1.0"),
        (#"{"position":41,"#, #"{"#, .missingField, "{"),
        (#"{"position":41,"#, #"{"é":true,"position":41,"#, .unknownField, "true"),
        (#"{"position":41,"#, #"{"position":41,"position":42,"#, .unknownField, "42"),
        (#""room/3""#, #""hall/3""#, .badValue, #""hall/3"#),
        (#""room/3""#, #""room/0""#, .badValue, #""room/0"#),
        (#""PickMade""#, #""PickUnmade""#, .unknownType, #""PickUnmade"#),
        (#"07:46:24.000000Z"#, #"07:66:24.000000Z"#, .badValue, #""2022-09-07T07:66"#),
        (#""user/7""#, #""usher/7""#, .badValue, #""usher"#),
        (#""user/7""#, #"null"#, .missingField, "{"),
        (#""fingerprint":99"#, #""fingerprint":null"#, .missingField, "{"),
        (#""slot":0,"#, #""#, .missingField, #"{"pick""#),
        (#""slot":0"#, #""slot":256"#, .badValue, "256"),
        (#""adp":154"#, #""adp":4294967295"#, .badValue, "4294967295"),
        (#""claimedAt":null"#, #""claimedAt":null,"mood":"good""#, .unknownField, #""good""#),
        (#"}}"#, #"}"#, .notJSON, ""),
    ])
    func aBrokenLineSaysWhatAndWhere(find: String, put: String, code: JSONLineError.Code, at: String) throws {
        let line = pick.jsonLine
        let broken = line.replacing(find, with: put)
        let start = at.isEmpty ? broken.endIndex : try #require(broken.firstRange(of: at)).lowerBound
        let error = #expect(throws: JSONLineError.self) { try RecordedEvent(jsonLine: broken) }
        #expect(error?.code == code, "\(broken): \(String(describing: error))")
        let column = broken[..<start].unicodeScalars.count + 1
        #expect(error?.column == column, "\(broken): \(String(describing: error))")
    }

    @Test(arguments: ["user/7", "scheduler", "admin", "admin/3 for user/7", "importer", "provider for user/7"])
    func actorsReadAsTheyAreWritten(text: String) {
        #expect(Sender(text: text)?.text == text)
    }

    @Test(arguments: ["", "user/", "user/0", "user/+7", "user/1073741824", "admin/3 for 7", "admin for user/x", "god"])
    func whatIsNoActorIsRefused(text: String) {
        #expect(Sender(text: text) == nil)
    }

    private let pick = RecordedEvent(
        position: 41, stream: .room(3), version: 19, previous: 40,
        recordedAt: Timestamp(microseconds: 1_662_536_784_000_000),
        origin: CommandOrigin(
            occurredAt: Timestamp(microseconds: 1_662_536_783_627_530), actor: .user(7),
            commandID: CommandID(high: 1, low: 10), fingerprint: 99),
        event: .pickMade(PickMade(pick: 1, slot: 0, seat: 0, player: 5, adp: 154, claimedAt: nil)))

    private func randomEvent(_ type: EventType, seed: UInt64) -> RecordedEvent {
        var fields = RandomJSONFields(seed: seed)
        let event = Event(type, reading: &fields)
        var generator = SeededGenerator(seed: seed)
        let caused = type.hasOrigin && seed % 5 != 0
        return RecordedEvent(
            position: generator.next() >> 8, stream: seed % 2 == 0 ? .room(9) : .queue(9, 3), version: 7,
            previous: seed % 3 == 0 ? nil : 5, recordedAt: Timestamp(microseconds: Int64(seed) * 86_399_999_999),
            origin: caused
                ? CommandOrigin(
                    occurredAt: seed % 4 == 0 ? nil : Timestamp(microseconds: -Int64(seed)),
                    actor: .admin(3, onBehalfOf: 4),
                    commandID: CommandID(high: generator.next(), low: generator.next()),
                    fingerprint: UInt32(truncatingIfNeeded: generator.next()))
                : nil,
            event: event)
    }

    private func record(of recorded: RecordedEvent) throws -> [UInt8] {
        var writer = RecordWriter()
        try writer.write(
            recorded.event, stream: recorded.stream, origin: recorded.origin, recordedAt: recorded.recordedAt)
        return writer.bytes
    }

    /// Damaged records say such times.
    @Test(arguments: [Int64.min, .min + 1, .min + 86_400_000_000, -1, 0, .max])
    func anyTimeIsWrittenInJSONAsByItself(microseconds: Int64) {
        let time = Timestamp(microseconds: microseconds)
        var writer = JSONWriter()
        writer.value(time)
        #expect(writer.bytes == Array("\"\(time.iso8601)\"".utf8))
    }
}
