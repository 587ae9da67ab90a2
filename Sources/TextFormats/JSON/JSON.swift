/// A JSON document to write (RFC 8259), as a literal that reads like what it becomes, its members in the order given:
///
///     let json: JSON = [
///         "room": .of(room.id), "externalID": .name(room.externalID),
///         "picks": .array(picks) { ["pickNumber": .of($0.number), "player": .of($0.player)] },
///     ]
///
/// A tree in memory: what comes by the million is written with `JSONWriter`, a line at a time.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case natural(UInt64)
    /// Written with as many digits as it takes to read the same number back.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])
    /// JSON already, from a writer of its own.
    case encoded(String)

    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSON

        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// A value in its one form; nil is null, never 0 or an empty text.
    public static func of(_ value: some JSONConvertible) -> JSON { value.asJSON }

    /// A text where an empty one stands for none.
    public static func name(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }

    public static func array<Element>(
        _ elements: some Sequence<Element>, _ json: (Element) -> JSON
    ) -> JSON { .array(elements.map(json)) }

    /// Returns the JSON that a closure writes.
    public static func encoded(_ write: (inout JSONWriter) -> Void) -> JSON {
        var writer = JSONWriter()
        write(&writer)
        return .encoded(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// The first member of that name; null if this is an object without it, or not an object.
    public subscript(name: String) -> JSON {
        guard case .object(let members) = self else { return .null }
        return members.first { $0.key == name }?.value ?? .null
    }

    /// Returns the same object with more members after its own; any other value is returned unchanged.
    public func adding(_ more: JSON) -> JSON {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members + others)
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral
{
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map { Member($0, $1) }) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// A text.
    public init(stringLiteral text: String) { self = .string(text) }
    public init(nilLiteral: ()) { self = .null }
}

// MARK: Writing

extension JSON {
    /// On one line.
    public var compact: String { String(decoding: bytes, as: UTF8.self) }

    /// On one line, as UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// On one line with its line feed, as a file of its own.
    public var line: [UInt8] {
        var line = bytes
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// One line for each element of an array, one line for anything else: quick to read, to `grep` and to `head`.
    public var document: String {
        guard case .array(let elements) = self, !elements.isEmpty else { return compact }
        return "[\n" + elements.map(\.compact).joined(separator: ",\n") + "\n]"
    }
}

extension JSONWriter {
    public mutating func value(_ json: JSON) {
        switch json {
        case .null: null()
        case .bool(let value): self.value(value)
        case .integer(let value): self.value(value)
        case .natural(let value): self.value(value)
        case .number(let value): self.value(value)
        case .encoded(let value): self.value(encoded: value)
        case .string(let value): self.value(value)
        case .array(let elements):
            beginArray()
            for element in elements { value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(escaping: member.key)
                value(member.value)
            }
            endObject()
        }
    }
}
