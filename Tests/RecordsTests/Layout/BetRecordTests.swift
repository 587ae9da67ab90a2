import Bets
import Draft
import TestSupport
import Testing

@testable import Records  // an encoder of fields is internal

@Suite(.seeded) struct BetRecordTests {
    private func record(of event: RecordedBetEvent) throws -> [UInt8] {
        var writer = RecordWriter()
        try writer.write(
            event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt, salt: event.salt)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8], at position: UInt64 = 0) throws -> RecordedBetEvent {
        try bytes.withUnsafeBytes { try RecordedBetEvent(record: $0, position: position) }
    }

    @Test(arguments: BetEventType.allCases)
    func everyEventComesBackAsItWasWritten(type: BetEventType) throws {
        for seed in 0..<200 as Range<UInt64> {
            let event = RecordedBetEvent.random(type, seed: seed)
            #expect(try read(record(of: event), at: event.position) == event, "seed \(seed)")
        }
    }

    @Test(arguments: BetEventType.allCases)
    func aLineOfJSONComesBackAsItWasWritten(type: BetEventType) throws {
        for seed in 0..<200 as Range<UInt64> {
            var event = RecordedBetEvent.random(type, seed: seed)
            var fields = RandomJSONFields(seed: seed)
            event.event = BetEvent(type, reading: &fields)
            #expect(try RecordedBetEvent(jsonLine: event.jsonLine) == event, "seed \(seed)")
        }
    }

    @Test(arguments: BetEventType.allCases)
    func aRecordCutOffAnywhereIsRefusedOrOnlyLacksItsTail(type: BetEventType) throws {
        let whole = try record(of: .random(type, seed: 3))
        for length in 0..<whole.count { _ = try? read(Array(whole.prefix(length))) }
        #expect(throws: RecordError.self) { try read(Array(whole.prefix(35))) }
    }

    @Test(arguments: BetEventType.allCases)
    func everySingleBitFlippedIsReadAndWrittenAsJSONWithoutATrap(type: BetEventType) throws {
        let whole = try record(of: .random(type, seed: 5))
        for bit in 0..<whole.count * 8 {
            var flipped = whole
            flipped[bit / 8] ^= 1 << (bit % 8)
            _ = try? read(flipped).jsonLine
        }
    }

    @Test func onlyRecordsOfBettorsAreSalted() throws {
        let key = SaltKey(master: [UInt8](repeating: 7, count: 32))
        for type in BetEventType.allCases {
            var event = RecordedBetEvent.random(type, seed: 6)
            event.salt = nil
            var writer = RecordWriter(salting: key)
            try writer.write(event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt)
            let read = try read(writer.bytes)
            #expect((read.salt != nil) == (type.home == .bettor), "\(type)")
            #expect(read.salt == writer.salt)
        }
    }

    @Test func aReaderOfTheOtherSetRefusesTheRecord() throws {
        let bet = try record(of: .random(.betRecorded, seed: 1))
        let error = #expect(throws: RecordError.self) {
            try bet.withUnsafeBytes { try RecordedEvent(record: $0, position: 4) }
        }
        #expect(error?.code == .unknownType)
        #expect(error?.description == "record at position 4: event type 213 is of another kind of ledger")
        var writer = RecordWriter()
        let pick = RecordedEvent.random(.pickMade, seed: 1)
        try writer.write(pick.event, stream: pick.stream, origin: pick.origin)
        #expect(throws: RecordError.self) { try read(writer.bytes) }
    }

    @Test func aScanFindsTheCommandOfARecordOfEitherSet() throws {
        let bet = RecordedBetEvent.random(.offerRecorded, seed: 8)
        try record(of: bet).withUnsafeBytes { bytes in
            let view = try RecordView(bytes, position: 0)
            #expect(view.isOfBets)
            #expect(view.commandID == bet.origin?.commandID && view.sender == bet.origin?.actor)
        }
        let pick = RecordedEvent.random(.pickMade, seed: 8)
        var writer = RecordWriter()
        try writer.write(pick.event, stream: pick.stream, origin: pick.origin)
        try writer.withBytes { bytes in
            let view = try RecordView(bytes, position: 0)
            #expect(!view.isOfBets)
            #expect(view.commandID == pick.origin?.commandID && view.sender == pick.origin?.actor)
        }
    }
}

extension RecordedBetEvent {
    /// An event of a type with random contents, in a stream of the kind that has such events.
    static func random(_ type: BetEventType, seed: UInt64) -> RecordedBetEvent {
        var fields = RandomFields(generator: SeededGenerator(seed: seed))
        let event = BetEvent(type, reading: &fields)
        var generator = fields.generator
        let user = UserID(UInt64.random(in: 1...UserID.maximum.number, using: &generator))
        let origin = CommandOrigin(
            occurredAt: Bool.random(using: &generator)
                ? Timestamp(microseconds: Int64.random(in: 0...4_000_000_000_000_000, using: &generator)) : nil,
            actor: Bool.random(using: &generator) ? .user(user) : .provider(onBehalfOf: nil),
            commandID: .random(using: &generator), fingerprint: UInt32.random(in: 0 ... .max, using: &generator),
            dispute: Bool.random(using: &generator) ? CaseID(generator.next() >> 16) : nil)
        let number = UInt64.random(in: 1...BetStream.maximumNumber, using: &generator)
        return RecordedBetEvent(
            position: UInt64.random(in: 0...1 << 40, using: &generator), stream: BetStream(type.home, number: number),
            version: 0, previous: nil,
            recordedAt: Timestamp(microseconds: Int64.random(in: 0...4_000_000_000_000_000, using: &generator)),
            origin: origin, event: event,
            salt: type.home == .bettor ? RecordSalt(high: generator.next(), low: generator.next()) : nil)
    }
}
