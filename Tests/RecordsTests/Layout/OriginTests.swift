import Draft
import Testing

@testable import Records  // events are made of fields

/// Which events name the command that caused them, and who minds where one does otherwise.
@Suite struct OriginTests {
    private static let origin = CommandOrigin(
        occurredAt: nil, actor: .importer, commandID: CommandID(high: 1, low: 2), fingerprint: 3)

    private static func event(_ type: EventType, from origin: CommandOrigin?) -> RecordedEvent {
        var fields = RandomJSONFields(seed: 1)
        return RecordedEvent(
            position: 0, stream: .room(9), version: 1, previous: nil, recordedAt: Timestamp(microseconds: 0),
            origin: origin, event: Event(type, reading: &fields))
    }

    private static func types(_ rule: OriginRule) -> [EventType] { EventType.allCases.filter { $0.originRule == rule } }

    @Test func ticksAndStepsHaveNoneAndRefusalsMayHaveOne() {
        let without: Set<EventType> = [
            .clockStepped, .leaderChanged, .importedAsFound, .clockTicked, .ledgerBegun, .staffCarried,
            .staffMemberCarried,
            .memberCarried, .balanceCarried, .depositCarried, .chargebackCarried,
        ]
        #expect(Set(Self.types(.never)) == without)
        #expect(Self.types(.sometimes) == [.commandRejected])
        #expect(Set(EventType.allCases.filter { !$0.hasOrigin }) == without)
    }

    /// What each takes, by the rule of the type: with an origin, and without.
    @Test(
        arguments: [
            (.writer, .never, nil, nil), (.writer, .sometimes, nil, nil), (.writer, .always, nil, nil),
            (.importer, .never, .needless, nil), (.importer, .sometimes, nil, nil), (.importer, .always, nil, nil),
            (.audit, .never, nil, nil), (.audit, .sometimes, nil, nil), (.audit, .always, nil, .missing),
        ] as [(OriginCheck, OriginRule, OriginFault?, OriginFault?)])
    func everyCheckHasItsPatience(
        check: OriginCheck, rule: OriginRule, present: OriginFault?, absent: OriginFault?
    ) {
        for type in Self.types(rule) {
            #expect(type.originFault(Self.origin, for: check) == present)
            #expect(type.originFault(nil, for: check) == absent)
        }
    }

    @Test(arguments: EventType.allCases)
    func aRecordKeepsTheOriginThatItHasAPlaceFor(type: EventType) throws {
        for origin in [nil, Self.origin] {
            let event = Self.event(type, from: origin)
            var writer = RecordWriter()
            try writer.write(event.event, stream: event.stream, origin: origin, recordedAt: event.recordedAt)
            let read = try writer.withBytes { try RecordedEvent(record: $0, position: 0) }
            #expect(read.origin == (type.hasOrigin ? origin : nil))
            #expect(read.event == event.event)
        }
    }

    @Test(arguments: EventType.allCases)
    func aLineWithAnOriginThatItsRecordWouldLoseIsRefused(type: EventType) throws {
        #expect(try RecordedEvent(jsonLine: Self.event(type, from: nil).jsonLine).origin == nil)
        let line = Self.event(type, from: Self.origin).jsonLine
        if type.hasOrigin {
            #expect(try RecordedEvent(jsonLine: line).origin == Self.origin)
        } else {
            let error = #expect(throws: JSONLineError.self) { try RecordedEvent(jsonLine: line) }
            #expect(error?.code == .badValue)
        }
    }
}
