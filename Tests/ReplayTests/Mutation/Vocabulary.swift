import Draft

@testable import Records  // the fields of every event, as its coders walk them

/// The values that stand in a history's fields, by their types: a forger puts another user's number in a user's place.
struct Vocabulary {
    private var scalars: [ObjectIdentifier: Set<UInt64>] = [:]
    private(set) var digests: Set<Digest256> = []
    private var byteStrings: Set<[UInt8]> = []

    init(of events: [RecordedEvent]) {
        for recorded in events {
            var reader = FieldReading(vocabulary: self)
            recorded.event.write(&reader)
            self = reader.vocabulary
            if case .commandRejected(let rejected) = recorded.event, var command = rejected.refusedCommand {
                reader = FieldReading(vocabulary: self)
                command.fields(&reader)
                self = reader.vocabulary
            }
        }
    }

    mutating func note<Value: WireScalar>(_ value: Value) {
        scalars[ObjectIdentifier(Value.self), default: []].insert(UInt64(truncatingIfNeeded: value.wire))
    }

    mutating func note(_ digest: Digest256) { digests.insert(digest) }

    mutating func note(_ bytes: [UInt8]) { byteStrings.insert(bytes) }

    /// What can stand in a value's place: every other case; the neighbours, none, and others' numbers; other moments.
    func others<Value: WireScalar>(than value: Value) -> [Value] {
        let wire = value.wire
        var wires: [Value.Wire]
        if case .names(let names) = Value.wireType.shape {
            wires = names.map { Value.Wire(truncatingIfNeeded: $0.value) }
        } else {
            wires = [wire &+ 1, wire &- 1, 0] + strangers(to: value)
            if Value.self == Timestamp.self || Value.self == Interval.self {
                wires += [wire &+ Value.Wire(clamping: 2_000_000), wire &- Value.Wire(clamping: 2_000_000)]
            }
            if Value.self == Cents.self { wires.append(0 &- wire) }
        }
        var seen: Set<Value.Wire> = [wire]
        return wires.filter { seen.insert($0).inserted }.compactMap { Value(wire: $0) }
    }

    /// The first, the last, and the nearest of the same type elsewhere.
    private func strangers<Value: WireScalar>(to value: Value) -> [Value.Wire] {
        let own = UInt64(truncatingIfNeeded: value.wire)
        var (first, near, last): (UInt64?, UInt64?, UInt64?)
        for known in scalars[ObjectIdentifier(Value.self)] ?? [] where known != own {
            first = min(first ?? known, known)
            last = max(last ?? known, known)
            if near.map({ $0 ^ own > known ^ own }) != false { near = known }
        }
        return [first, near, last].compactMap { $0.map { Value.Wire(truncatingIfNeeded: $0) } }
    }

    /// None, one with a bit turned, and somebody else's.
    func others(than digest: Digest256) -> [Digest256] {
        var turned = digest.bytes
        turned[31] ^= 1
        let known = digests.subtracting([digest]).min { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return [Digest256(bytes: turned), known, Digest256.zero].compactMap { $0 }.filter { $0 != digest }
    }
}

extension Vocabulary {
    /// None, somebody else's; one with a bit turned, and one that is cut off. Sixteen and thirty-two where there were none.
    func others(than bytes: [UInt8]) -> [[UInt8]] {
        let known = byteStrings.subtracting([bytes, []]).min { $0.lexicographicallyPrecedes($1) }
        guard let last = bytes.last else {
            return [16, 32].map { [UInt8](repeating: 1, count: $0) } + [known].compactMap { $0 }
        }
        return [[], bytes.dropLast() + [last ^ 1], bytes.dropLast()] + [known].compactMap { $0 }
    }
}

/// Takes the values of an event's fields, in their order.
struct FieldReading: CommandCoder {
    /// Those of the body itself: a list, a group or a command is one of them.
    private(set) var values: [Any] = []
    private(set) var vocabulary: Vocabulary
    private var isWithin = false

    init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    private mutating func take(_ value: Any) { if !isWithin { values.append(value) } }

    private mutating func within(_ body: (inout Self) -> Void) {
        let outside = isWithin
        isWithin = true
        body(&self)
        isWithin = outside
    }

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { scalar(name, &value) }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        take(value)
        vocabulary.note(value)
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        take(value as Any)
        if let value { vocabulary.note(value) }
    }

    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        optionalDigest(name, &value)
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        take(value)
        vocabulary.note(value)
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        take(value as Any)
        if let value { vocabulary.note(value) }
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        take(values)
        for value in values { vocabulary.note(value) }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        take(elements)
        for var element in elements { within { element.fields(&$0) } }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) { take(elements) }

    mutating func text(_ name: StaticString, _ value: inout String) { take(value) }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        take(value)
        vocabulary.note(value)
    }

    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) { bytes(name, &value) }
    mutating func addition(text name: StaticString, _ value: inout String) { text(name, &value) }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        take(part as Any)
        within { part?.fields(&$0) }
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        take(command)
        within { command.fields(&$0) }
    }
}
