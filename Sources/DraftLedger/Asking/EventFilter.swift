public import Draft
import Records

/// Which events somebody asks for: all that is given has to hold.
///
/// Told from a record's header as far as possible, since most of a hundred million records are somebody else's.
public struct EventFilter: Sendable {
    /// Empty for all types.
    public var types: [EventType]

    /// Nil for any sender.
    public var actor: ActorPattern?

    /// Only actions of staff, providers and importers; see `RecordedEvent.isStaffAct`.
    package var staffOnly = false

    /// Recorded then or later, by the ledger's clock.
    public var since: Timestamp?

    /// Recorded before then, by the ledger's clock.
    public var until: Timestamp?

    /// Nil for all; else the contest's own stream, its rooms with their queues, and the fees and prizes of wallets.
    public var contest: TournamentID?

    /// The rooms of `contest`.
    var rooms: Set<UInt64> = []

    public init(
        types: [EventType] = [], actor: ActorPattern? = nil, since: Timestamp? = nil, until: Timestamp? = nil,
        contest: TournamentID? = nil
    ) {
        self.types = types
        self.actor = actor
        self.since = since
        self.until = until
        self.contest = contest
    }

    /// Whether a record can be one of them: all but what its body alone tells.
    func mayFit(_ record: RecordView) -> Bool {
        if !types.isEmpty, !types.contains(where: { $0.rawValue == record.templateID }) { return false }
        // The server records reads in the reader's place: its body alone names the reader.
        if record.templateID != EventType.privateDataRead.rawValue, actor != nil || staffOnly {
            guard let sender = record.sender else { return false }
            if let actor, !actor.matches(sender) { return false }
            // The body alone tells whether a pause is for an outage.
            let isAutomatic = sender.role == .scheduler && record.templateID != EventType.roomPaused.rawValue
            if staffOnly, sender.role == .user || isAutomatic { return false }
        }
        return contest.map { mayBelong(record.stream, to: $0) } ?? true
    }

    private func mayBelong(_ stream: UInt64, to contest: TournamentID) -> Bool {
        switch StreamKey(rawValue: stream) {
        case .tournament(let tournament): tournament == contest
        case .room(let room), .clock(let room), .queue(let room, _): rooms.contains(room.number)
        case .wallet: true
        case .system, .pool, .user, .dispute, .staff, .measure, .season, .aliases, .notes, nil: false
        }
    }

    /// Whether an event that may be one of them is.
    func fits(_ recorded: RecordedEvent) -> Bool {
        if staffOnly, !recorded.isStaffAct { return false }
        if let actor, case .access(let read) = recorded.event.account, !actor.matches(.admin(read.reader)),
            recorded.origin.map({ !actor.matches($0.actor) }) ?? true
        {
            return false
        }
        if contest != nil, case .wallet = recorded.stream, recorded.event.feeContest != contest { return false }
        return true
    }
}

/// A filter by sender: a role, a user, or both. "admin", "user/7", "admin/7", or "7" for the user
/// in whatever role.
public struct ActorPattern: Hashable, Sendable, LosslessStringConvertible {
    /// Nil for all roles.
    public var role: Sender.Role?

    /// Nil for all users, and for machines.
    public var user: UserID?

    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2 else { return nil }
        if let number = UInt64(last), number > 0, number <= UserID.maximum.number { user = UserID(number) }
        role = Sender.Role.allCases.first { $0.name == parts[0] }
        switch parts.count {
        case 1: guard (role == nil) != (user == nil) else { return nil }
        default: guard role != nil, user != nil else { return nil }
        }
    }

    public var description: String {
        [role?.name, user.map { "\($0)" }].compactMap(\.self).joined(separator: "/")
    }

    /// Whether the sender is one of those.
    public func matches(_ sender: Sender) -> Bool {
        (role == nil || sender.role == role) && (user == nil || sender.user == user)
    }
}
