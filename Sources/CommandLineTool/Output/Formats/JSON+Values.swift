import Draft
import DraftLedger

extension JSON {
    static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member($0.key, $0.value) })
    }

    static func of(_ value: String) -> JSON { .string(value) }
    static func of(_ value: Bool) -> JSON { .bool(value) }
    static func of(_ value: Double) -> JSON { .number(value) }
    static func of(_ value: some SignedInteger) -> JSON { .integer(Int64(value)) }
    static func of(_ value: some UnsignedInteger) -> JSON { .natural(UInt64(value)) }
    static func of(_ id: some NumericID) -> JSON { .natural(id.number) }

    /// ISO 8601 in UTC with microseconds.
    static func of(_ time: Timestamp) -> JSON { .string(time.iso8601) }

    /// What is missing is null, never 0 or an empty text.
    static func of<Value>(_ value: Value?, _ transform: (Value) -> JSON) -> JSON { value.map(transform) ?? .null }

    /// A text of the ledger, where an empty one stands for none.
    static func name(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }
}
