/// The outcomes of the notices about one turn of a member: what the member was told, over which channel, and when.
///
/// "No message told me that I was on the clock" is a complaint like any other. The event is in the member's own stream. The
/// service that delivers notices records it once the turn is over, and no rule of a draft reads it.
public struct NoticesRecorded: Hashable, Sendable {
    /// The content of a notice. Raw values are given out once.
    public enum Kind: UInt8, Sendable, CaseIterable, Codable {
        /// The room has all its members.
        case roomFilled = 1
        case draftStarting = 2
        /// The member picks after two more picks.
        case picksAway = 3
        case onTheClock = 4
        /// Ten seconds of the member's own time are left.
        case tenSeconds = 5
        /// The turn in a slow draft, by e-mail.
        case slowDraftEmail = 6
    }

    /// The way to the member. Raw values are given out once.
    public enum Channel: UInt8, Sendable, CaseIterable, Codable {
        /// A push message to the member's devices.
        case push = 1
        case email = 2
        /// A file of the server, for development.
        case file = 3
    }

    public enum Outcome: UInt8, Sendable, CaseIterable, Codable {
        /// The service that delivers it has accepted it. Whether the member saw it is not known.
        case sent = 1
        /// It was not sent; the reason says why.
        case suppressed = 2
        /// The service refused it, or did not take it in time.
        case failed = 3
        /// The service's answer is not known. It is not sent again, so that the member is not told twice.
        case unclear = 4
    }

    /// Why a notice was not sent.
    public enum Reason: UInt8, Sendable, CaseIterable, Codable {
        /// It was sent.
        case none = 0
        /// The member does not want such notices.
        case preference = 1
        /// The member's quiet hours lasted until it was no longer true.
        case quietHours = 2
        /// It was no longer true: the pick was made, or the clock stopped.
        case overtaken = 3
        /// Its time had passed before it could be sent.
        case late = 4
        /// No device or address of the member is registered.
        case noAddress = 5
        /// The service refused it.
        case refused = 6
        /// The service could not be reached.
        case unreachable = 7
    }

    /// One notice over one channel.
    public struct Notice: Hashable, Sendable {
        public var kind: Kind
        public var channel: Channel
        public var outcome: Outcome
        public var reason: Reason
        /// The position of the event that it tells of.
        public var cause: UInt64
        /// When the outcome was known, by the clock of the service that delivers notices.
        public var at: Timestamp

        public init(
            kind: Kind, channel: Channel, outcome: Outcome, reason: Reason = .none, cause: UInt64, at: Timestamp
        ) {
            self.kind = kind
            self.channel = channel
            self.outcome = outcome
            self.reason = reason
            self.cause = cause
            self.at = at
        }

        package static var blank: Self {
            Self(kind: .onTheClock, channel: .push, outcome: .sent, cause: 0, at: Timestamp(microseconds: 0))
        }
    }

    public var room: RoomID

    /// The member's turn; nil for notices of a room in which the member had no turn any more.
    public var pick: PickNumber?

    /// In the order in which they were due.
    public var notices: [Notice]

    public init(room: RoomID, pick: PickNumber?, notices: [Notice]) {
        self.room = room
        self.pick = pick
        self.notices = notices
    }

    package static var blank: Self { Self(room: 0, pick: nil, notices: []) }

    /// The most notices that one event holds.
    public static let maximumCount = 64
}

extension NoticesRecorded: PlainEventBody {
    package static let facts = EventFacts(
        .noticesRecorded, since: 11, home: .user, actor: .staff, origin: .always, traits: [])
}

extension NoticesRecorded.Kind {
    /// The notice in words, as a timeline and a verdict name it.
    public var words: String {
        switch self {
        case .roomFilled: "room filled"
        case .draftStarting: "draft starting"
        case .picksAway: "two picks away"
        case .onTheClock: "on the clock"
        case .tenSeconds: "ten seconds"
        case .slowDraftEmail: "emails"
        }
    }

    /// The preference by which a member does or does not want such notices.
    public var preference: AlertPreferences {
        switch self {
        case .roomFilled: .roomFilled
        case .draftStarting: .draftStarting
        case .picksAway: .twoPicksAway
        case .onTheClock: .onTheClock
        case .tenSeconds: .tenSecondsRemaining
        case .slowDraftEmail: .slowDraftEmailUpdates
        }
    }
}

extension NoticesRecorded.Notice {
    /// The outcome in words: "sent", or "not sent: the member does not want such notices".
    public var result: String {
        switch (outcome, reason) {
        case (.sent, _): "sent"
        case (.unclear, _): "sent, without an answer by the service that delivers it"
        case (_, .none): "not sent"
        case (_, .preference): "not sent: the member does not want such notices"
        case (_, .quietHours): "not sent: the member's quiet hours"
        case (_, .overtaken): "not sent: it was no longer true"
        case (_, .late): "not sent: its time had passed"
        case (_, .noAddress): "not sent: no device or address is registered"
        case (_, .refused): "not sent: the service that delivers it refused it"
        case (_, .unreachable): "not sent: the service that delivers it could not be reached"
        }
    }
}
