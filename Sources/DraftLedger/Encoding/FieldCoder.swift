import Draft

/// Walks the fields of an event's body, in one direction or the other.
///
/// Each event names its fields once, in `RecordBody.fields(_:)`. The coders give that one description its meanings:
/// write an SBE record, read one, write JSON, read JSON, print the schema. They cannot drift apart.
///
/// The order is SBE's: fixed-size fields first, then groups, then texts.
protocol FieldCoder {
    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value)
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?)
    mutating func digest(_ name: StaticString, _ value: inout Digest256)
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?)

    /// A repeating group with one scalar in each of its entries.
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value])

    /// A repeating group with several fields in each of its entries.
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element])

    /// UTF-8 of at most 65,534 bytes.
    mutating func text(_ name: StaticString, _ value: inout String)
}

/// What the records of one template hold behind the header.
protocol RecordBody {
    static var blank: Self { get }

    /// Hands every field to the coder, in the order of the record. Fields are only ever added at the end of their
    /// kind: an older record then simply ends earlier.
    mutating func fields(_ coder: inout some FieldCoder)
}

/// One entry of a repeating group. Fixed-size fields only.
protocol GroupElement {
    static var blank: Self { get }
    mutating func fields(_ coder: inout some FieldCoder)
}
