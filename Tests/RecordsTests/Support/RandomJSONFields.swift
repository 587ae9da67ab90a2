import Draft
import TestSupport

@testable import Records  // a field coder that makes fields up

/// Random fields whose times have years of four digits, the only ones that ISO 8601 reads without agreement.
struct RandomJSONFields: FieldCoder {
    var fields: RandomFields

    init(seed: UInt64) { fields = RandomFields(generator: SeededGenerator(seed: seed)) }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        fields.scalar(name, &value)
        value = Self.inRange(value)
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        fields.optional(name, &value)
        if let some = value { value = Self.inRange(some) }
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        fields.optionalDigest(name, &value)
    }
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) { fields.bytes(name, &value) }
    mutating func digest(_ name: StaticString, _ value: inout Digest256) { fields.digest(name, &value) }
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        fields.optionalDigest(name, &value)
    }
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) { fields.list(name, &values) }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        fields.group(name, &elements)
        // Again, with times in range.
        for index in elements.indices { elements[index].fields(&self) }
    }
    mutating func command(_ name: StaticString, _ command: inout Command) { fields.command(name, &command) }
    mutating func text(_ name: StaticString, _ value: inout String) { fields.text(name, &value) }

    private static func inRange<Value>(_ value: Value) -> Value {
        guard let moment = value as? Timestamp else { return value }
        return Timestamp(microseconds: moment.microseconds % 60_000_000_000_000_000) as? Value ?? value
    }
}
