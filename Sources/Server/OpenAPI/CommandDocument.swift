import Draft
import Pages
import Records
import TextFormats

/// The schemas of commands: `Command` as one of the kinds, told apart by `kind`.
enum CommandDocument {
    /// The name of a kind's schema, such as `MakePick`.
    static func name(of kind: CommandKind) -> String { kind.name.prefix(1).uppercased() + kind.name.dropFirst() }

    /// Members that every command may have.
    static let common: [SchemaMember] = [
        .init(
            name: "id",
            schema: [
                "type": "string", "pattern": "^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$",
                "description":
                    "The sender's own name for the command: a UUID or 32 hexadecimal digits. Required, here or as Idempotency-Key.",
            ], isRequired: false, example: "0123456789abcdef0123456789abcdef"),
        .init(
            name: "actor",
            schema: [
                "type": "string",
                "description":
                    "The sender, such as user/7, admin/9 or admin/9 for user/7; by default the caller as a user.",
            ], isRequired: false, example: "admin/1"),
        .init(
            name: "case",
            schema: [
                "type": "integer", "format": "int64", "minimum": .of(1),
                "description": "The case for which staff act in the place of a member.",
            ], isRequired: false, example: .of(257)),
        .init(name: "seal", schema: Shape.schema(of: "CommandSeal"), isRequired: false, example: [:]),
    ]

    /// The members that may be left out, by kind.
    static func defaults(of kind: CommandKind) -> JSON {
        kind == .createTournament ? ContestDefaults.members : [:]
    }

    static let schemas: [(String, JSON)] = {
        let command = Shape.oneOf(
            "A command: an object with `kind` and the members of that kind.", by: "kind",
            CommandKind.allCases.map { ($0.name, name(of: $0)) }
        ).adding(["examples": [OpenAPI.example(of: "Command")]])
        return [("Command", command)]
            + CommandKind.allCases.map { kind in
                (name(of: kind), CommandSchema(of: kind).json(defaults: defaults(of: kind), common: common))
            }
    }()
}
