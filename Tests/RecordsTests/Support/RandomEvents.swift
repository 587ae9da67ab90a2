import Draft
import TestSupport

@testable import Records  // a field coder that makes fields up

/// Fills the fields of an event with values of which every one is legal on the wire, extremes among them.
struct RandomFields: FieldCoder {
    var generator: SeededGenerator

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        if let night = night(Value.self) {
            value = night
            return
        }
        while true {
            let bits = Bool.random(using: &generator) ? generator.next() : generator.next() & 0xFF
            let wire = Value.Wire(truncatingIfNeeded: bits)
            // The null of a type is no value of it, and every user number must fit an actor.
            if wire != .wireNull, let random = Value(wire: wire) {
                value = random
                return
            }
        }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard Bool.random(using: &generator) else {
            value = nil
            return
        }
        value = night(Value.self)
        while value == nil {
            let wire = Value.Wire(truncatingIfNeeded: generator.next())
            if wire != .wireNull { value = Value(wire: wire) }
        }
    }

    /// Hours of a night, where these are asked for: hardly any bits say some.
    private mutating func night<Value>(_ type: Value.Type) -> Value? {
        guard type == OvernightWindow.self else { return nil }
        let minutes = 0..<UInt16(1_440)
        let window = OvernightWindow(
            offset: Int16.random(in: -720...840, using: &generator),
            from: UInt16.random(in: minutes, using: &generator), until: UInt16.random(in: minutes, using: &generator))
        return window as? Value
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        optionalDigest(name, &value)
    }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }

    /// Now and then there, each of its fields made up.
    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        guard Bool.random(using: &generator) else { return }
        var made = Part.blank
        made.fields(&self)
        part = made
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        value = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            UInt8.random(in: 0 ... .max, using: &generator)
        }
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        value = Digest256(words: (generator.next(), generator.next(), generator.next(), generator.next()))
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        guard Bool.random(using: &generator) else { return }
        var digest = Digest256.zero
        self.digest(name, &digest)
        value = digest
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            guard let value = Value(wire: Value.Wire(truncatingIfNeeded: generator.next() & 0x7F)) else { continue }
            values.append(value)
        }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        for _ in 0..<Int.random(in: 0...10, using: &generator) {
            var element = Element.blank
            element.fields(&self)
            elements.append(element)
        }
    }

    /// Any will do; what is in it are fields like all others.
    mutating func command(_ name: StaticString, _ command: inout Command) {
        var reason = ""
        text(name, &reason)
        command = .staff(.dismissStaff(StaffDismissed(person: UserID(generator.next() >> 40), reason: Wording(reason))))
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        let alphabet = Array("abc XYZ 019 \"\\/,;\n\t<&>' éüß日本🏈\u{1}")
        value = String(
            (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator)!
            })
    }
}

extension CommandSignature {
    static func random(using generator: inout SeededGenerator) -> CommandSignature {
        CommandSignature(
            key: KeyID(high: generator.next(), low: generator.next()), anchor: generator.next(),
            seenVersion: UInt32.random(in: 0 ... .max, using: &generator),
            bytes: (0..<CommandSignature.length).map { _ in UInt8.random(in: 0 ... .max, using: &generator) })
    }
}

extension RecordedEvent {
    /// An event of a type with random contents, at a random place.
    static func random(_ type: EventType, seed: UInt64) -> RecordedEvent {
        var fields = RandomFields(generator: SeededGenerator(seed: seed))
        let event = Event(type, reading: &fields)
        var generator = fields.generator
        let user = UserID(UInt64.random(in: 1...UserID.maximum.number, using: &generator))
        let origin = CommandOrigin(
            occurredAt: Bool.random(using: &generator)
                ? Timestamp(microseconds: Int64.random(in: 0...4_000_000_000_000_000, using: &generator)) : nil,
            actor: [.user(user), .scheduler, .admin(user, onBehalfOf: user), .importer].randomElement(
                using: &generator)!,
            commandID: .random(using: &generator), fingerprint: UInt32.random(in: 0 ... .max, using: &generator),
            dispute: Bool.random(using: &generator) ? CaseID(generator.next() >> 16) : nil,
            signature: Bool.random(using: &generator) ? .random(using: &generator) : nil)
        return RecordedEvent(
            position: UInt64.random(in: 0...1 << 40, using: &generator),
            stream: [
                .system, .room(RoomID(UInt64.random(in: 1...StreamKey.maximumNumber, using: &generator))),
                .queue(77, 11), .wallet(user), .pool(3), .tournament(4), .user(user), .dispute(9), .staff, .measure(8),
            ].randomElement(using: &generator)!,
            version: 0, previous: nil,
            recordedAt: Timestamp(microseconds: Int64.random(in: 0...4_000_000_000_000_000, using: &generator)),
            origin: type.hasOrigin ? origin : nil, event: event)
    }
}
