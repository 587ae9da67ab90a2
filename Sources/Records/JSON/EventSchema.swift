package import Bets
package import Draft
package import TextFormats

/// The JSON schema of one type of event as a line has it: the members that every event has, and the body, derived from
/// the fields of the type's record.
package struct EventSchema: Sendable {
    /// The name of the type.
    package let name: String
    /// The members of the body.
    package let members: [SchemaMember]

    package init(of type: EventType) { self.init(of: type, in: Event.self, notes: CommandFieldNotes.notes) }

    /// The same of a type of bets.
    package init(of type: BetEventType) { self.init(of: type, in: BetEvent.self, notes: [:]) }

    private init<Events: EventSet>(
        of type: Events.Kind, in _: Events.Type, notes: [String: CommandFieldNotes.Note]
    ) {
        name = type.name
        var coder = SchemaCoder(of: .event, notes: notes)
        _ = Events(type, reading: &coder)
        members = coder.members
    }

    /// An event of the type with a value for each member that its line has.
    package var example: JSON {
        .object(
            Self.headMembers.filter(\.isRequired).map { member in
                switch member.name {
                case "type": JSON.Member("type", .of(name))
                case "body": JSON.Member("body", SchemaMember.example(members))
                default: JSON.Member(member.name, member.example)
                }
            })
    }

    /// The members that events of all types have.
    private static var headMembers: [SchemaMember] {
        let number: JSON = ["type": "integer", "format": "int64", "minimum": .of(0)]
        let perhaps: JSON = ["type": ["integer", "null"], "format": "int64", "minimum": .of(0)]
        let text: JSON = ["type": ["string", "null"]]
        func member(_ name: String, _ schema: JSON, _ note: String, example: JSON, isRequired: Bool = true)
            -> SchemaMember
        {
            SchemaMember(
                name: name, schema: schema.adding(["description": .of(note)]), isRequired: isRequired, example: example)
        }
        return [
            member("position", number, "The number of the event in the log, from 0.", example: .of(1_042)),
            member("stream", ["type": "string"], "The stream of the event, such as room/12.", example: "room/12"),
            member("version", number, "The number of the event in its stream, from 1.", example: .of(17)),
            member("previous", perhaps, "The position of the event before it in its stream.", example: .of(1_038)),
            member(
                "type", ["type": "string"], "The type of the event, which says what its body has.", example: "PickMade"),
            member(
                "recordedAt", ["type": "string", "format": "date-time"], "When the log recorded it.",
                example: "2026-09-01T17:00:00.000000Z"),
            member("occurredAt", text, "When the command arrived; null without a command.", example: nil),
            member("actor", text, "The sender of the command, such as user/7; null without a command.", example: nil),
            member("commandID", text, "The ID of the command, as 32 hexadecimal digits.", example: nil),
            member(
                "fingerprint", perhaps, "A number of the command's content, which tells retries from others.",
                example: nil),
            member(
                "warrant", ["type": "object"],
                "The case because of which staff acted (case), and the sender's signature (key, anchor, seenVersion, signature).",
                example: nil, isRequired: false),
            member(
                "salt", ["type": "string"], "The salt of a private record's digest.", example: nil, isRequired: false),
            member("body", ["type": "object"], "The fields of the type.", example: [:]),
        ]
    }

    /// The members that events of all types have, as the schema of an object. Each type states `type` and `body` itself:
    /// generators of clients cannot bring two statements of one member together.
    ///
    /// - Parameter words: the description.
    package static func head(_ words: String) -> JSON {
        let members = headMembers.filter { !["type", "body"].contains($0.name) }
        let schema: JSON = [
            "type": "object", "description": .of(words),
            "required": .array(members.filter(\.isRequired)) { .of($0.name) },
            "properties": .object(members.map { JSON.Member($0.name, $0.schema) }),
        ]
        return schema.adding(["examples": [SchemaMember.example(members)]])
    }

    /// The schema of the type: the head's members, with the type's name and its body.
    ///
    /// - Parameter head: the reference to the members that all types have.
    package func json(head: JSON) -> JSON {
        [
            "allOf": [
                head,
                [
                    "type": "object", "required": ["type", "body"],
                    "properties": [
                        "type": ["type": "string", "const": .of(name)], "body": SchemaMember.object(members),
                    ],
                ],
            ],
            "examples": [example],
        ]
    }
}
