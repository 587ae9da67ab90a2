/// The fields of one kind of event, with the facts that hold for all such events.
///
/// A new kind of event is a struct that conforms, a case of `Event` and one of `EventType`. The compiler then asks for its
/// line in `Event.accept(_:)`, `EventType.body`, and the layers' own exhaustive switches: the record codec, `evolve` and the
/// narration. Everything else is derived from `facts`.
package protocol EventBody: Hashable, Sendable {
    static var facts: EventFacts { get }

    /// A body without content, for a coder that reads.
    static var blank: Self { get }

    /// Writes the effect of the event without its times and without its approvers: a number for its kind, then its fields.
    /// Digests in the log are made of these bytes, so they never change.
    ///
    /// - Returns: false for an event to which no approval request leads.
    func writeEffect(_ writer: inout CanonicalWriter) -> Bool
}

/// The body of an event to which no approval request leads.
package protocol DirectEventBody: EventBody {}

extension DirectEventBody {
    package func writeEffect(_: inout CanonicalWriter) -> Bool { false }
}

/// The facts about one kind of event that all layers derive their answers from. None has a default: a new kind states each.
package struct EventFacts: Hashable, Sendable {
    package let type: EventType
    /// The first version of the schema with such events.
    package let since: UInt16
    /// The kind of stream that holds such events; nil for refusals, which are in the stream that their command was for.
    package let home: StreamKind?
    package let actor: ActorRule
    package let origin: OriginRule
    package let traits: Traits

    package init(
        _ type: EventType, since: UInt16, home: StreamKind?, actor: ActorRule, origin: OriginRule, traits: Traits
    ) {
        self.type = type
        self.since = since
        self.home = home
        self.actor = actor
        self.origin = origin
        self.traits = traits
    }

    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// An importer that causes it acts itself, and does not tell of an act elsewhere.
        package static let importerAct = Self(rawValue: 1 << 0)
        /// Begins what a command to a draft leads to: the room and its queues alone decide it.
        package static let draftAct = Self(rawValue: 1 << 1)
        /// Changes what staff may do with the room, depends on the ledger outside the room, or tells the version of its record.
        package static let milestone = Self(rawValue: 1 << 2)
    }
}

/// The party whose act an event is in the normal case.
package enum ActorRule: Hashable, Sendable {
    /// A user, for the user's own account, seat or claim.
    case member
    /// Staff, or the rules.
    case staff
    /// A payment provider, which the event names.
    case provider
    /// None: it follows from another event of the same command, or from the time.
    case consequence
}

/// Whether an event has an origin, which is the command that caused it.
package enum OriginRule: Hashable, Sendable {
    /// No command causes it: its record has no place for one.
    case never
    /// A refusal has that of its command; one that counts refusals represents many commands, and has no origin.
    case sometimes
    case always
}

/// Receives the body of an event with its static type, so that nothing is boxed.
package protocol EventVisitor {
    associatedtype Answer
    mutating func visit(_ body: some EventBody) -> Answer
}

extension Event {
    /// The kind of this event.
    public var type: EventType {
        var visitor = TypeVisitor()
        return accept(&visitor)
    }

    /// Writes the effect of the event, as `EventBody.writeEffect(_:)` says.
    func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        var visitor = EffectVisitor(writer: writer)
        defer { writer = visitor.writer }
        return accept(&visitor)
    }
}

private struct TypeVisitor: EventVisitor {
    func visit<Body: EventBody>(_: Body) -> EventType { Body.facts.type }
}

private struct EffectVisitor: EventVisitor {
    var writer: CanonicalWriter

    mutating func visit(_ body: some EventBody) -> Bool { body.writeEffect(&writer) }
}
