/// A person with a staff role read private data of a member, or signed the member out everywhere.
///
/// The event is in the member's own stream, so that the member sees it. The server records it before it answers the
/// reader. Repeated reads of one kind within ``window`` are one event; each sign-out has its own.
public struct PrivateDataRead: Hashable, Sendable {
    /// The kind of data that was read. Raw values are given out once.
    public enum Kind: UInt8, Sendable, CaseIterable, Codable {
        /// The queue of a seat.
        case queue = 1
        /// A draft as disputes, evidence and audits show it: with queues and refusals.
        case draft = 2
        /// Balance, statement, limits.
        case money = 3
        /// Name, external ID, settings.
        case profile = 4
        /// Everything in one chronology.
        case activity = 5
        /// Entries, teams, exposure.
        case entries = 6
        /// Claims and how they were decided.
        case cases = 7
        /// Free text about the member: claims, titles, reasons.
        case words = 8
        /// Stored records, as events or bytes.
        case records = 9
        /// No data: all sessions of the member were ended, and the member's tokens refused.
        case signOut = 10

        /// Whether data was read.
        public var isRead: Bool { self != .signOut }
    }

    /// The person who read.
    public var reader: UserID

    /// The staff roles of the reader at that moment.
    public var roles: StaffRoles

    public var kind: Kind

    /// The room that the data is about; nil for data of the whole account.
    public var room: RoomID?

    /// The case because of which the reader read; nil if the request does not name a case.
    public var dispute: CaseID?

    public init(reader: UserID, roles: StaffRoles, kind: Kind, room: RoomID? = nil, dispute: CaseID? = nil) {
        self.reader = reader
        self.roles = roles
        self.kind = kind
        self.room = room
        self.dispute = dispute
    }

    package static var blank: Self { Self(reader: 0, roles: [], kind: .queue) }

    /// The time within which reads of one kind by one person, about one room, are one event.
    public static let window = Interval.seconds(86_400)
}

extension PrivateDataRead: DirectEventBody {
    package static let facts = EventFacts(
        .privateDataRead, since: 9, home: .user, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(dispute: dispute) }
}
