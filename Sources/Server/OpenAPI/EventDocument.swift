import Draft
import Pages
import Records
import TextFormats

/// The schemas of events: `Event` as one of the types, told apart by `type`.
enum EventDocument {
    /// The name of a type's schema, such as `PickMadeEvent`: a command may have the same name without its end.
    static func name(of type: EventType) -> String { type.name + "Event" }

    static let schemas: [(String, JSON)] = {
        let event = Shape.oneOf(
            "An event as a line has it: the members of every event, and the body of its type.", by: "type",
            EventType.allCases.map { ($0.name, name(of: $0)) }
        ).adding(["examples": [EventSchema(of: EventType.allCases[0]).example]])
        let head = EventSchema.head("The members that every event has, besides its type and its body.")
        return [("Event", event), ("EventHead", head)]
            + EventType.allCases.map { (name(of: $0), EventSchema(of: $0).json(head: Shape.schema(of: "EventHead"))) }
    }()
}
