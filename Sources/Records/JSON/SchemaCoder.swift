import Bets
import Draft
package import TextFormats

/// A member of a JSON object that is written from fields, such as an event's body.
package struct SchemaMember: Sendable {
    package var name: String
    package var schema: JSON
    package var isRequired: Bool
    /// A value that the kind's reader accepts.
    package var example: JSON

    package init(name: String, schema: JSON, isRequired: Bool, example: JSON) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.example = example
    }

    /// The schema of an object with these members and no others.
    package static func object(_ members: [SchemaMember], isNullable: Bool = false) -> JSON {
        [
            "type": isNullable ? ["object", "null"] : "object",
            "required": .array(members.filter(\.isRequired)) { .of($0.name) },
            "properties": .object(members.map { JSON.Member($0.name, $0.schema) }),
            "additionalProperties": .bool(false),
        ]
    }

    /// An object with a value for each member that is needed.
    static func example(_ members: [SchemaMember]) -> JSON {
        .object(members.filter(\.isRequired).map { JSON.Member($0.name, $0.example) })
    }
}

/// Collects the members of a command or of an event's body.
struct SchemaCoder: CommandCoder {
    enum Subject {
        /// A member without a value is left out.
        case command
        /// A member without a value is null, so that all lines of a type have the same members; a user's number is null
        /// also for a reader who may not see it.
        case event
    }

    let subject: Subject
    var members: [SchemaMember] = []

    /// The words about members by their names. Those of another set of events may mean something else by the same name.
    private let notes: [String: CommandFieldNotes.Note]

    /// The kind of the command, which may have words of its own for a member; nil for parts of commands, and for events.
    private let kind: CommandKind?

    init(
        of subject: Subject, kind: CommandKind? = nil,
        notes: [String: CommandFieldNotes.Note] = CommandFieldNotes.notes
    ) {
        (self.subject, self.kind, self.notes) = (subject, kind, notes)
    }

    private mutating func add(_ name: StaticString, _ schema: JSON, example: JSON, isRequired: Bool) {
        let name = "\(name)"
        let note = kind.flatMap { notes["\($0.name).\(name)"] } ?? notes[name]
        var schema = schema
        if let note {
            let unit = schema["description"]
            let isList = schema["type"] == "array"
            let text = isList ? note.list ?? note.text : note.text
            let words = if case .string(let unit) = unit { "\(text) Unit: \(unit)." } else { text }
            schema = schema.replacing("description", with: .of(words))
            // A record holds what it holds, whatever the rules say today.
            if let range = note.range, subject == .command, !isList {
                schema = schema.replacing("minimum", with: .of(range.lowerBound))
                    .replacing("maximum", with: .of(range.upperBound))
            }
        }
        let value = schema["enum"] == .null ? note?.example ?? example : example
        members.append(.init(name: name, schema: schema, isRequired: isRequired, example: value))
    }

    /// A member that may have no value.
    private mutating func addOptional(_ name: StaticString, _ schema: JSON, example: JSON) {
        switch subject {
        case .command: add(name, schema, example: example, isRequired: false)
        case .event: add(name, schema.orNull, example: example, isRequired: true)
        }
    }

    private mutating func add<Value: WireScalar>(_ name: StaticString, _ type: Value.Type, isRequired: Bool) {
        let isHidden = subject == .event && Value.self == UserID.self
        let schema = isHidden ? Value.schema.orNull : Value.schema
        add(name, schema, example: Value.example, isRequired: isRequired)
    }

    private static let digest: JSON = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
    private static let digestExample: JSON = .of(String(repeating: "0", count: 63) + "1")

    private mutating func add(_ name: StaticString, bytes isRequired: Bool) {
        add(
            name, ["type": "string", "pattern": "^([0-9a-fA-F]{2})*$"],
            example: .of(String(repeating: "01", count: 16)), isRequired: isRequired)
    }

    private mutating func add<Element: FieldPart>(_ name: StaticString, of blank: Element, mayBeNull: Bool) {
        var inner = SchemaCoder(of: subject, notes: notes)
        var element = blank
        element.fields(&inner)
        add(
            name, ["type": "array", "items": SchemaMember.object(inner.members, isNullable: mayBeNull)],
            example: [SchemaMember.example(inner.members)], isRequired: true)
    }

    // MARK: FieldCoder

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        add(name, Value.self, isRequired: true)
    }
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        addOptional(name, Value.schema, example: Value.example)
    }
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        add(name, Value.self, isRequired: false)
    }
    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        add(name, Self.digest, example: Self.digestExample, isRequired: true)
    }
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        addOptional(name, Self.digest, example: Self.digestExample)
    }
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        add(name, Self.digest, example: Self.digestExample, isRequired: false)
    }
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        add(name, ["type": "array", "items": Value.schema], example: [Value.example], isRequired: true)
    }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        add(name, of: Element.blank, mayBeNull: false)
    }
    mutating func text(_ name: StaticString, _ value: inout String) {
        add(name, ["type": "string", "maxLength": .of(65_534)], example: "text", isRequired: true)
    }
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) { add(name, bytes: true) }

    /// Members of a later version may be missing.
    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        var inner = SchemaCoder(of: subject, notes: notes)
        var blank = Part.blank
        blank.fields(&inner)
        members += inner.members.map { member in
            var member = member
            member.isRequired = false
            return member
        }
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        add(
            name, ["$ref": "#/components/schemas/Command"], example: CommandSchema(of: .cancelRoom).example(),
            isRequired: true)
    }

    // MARK: CommandCoder

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { scalar(name, &value) }
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) { add(name, bytes: false) }
    mutating func addition(text name: StaticString, _ value: inout String) {
        add(name, ["type": "string"], example: "text", isRequired: false)
    }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        add(name, of: Element.blank, mayBeNull: true)
    }
}

extension WireScalar {
    /// The schema of the value in JSON.
    fileprivate static var schema: JSON {
        let type = wireType
        let text: JSON = type.description.isEmpty ? [:] : ["description": .of(type.description)]
        switch type.shape {
        case .names where Self.self == Bool.self: return ["type": "boolean"]
        case .names(let names): return ["type": "string", "enum": .array(names) { .of($0.name) }]
        case .number: break
        }
        if Self.self == Timestamp.self { return ["type": "string", "format": "date-time"] }
        if Self.self == GameDate.self { return ["type": "string", "format": "date"] }
        if Self.self == OvernightWindow.self { return ["type": "string"] }
        if Self.self == Sender.self { return ["type": "string"] }
        let range: JSON
        if Self.self is any NumericID.Type {
            let isSmall = Self.self != EntryID.self
            range = ["minimum": .of(1), "maximum": .of(isSmall ? StreamKey.maximumNumber : UInt64(Int64.max))]
        } else if Self.self == Cents.self {
            range = ["minimum": .of(-(Int64(1) << 53)), "maximum": .of(Int64(1) << 53)]
        } else {
            let bounds: (Int64, Int64) =
                switch type.primitive {
                case "uint8": (0, Int64(UInt8.max))
                case "uint16": (0, Int64(UInt16.max))
                case "uint32": (0, Int64(UInt32.max))
                case "int16": (Int64(Int16.min), Int64(Int16.max))
                case "int32": (Int64(Int32.min), Int64(Int32.max))
                case "uint64": (0, .max)
                default: (.min, .max)
                }
            range = ["minimum": .of(bounds.0), "maximum": .of(bounds.1)]
        }
        let integer: JSON = ["type": "integer", "format": "int64"]
        return integer.adding(range).adding(text)
    }

    fileprivate static var example: JSON {
        switch wireType.shape {
        case .names where Self.self == Bool.self: return .bool(true)
        case .names(let names): return .of(names[0].name)
        case .number: break
        }
        if Self.self == Timestamp.self { return "2026-09-01T17:00:00.000000Z" }
        if Self.self == GameDate.self { return "2026-11-28" }
        if Self.self == OvernightWindow.self { return "22:30-08:00-05:00" }
        if Self.self == Sender.self { return "user/7" }
        if Self.self == Cents.self { return .of(2_500) }
        return .of(1)
    }
}

extension JSON {
    /// The schema of the same value, or null.
    fileprivate var orNull: JSON {
        var schema = self
        if case .array(let values) = self["enum"] { schema = schema.replacing("enum", with: .array(values + [nil])) }
        return self["type"] == .null ? schema : schema.replacing("type", with: [self["type"], "null"])
    }

    /// The same object with a member of another value, at its end where it had none of the name.
    fileprivate func replacing(_ name: String, with value: JSON) -> JSON {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.key == name }) {
            members[index].value = value
        } else {
            members.append(Member(name, value))
        }
        return .object(members)
    }
}
