package import Draft
package import TextFormats

/// The JSON schema of one kind of command: each member with its type, unit, range and default, derived from the fields
/// of the kind (`CommandCoder`).
///
/// An added field is in the schema at once. ``CommandFieldNotes`` has the words, which no type tells.
package struct CommandSchema: Sendable {
    /// One member of the object.
    package struct Member: Sendable {
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
    }

    package let kind: CommandKind
    package let members: [Member]

    package init(of kind: CommandKind) {
        self.kind = kind
        var coder = SchemaCoder()
        var command = kind.blank
        command.fields(&coder)
        members = coder.members
    }

    /// The schema as OpenAPI 3.1 has it.
    ///
    /// - Parameters:
    ///   - defaults: members that the receiver fills in, with what it fills in; null where that depends on the ledger.
    ///   - common: members of every command, after its own.
    package func json(defaults: JSON = [:], common: [Member] = []) -> JSON {
        var kindSchema: JSON = ["type": "string", "const": .of(kind.name), "description": "The kind of command."]
        kindSchema = kindSchema.adding(["default": .of(kind.name)])
        var properties = [JSON.Member("kind", kindSchema)]
        var required: [JSON] = ["kind"]
        guard case .object(let filled) = defaults else { return nil }
        for member in members + common {
            let value = filled.first { $0.key == member.name }?.value
            var schema = member.schema
            if let value, value != .null { schema = schema.adding(["default": value]) }
            properties.append(JSON.Member(member.name, schema))
            if member.isRequired, value == nil { required.append(.of(member.name)) }
        }
        return [
            "type": "object", "description": .of(CommandFieldNotes.summary(of: kind)), "required": .array(required),
            "properties": .object(properties), "additionalProperties": .bool(false),
            "examples": .array([example(leavingOut: filled.map(\.key))]),
        ]
    }

    /// A command of the kind with a value for each member that it needs.
    package func example(leavingOut omitted: [String] = []) -> JSON {
        .object(
            [JSON.Member("kind", .of(kind.name))]
                + members.filter { $0.isRequired && !omitted.contains($0.name) }.map {
                    JSON.Member($0.name, $0.example)
                })
    }
}

/// Collects the members of a command.
private struct SchemaCoder: CommandCoder {
    var members: [CommandSchema.Member] = []

    private mutating func add(_ name: StaticString, _ schema: JSON, example: JSON, isRequired: Bool) {
        let name = "\(name)"
        let note = CommandFieldNotes.notes[name]
        var schema = schema
        if let note {
            let unit = schema["description"]
            let words = if case .string(let unit) = unit { "\(note.text) Unit: \(unit)." } else { note.text }
            schema = schema.replacing("description", with: .of(words))
            if let range = note.range {
                schema = schema.replacing("minimum", with: .of(range.lowerBound))
                    .replacing("maximum", with: .of(range.upperBound))
            }
        }
        members.append(
            .init(
                name: name, schema: schema, isRequired: isRequired,
                example: schema["enum"] == .null ? note?.example ?? example : example))
    }

    private mutating func add<Value: WireScalar>(_ name: StaticString, _ type: Value.Type, isRequired: Bool) {
        add(name, Value.schema, example: Value.example, isRequired: isRequired)
    }

    private mutating func add(_ name: StaticString, digest isRequired: Bool) {
        add(
            name, ["type": "string", "pattern": "^[0-9a-f]{64}$"],
            example: .of(String(repeating: "0", count: 63) + "1"), isRequired: isRequired)
    }

    private mutating func add(_ name: StaticString, bytes isRequired: Bool) {
        add(
            name, ["type": "string", "pattern": "^([0-9a-fA-F]{2})*$"],
            example: .of(String(repeating: "01", count: 16)), isRequired: isRequired)
    }

    private mutating func add<Element: FieldPart>(_ name: StaticString, of blank: Element, mayBeNull: Bool) {
        var inner = SchemaCoder()
        var element = blank
        element.fields(&inner)
        let object: JSON = [
            "type": mayBeNull ? ["object", "null"] : "object",
            "required": .array(inner.members.filter(\.isRequired)) { .of($0.name) },
            "properties": .object(inner.members.map { JSON.Member($0.name, $0.schema) }),
            "additionalProperties": .bool(false),
        ]
        let example = JSON.object(inner.members.filter(\.isRequired).map { JSON.Member($0.name, $0.example) })
        add(name, ["type": "array", "items": object], example: [example], isRequired: true)
    }

    // MARK: FieldCoder

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        add(name, Value.self, isRequired: true)
    }
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        add(name, Value.self, isRequired: false)
    }
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        add(name, Value.self, isRequired: false)
    }
    mutating func digest(_ name: StaticString, _ value: inout Digest256) { add(name, digest: true) }
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) { add(name, digest: false) }
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        add(name, digest: false)
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
        var inner = SchemaCoder()
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
        if Self.self == OvernightWindow.self { return "22:30-08:00-05:00" }
        if Self.self == Sender.self { return "user/7" }
        if Self.self == Cents.self { return .of(2_500) }
        return .of(1)
    }
}

extension JSON {
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
