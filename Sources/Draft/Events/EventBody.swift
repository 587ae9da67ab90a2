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
    /// - Returns: false for an event to which no approval request leads and that the closing of a ledger does not state.
    func writeEffect(_ writer: inout CanonicalWriter) -> Bool

    /// The people and things that the event names in its fields.
    var subject: EventSubject { get }

    /// Returns the event with other text in place of its free text; the event itself if it has no free text.
    func saying(_ words: Wording) -> Self
}

extension EventBody {
    package func saying(_: Wording) -> Self { self }

    /// The event with other words in the place of its free text.
    ///
    /// - Parameter change: called with the text, unless it is empty.
    func mappingWords<Failure: Error>(_ change: (Statement) throws(Failure) -> Wording) throws(Failure) -> Self {
        guard let statement = subject.statement else { return self }
        return saying(statement.words.isEmpty ? statement.words : try change(statement))
    }
}

/// A body with a reason as its free text.
package protocol ReasonedBody {
    var reason: Wording { get set }
}

extension EventBody where Self: ReasonedBody {
    package func saying(_ words: Wording) -> Self {
        var said = self
        said.reason = words
        return said
    }
}

/// The body of an event to which no approval request leads.
package protocol DirectEventBody: EventBody {}

extension DirectEventBody {
    package func writeEffect(_: inout CanonicalWriter) -> Bool { false }
}

/// The body of an event to which no approval request leads, and with an empty subject.
package protocol PlainEventBody: DirectEventBody {}

extension PlainEventBody {
    package var subject: EventSubject { .none }
}

/// The facts about one kind of event from which all layers derive their answers. A new kind must state each of them.
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
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// An importer that causes it acts itself, and does not tell of an act elsewhere.
        package static let importerAct = Self(rawValue: 1 << 0)
        /// Begins what a command to a draft leads to: the room and its queues alone decide it.
        package static let draftAct = Self(rawValue: 1 << 1)
        /// Changes what staff may do with the room, depends on the ledger outside the room, or tells the version of its record.
        package static let milestone = Self(rawValue: 1 << 2)
        /// Makes the next pick of a room.
        package static let makesPick = Self(rawValue: 1 << 3)
        /// Makes a pick or corrects one.
        package static let changesBoard = Self(rawValue: 1 << 4)
        /// Ends the time of a room's current pick: counts of the pick are recorded before it.
        package static let endsPick = Self(rawValue: 1 << 5)
        /// Ends a room: no pick follows.
        package static let endsRoom = Self(rawValue: 1 << 6)
        /// Sets up a room from outside its draft: its terms, members, order and countdown, or its cancellation.
        package static let roomSetting = Self(rawValue: 1 << 7)
        /// Leaves the status of its room as it is, as nine of ten events of a room do.
        package static let keepsStatus = Self(rawValue: 1 << 8)
        /// Can follow from the time alone, without a request by a person.
        package static let followsFromTime = Self(rawValue: 1 << 9)
        /// Decides which fees of a room's entries are held, posted or refunded.
        package static let roomFees = Self(rawValue: 1 << 10)
        /// The first effect in a room that an approved request can have.
        package static let approvedInRoom = Self(rawValue: 1 << 11)
        /// Changes what a list of contests shows.
        package static let lobby = Self(rawValue: 1 << 12)
        /// Changes the keys that count as a person's.
        package static let signingKeys = Self(rawValue: 1 << 13)
        /// Reports a played round, or follows from its results.
        package static let playedRound = Self(rawValue: 1 << 14)
        /// Can be about a member although its stream is not the member's own.
        package static let namesMember = Self(rawValue: 1 << 15)
        /// Needs the approval of a second person once staff roles are enabled.
        package static let takesApproval = Self(rawValue: 1 << 16)
        /// States what was taken over from a closed ledger. Only the beginning of a ledger has such events.
        package static let carried = Self(rawValue: 1 << 17)
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

/// Whether an event carries an origin: the command that caused it.
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

/// Makes another body of the same kind of the body of an event.
package protocol EventMapper {
    func map<Body: EventBody>(_ body: Body) -> Body
}

/// The people and things that an event names, for all views that ask for one of them without asking for the kind.
package struct EventSubject {
    /// The seat of its room.
    package var seat: Seat?
    package var pick: PickNumber?
    /// The player that a pick takes.
    package var player: PlayerIndex?
    /// The people who agreed to it.
    package var approvers: [UserID] = []
    /// The case that it follows from.
    package var dispute: CaseID?
    /// The money that it moves or announces.
    package var amount: Cents?
    /// The fee or the prize of an entry that it moves.
    package var fee: FeeMovement?
    /// The provider's reference of a deposit or a dispute, which can be recorded only once.
    package var payment: WalletState.PaymentReference?
    /// The money that it moves between a provider and the ledger.
    package var transfer: ProviderTransfer?
    /// The secret of a room's draw that it reveals.
    package var secret: Digest256?
    /// Its free text.
    package var statement: Statement?

    package static let none = Self()

    static func moving(
        _ step: FeeMovement.Step, of entry: EntryID, in room: RoomID, _ contest: TournamentID, _ amount: Cents
    ) -> Self {
        Self(amount: amount, fee: FeeMovement(step: step, entry: entry, room: room, contest: contest, amount: amount))
    }
}

/// One step of an entry's fee, or its prize: whichever event records it.
package struct FeeMovement {
    package enum Step {
        case held, posted, released, refunded, prize
    }

    package var step: Step
    package var entry: EntryID
    package var room: RoomID
    package var contest: TournamentID
    package var amount: Cents
}

/// Money that goes through a provider of payments, and counts for one of its days.
package struct ProviderTransfer {
    package enum Kind {
        case deposit, withdrawal, chargeback
        /// The part of a chargeback that its settlement returns.
        case settlement
    }

    package var kind: Kind
    package var provider: String
    package var amount: Cents

    init(_ kind: Kind, _ provider: String, _ amount: Cents) {
        self.kind = kind
        self.provider = provider
        self.amount = amount
    }
}

extension Event {
    /// The kind of this event.
    public var type: EventType {
        var visitor = TypeVisitor()
        return accept(&visitor)
    }

    /// The classes that this kind of event is in.
    package var traits: EventFacts.Traits {
        var visitor = TraitsVisitor()
        return accept(&visitor)
    }

    /// The people and things that this event names.
    package var subject: EventSubject {
        var visitor = SubjectVisitor()
        return accept(&visitor)
    }

    /// Whether the event has an effect, as `EventBody.writeEffect(_:)` says.
    var hasEffect: Bool {
        var writer = CanonicalWriter()
        return writeEffect(&writer)
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

private struct TraitsVisitor: EventVisitor {
    func visit<Body: EventBody>(_: Body) -> EventFacts.Traits { Body.facts.traits }
}

private struct SubjectVisitor: EventVisitor {
    func visit(_ body: some EventBody) -> EventSubject { body.subject }
}

private struct EffectVisitor: EventVisitor {
    var writer: CanonicalWriter

    mutating func visit(_ body: some EventBody) -> Bool { body.writeEffect(&writer) }
}
