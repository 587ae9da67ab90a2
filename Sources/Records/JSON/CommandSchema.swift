package import Draft
package import TextFormats

/// The JSON schema of one kind of command: each member with its type, unit, range and default, derived from the fields
/// of the kind (`CommandCoder`).
///
/// An added field is in the schema at once. ``CommandFieldNotes`` has the words, which no type tells.
package struct CommandSchema: Sendable {
    package let kind: CommandKind
    package let members: [SchemaMember]

    package init(of kind: CommandKind) {
        self.kind = kind
        var coder = SchemaCoder(of: .command, kind: kind)
        var command = kind.blank
        command.fields(&coder)
        members = coder.members
    }

    /// The schema as OpenAPI 3.1 has it.
    ///
    /// - Parameters:
    ///   - defaults: members that the receiver fills in, with what it fills in; null where that depends on the ledger.
    ///   - common: members of every command, after its own.
    package func json(defaults: JSON = [:], common: [SchemaMember] = []) -> JSON {
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
