import DraftLedger
import TextFormats

/// A JSON document to write (RFC 8259), its keys in the order in which they were given.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case natural(UInt64)
    /// Written with as many digits as it takes to read the same number back.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])
    /// JSON already, from an encoder of its own.
    case encoded(String)

    struct Member: Hashable, Sendable {
        var key: String
        var value: JSON
        init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// On one line.
    var compact: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// One line for each element of an array, one line for anything else: quick to read, to `grep` and to `head`.
    var document: String {
        guard case .array(let elements) = self, !elements.isEmpty else { return compact }
        return "[\n" + elements.map(\.compact).joined(separator: ",\n") + "\n]"
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.value(value)
        case .integer(let value): writer.value(value)
        case .natural(let value): writer.value(value)
        case .number(let value): writer.value(value)
        case .encoded(let value): writer.value(encoded: value)
        case .string(let value): writer.value(value)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.name(escaping: member.key)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
