import Draft

@testable import DraftLedger

/// Fills the fields of an event with values drawn from a seed: every event type gets tested without naming a field.
struct RandomFields: FieldCoder {
    var generator: SeededGenerator

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        if Value.self == Timestamp.self {
            // The years that have four digits.
            let moment = Timestamp(
                microseconds: .random(in: -60_000_000_000_000_000...250_000_000_000_000_000, using: &generator))
            if let moment = moment as? Value { value = moment }
            return
        }
        while true {
            let wire =
                Bool.random(using: &generator)
                ? Value.Wire.random(in: 0...9, using: &generator) : .random(in: .min ... .max, using: &generator)
            if wire != .wireNull, let drawn = Value(wire: wire) {
                value = drawn
                return
            }
        }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        if Bool.random(using: &generator) {
            value = nil
            return
        }
        var drawn = Value(wire: 1)
        while drawn == nil { drawn = Value(wire: .random(in: 0...9, using: &generator)) }
        if var some = drawn {
            scalar(name, &some)
            value = some
        }
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        value = Digest256(words: (generator.next(), generator.next(), generator.next(), generator.next()))
    }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        value = nil
        if Bool.random(using: &generator) {
            var some = Digest256.zero
            digest(name, &some)
            value = some
        }
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            guard var value = Value(wire: 1) else { return }
            scalar(name, &value)
            values.append(value)
        }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            var element = Element.blank
            element.fields(&self)
            elements.append(element)
        }
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        let alphabet: [Character] = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{1}", "\u{7F}", "é", "漢", "🏈", "\u{2028}",
        ]
        value = String(
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "?"
            })
    }
}

/// SplitMix64: short, seedable, good enough to shuffle tests.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
