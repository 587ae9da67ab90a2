package import Values

/// The fields of one kind of event, with the facts that hold for all such events.
///
/// A new kind of event is a struct that conforms, a case of `BetEvent` and one of `BetEventType`. The compiler then asks for
/// its lines in `BetEvent.accept(_:)` and `BetEventType.body`, in the record codec, and in the fold.
package protocol BetEventBody: Hashable, Sendable {
    static var facts: BetEventFacts { get }

    /// A body without content, for a coder that reads.
    static var blank: Self { get }
}

/// The facts about one kind of event from which all layers derive their answers.
package struct BetEventFacts: Hashable, Sendable {
    package let type: BetEventType
    /// The kind of stream that holds such events.
    package let home: BetStreamKind
    /// Whether such a record carries the origin of the command that caused it: it always does.
    package let hasOrigin: Bool
    /// The kinds of commands that cause such events. `BetCommandKind.senders` says who may send them.
    package let causes: [BetCommandKind]
    /// Whether such records are for some readers only, and therefore salted.
    package let isPrivate: Bool

    package init(_ type: BetEventType, home: BetStreamKind, causes: [BetCommandKind]) {
        self.type = type
        self.home = home
        hasOrigin = true
        self.causes = causes
        isPrivate = home == .bettor
    }

    /// The roles whose commands can cause such events, each once, in the order of their numbers.
    package var senders: [Sender.Role] {
        Sender.Role.allCases.filter { role in causes.contains { $0.senders.contains(role) } }
    }
}

/// Receives the body of an event with its static type, so that nothing is boxed.
package protocol BetEventVisitor {
    associatedtype Answer
    mutating func visit(_ body: some BetEventBody) -> Answer
}

extension BetEvent {
    /// The kind of this event.
    public var type: BetEventType {
        var visitor = TypeVisitor()
        return accept(&visitor)
    }
}

private struct TypeVisitor: BetEventVisitor {
    func visit<Body: BetEventBody>(_: Body) -> BetEventType { Body.facts.type }
}
