/// The first event of every ledger.
public struct LedgerCreated: Hashable, Sendable {
    /// The ledger's permanent name, as in its checkpoints: "example.com/drafts".
    public var origin: String

    /// The version of the rules of the software that created the ledger: no older ones apply to its history. Nil in
    /// ledgers that software with rules before 8 created.
    public var rulesVersion: UInt16?

    public init(origin: String, rulesVersion: UInt16? = nil) {
        self.origin = origin
        self.rulesVersion = rulesVersion
    }

    /// The first rules that ledgers state with their creation.
    package static var firstStatedRules: UInt16 { 8 }

    package static var blank: Self { Self(origin: "") }
}

extension LedgerCreated: PlainEventBody {
    package static let facts = EventFacts(
        .ledgerCreated, since: 0, home: .system, actor: .staff, origin: .always, traits: [])
}

/// The events before this mark were imported from a file of events: their times are those of the file, not of this
/// ledger's clock. The mark stays in the ledger.
///
/// No command causes it.
public struct ImportedAsFound: Hashable, Sendable {
    /// The number of findings of the audit before the import; 0 if the history keeps the rules.
    public var findings: UInt32

    /// The position of the first imported event; nil in older marks, which are of imports into an empty ledger.
    public var first: UInt64?

    public init(findings: UInt32, first: UInt64? = nil) {
        self.findings = findings
        self.first = first
    }

    package static var blank: Self { Self(findings: 0) }
}

extension ImportedAsFound: PlainEventBody {
    package static let facts = EventFacts(
        .importedAsFound, since: 0, home: .system, actor: .consequence, origin: .never, traits: [])
}

/// A service that writes has started.
public struct SoftwareStarted: Hashable, Sendable {
    /// The version of the rules of `decide` and `evolve`.
    public var rulesVersion: UInt16
    public var version: String
    public var commit: String

    public init(rulesVersion: UInt16, version: String, commit: String) {
        self.rulesVersion = rulesVersion
        self.version = version
        self.commit = commit
    }

    /// The version of the rules here: 1 until refusals kept their commands, 2 until decisions went by the time of their
    /// records alone and rooms said how they draw and whom the rules may pick, 3 until what is shown of a clock got a
    /// stream of its own, 4 until the ends of drafts counted that stream's ticks, 5 until prizes followed from the rounds of
    /// contests that have some, 6 until refusals of picks stated the clock of their own pick, and no round closed while a
    /// drafted player had no points and unassigned scores fitted the player, 7 until the ends of drafts stated the
    /// queues' last versions, 8 until a case served its claimant alone and no room was imported into a contest that is
    /// drafted here, 9 until a day's statement could have more money from disputes that were won than chargebacks, 10 since.
    public static let currentRules: UInt16 = 10

    /// The first rules by which the chargebacks of a stated day may be negative, because disputes of earlier days were won.
    public static let rulesOfReversals: UInt16 = 10

    /// The first rules by which no round closes while a drafted player has no points and unassigned scores fit.
    public static let rulesOfPlacedScores: UInt16 = 7

    /// The first rules by which prizes follow from a contest's rounds, and contests commit to the draws of their pods.
    public static let rulesOfRounds: UInt16 = 6

    /// The first rules by which the refusal of a pick states the clock of its own pick after somebody else has picked.
    public static let rulesOfPickClocks: UInt16 = 7

    /// The first rules by which the end of a draft states the versions of the queues.
    public static let rulesOfQueueVersions: UInt16 = 8

    /// The first rules by which staff act for a member only because of the member's own upheld case or an outage that others
    /// declared, an outage that a person declares needs an approval, and a case is refunded once.
    public static let rulesOfCauses: UInt16 = 8

    /// The first rules by which a pick is corrected because of a case of its own seat only, money under a case goes to the
    /// case's claimant, and a room is imported only into an open contest that is not drafted here.
    public static let rulesOfClaimants: UInt16 = 9

    /// The first rules by which a contest commits to the draws of its pods before anybody has entered, and the members'
    /// bytes are part of these draws.
    public static let rulesOfPodEntropy: UInt16 = 8

    package static var blank: Self { Self(rulesVersion: 0, version: "", commit: "") }
}

extension SoftwareStarted: PlainEventBody {
    package static let facts = EventFacts(
        .softwareStarted, since: 0, home: .system, actor: .staff, origin: .always, traits: [.importerAct])
}

/// Time that no draft counts. The machine's clock went back and the ledger's did not; or time passed in which the ledger
/// could record nothing.
public struct ClockStepped: Hashable, Sendable {
    /// The reason why time passed without a record.
    public enum Cause: UInt8, Sendable, CaseIterable {
        /// The machine's clock was set, the machine was suspended, or the process was stopped.
        case clock = 0
        /// Events could not be stored: commits failed, or one took longer than a second.
        case storage = 1
    }

    /// Back: the ledger's last moment. Forward: the last moment at which the ledger was known to record.
    public var from: Timestamp
    /// The time of the machine's clock after the step: later than `from` if it is a step forward.
    public var to: Timestamp
    /// Nil in records that know no causes, which means `clock`.
    public var cause: Cause?

    public init(from: Timestamp, to: Timestamp, cause: Cause? = nil) {
        self.from = from
        self.to = to
        self.cause = cause
    }

    package static var blank: Self { Self(from: Timestamp(microseconds: 0), to: Timestamp(microseconds: 0)) }
}

extension ClockStepped: PlainEventBody {
    package static let facts = EventFacts(
        .clockStepped, since: 0, home: .system, actor: .consequence, origin: .never, traits: [])
}

/// Another node of a cluster records from here on.
///
/// It is the first event of the new leader: everything before it was recorded by earlier ones. No command causes it.
public struct LeaderChanged: Hashable, Sendable {
    /// Counts the leaders of the ledger, 1 for the first. Never less than in an earlier event.
    public var epoch: UInt64
    /// The name of the node.
    public var node: String
    /// When the last event before was recorded: nothing was recorded from then until this event.
    public var since: Timestamp

    public init(epoch: UInt64, node: String, since: Timestamp) {
        self.epoch = epoch
        self.node = node
        self.since = since
    }

    package static var blank: Self { Self(epoch: 0, node: "", since: Timestamp(microseconds: 0)) }
}

extension LeaderChanged: PlainEventBody {
    package static let facts = EventFacts(
        .leaderChanged, since: 13, home: .system, actor: .consequence, origin: .never, traits: [])
}

/// Free text was erased, which the log knows by its digest only.
///
/// Either the text of one event, or the profile of a user and all text about the user. The text and its salt are removed after
/// the event is stored.
public struct FreeTextErased: Hashable, Sendable {
    /// The event whose text was erased; nil for all text about a user.
    public var position: UInt64?

    /// The user about whom text was erased; nil for the text of one event.
    public var user: UserID?

    /// The number of erased texts; 0 if only the profile of the user was erased.
    public var texts: UInt32

    /// Whether staff wrote one of the texts. Staff alone cannot erase it: it takes an approval, or the user whom the text is
    /// about.
    public var isOfStaff: Bool

    /// The person who erased it, if the server sent the command; nil if the sender is that person.
    public var erasedBy: UserID?

    public init(
        position: UInt64? = nil, user: UserID? = nil, texts: UInt32, isOfStaff: Bool, erasedBy: UserID? = nil
    ) {
        self.position = position
        self.user = user
        self.texts = texts
        self.isOfStaff = isOfStaff
        self.erasedBy = erasedBy
    }

    package static var blank: Self { Self(texts: 0, isOfStaff: false) }
}

extension FreeTextErased: EventBody {
    package static let facts = EventFacts(
        .freeTextErased, since: 10, home: .system, actor: .staff, origin: .always, traits: [.namesMember])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(109))
        writer.write(position) { $0.write($1) }
        writer.write(user) { $0.write($1) }
        writer.write(texts)
        writer.write(isOfStaff)
        return true
    }
}

/// Checkpoints get another signer.
///
/// The first checkpoint that covers this event is the last one by the old key; the new key has signed it too. So who
/// holds the old key learns of the new one from the old one itself.
public struct CheckpointKeyRotated: Hashable, Sendable {
    /// The key that has signed so far, in the text form of C2SP signed-note: `name+id+key`.
    public var previousVerifierKey: String
    /// The key that signs from now on, in the same form and of the same name.
    public var verifierKey: String

    public init(previousVerifierKey: String, verifierKey: String) {
        self.previousVerifierKey = previousVerifierKey
        self.verifierKey = verifierKey
    }

    package static var blank: Self { Self(previousVerifierKey: "", verifierKey: "") }
}

extension CheckpointKeyRotated: EventBody {
    package static let facts = EventFacts(
        .checkpointKeyRotated, since: 0, home: .system, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { .none }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(108))
        writer.write(previousVerifierKey)
        writer.write(verifierKey)
        return true
    }
}
