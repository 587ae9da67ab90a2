/// The whole queue, the first choice first.
public struct QueueSet: Hashable, Sendable {
    public var players: [PlayerIndex]
    package static var blank: Self { Self(players: []) }
}

extension QueueSet: PlainEventBody {
    package static let facts = EventFacts(
        .queueSet, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// A player came into the queue.
public struct QueueAdded: Hashable, Sendable {
    public var player: PlayerIndex
    /// The place in the queue, from 0; nil at its end.
    public var index: UInt16?
    package static var blank: Self { Self(player: 0, index: nil) }
}

extension QueueAdded: PlainEventBody {
    package static let facts = EventFacts(
        .queueAdded, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// A player went out of the queue.
public struct QueueRemoved: Hashable, Sendable {
    public var player: PlayerIndex
    package static var blank: Self { Self(player: 0) }
}

extension QueueRemoved: PlainEventBody {
    package static let facts = EventFacts(
        .queueRemoved, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// A player went to another place in the queue.
public struct QueueMoved: Hashable, Sendable {
    public var player: PlayerIndex
    /// The player's index after the move, from 0.
    public var index: UInt16
    package static var blank: Self { Self(player: 0, index: 0) }
}

extension QueueMoved: PlainEventBody {
    package static let facts = EventFacts(
        .queueMoved, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// A player went to the head of the queue.
public struct QueueMovedToTop: Hashable, Sendable {
    public var player: PlayerIndex
    package static var blank: Self { Self(player: 0) }
}

extension QueueMovedToTop: PlainEventBody {
    package static let facts = EventFacts(
        .queueMovedToTop, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// All players went out of the queue.
public struct QueueCleared: Hashable, Sendable {
    package static var blank: Self { Self() }
}

extension QueueCleared: PlainEventBody {
    package static let facts = EventFacts(
        .queueCleared, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// The seat's own ranking of the pool, best first; it may rank only part of it.
public struct RankingsSet: Hashable, Sendable {
    public var players: [PlayerIndex]
    package static var blank: Self { Self(players: []) }
}

extension RankingsSet: PlainEventBody {
    package static let facts = EventFacts(
        .rankingsSet, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// The limits that autopicks of this seat keep to instead of the ruleset's.
public struct PositionLimitsSet: Hashable, Sendable {
    public var limits: PositionLimits
    package static var blank: Self { Self(limits: .standard) }
}

extension PositionLimitsSet: PlainEventBody {
    package static let facts = EventFacts(
        .positionLimitsSet, since: 0, home: .queue, actor: .member, origin: .always, traits: [])
}

/// A pseudonymous number is in use. The person's identity is stored outside the log.
public struct UserRegistered: Hashable, Sendable {
    package static var blank: Self { Self() }
}

extension UserRegistered: PlainEventBody {
    package static let facts = EventFacts(
        .userRegistered, since: 0, home: .user, actor: .member, origin: .always, traits: [])
}

/// Which alerts a user wants to be sent.
public struct AlertPreferences: OptionSet, Hashable, Sendable, Codable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let roomFilled = Self(rawValue: 1 << 0)
    public static let draftStarting = Self(rawValue: 1 << 1)
    public static let twoPicksAway = Self(rawValue: 1 << 2)
    public static let onTheClock = Self(rawValue: 1 << 3)
    public static let tenSecondsRemaining = Self(rawValue: 1 << 4)
    public static let slowDraftEmailUpdates = Self(rawValue: 1 << 5)
    public static let all = Self(named.map(\.bit))

    /// The alerts by name, in the order of their bits.
    package static let named: [(name: String, bit: Self)] = [
        ("roomFilled", .roomFilled), ("draftStarting", .draftStarting), ("twoPicksAway", .twoPicksAway),
        ("onTheClock", .onTheClock), ("tenSecondsRemaining", .tenSecondsRemaining),
        ("slowDraftEmailUpdates", .slowDraftEmailUpdates),
    ]
}

/// A user chose which alerts to be sent.
public struct AlertPreferencesSet: Hashable, Sendable {
    public var preferences: AlertPreferences

    public init(preferences: AlertPreferences) { self.preferences = preferences }

    package static var blank: Self { Self(preferences: []) }
}

extension AlertPreferencesSet: PlainEventBody {
    package static let facts = EventFacts(
        .alertPreferencesSet, since: 0, home: .user, actor: .member, origin: .always, traits: [])
}

/// A device that alerts go to. The token itself is personal and stays outside the log.
public struct PushTokenRegistered: Hashable, Sendable {
    /// The service that delivers the alerts.
    public enum Platform: UInt8, Sendable, CaseIterable {
        case apple = 1
        case google = 2
        case web = 3
    }
    public var platform: Platform
    /// SHA-256 of the token.
    public var tokenDigest: Digest256

    public init(platform: Platform, tokenDigest: Digest256) {
        self.platform = platform
        self.tokenDigest = tokenDigest
    }

    package static var blank: Self { Self(platform: .apple, tokenDigest: .zero) }
}

extension PushTokenRegistered: PlainEventBody {
    package static let facts = EventFacts(
        .pushTokenRegistered, since: 0, home: .user, actor: .member, origin: .always, traits: [])
}

/// Somebody disputes a pick.
public struct DisputeOpened: Hashable, Sendable {
    public var room: RoomID
    /// 0 where the claim is about a score.
    public var pick: PickNumber
    /// The claimant's; in a claim about a pick the one whose pick it is.
    public var seat: Seat
    /// The room's version when the claim was made.
    public var roomVersion: UInt32
    public var claimant: UserID?
    /// In the claimant's words. Empty where the record has their digest instead.
    public var claim: String
    /// The digest of the claim's words, which stand outside the log: see `TextCommitment`. Nil in older records.
    public var claimDigest: Digest256?
    /// The week of the contest's season whose score the claim is about; nil in one about a pick.
    public var week: UInt8?

    public init(
        room: RoomID, pick: PickNumber, seat: Seat, roomVersion: UInt32, claimant: UserID?, claim: String,
        claimDigest: Digest256? = nil, week: UInt8? = nil
    ) {
        self.room = room
        self.pick = pick
        self.seat = seat
        self.roomVersion = roomVersion
        self.claimant = claimant
        self.claim = claim
        self.claimDigest = claimDigest
        self.week = week
    }

    package static var blank: Self { Self(room: 0, pick: 0, seat: 0, roomVersion: 0, claimant: nil, claim: "") }
}

extension DisputeOpened: DirectEventBody {
    package static let facts = EventFacts(
        .disputeOpened, since: 0, home: .dispute, actor: .member, origin: .always, traits: [.namesMember])

    package var subject: EventSubject { EventSubject(pick: pick, statement: .of(self)) }
}

/// A document outside the ledger, pinned by its digest.
public struct EvidenceAttached: Hashable, Sendable {
    public var digest: Digest256
    /// A description by the person who attached it. Empty if the record has its digest instead.
    public var title: String
    /// The digest of the title's words, which stand outside the log: see `TextCommitment`. Nil in older records.
    public var titleDigest: Digest256?

    public init(digest: Digest256, title: String, titleDigest: Digest256? = nil) {
        self.digest = digest
        self.title = title
        self.titleDigest = titleDigest
    }

    package static var blank: Self { Self(digest: .zero, title: "") }
}

extension EvidenceAttached: DirectEventBody {
    package static let facts = EventFacts(
        .evidenceAttached, since: 0, home: .dispute, actor: .member, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(statement: .of(self)) }
}

/// A case was decided by somebody without a stake in it; that is its end.
public struct DisputeResolved: Hashable, Sendable {
    /// Which way a case was decided.
    public enum Verdict: UInt8, Sendable, CaseIterable {
        case upheld = 1
        case rejected = 2
        case undecidable = 3
    }
    public var verdict: Verdict
    public var resolvedBy: UserID
    /// Why. Empty where the record has the words' digest instead.
    public var reason: String
    /// The digest of the reason's words, which stand outside the log: see `TextCommitment`. Nil in older records.
    public var reasonDigest: Digest256?

    public init(verdict: Verdict, resolvedBy: UserID, reason: String, reasonDigest: Digest256? = nil) {
        self.verdict = verdict
        self.resolvedBy = resolvedBy
        self.reason = reason
        self.reasonDigest = reasonDigest
    }

    package static var blank: Self { Self(verdict: .undecidable, resolvedBy: 0, reason: "") }
}

extension DisputeResolved: EventBody {
    package static let facts = EventFacts(
        .disputeResolved, since: 0, home: .dispute, actor: .staff, origin: .always, traits: [.takesApproval])

    package var subject: EventSubject { EventSubject(statement: .of(self)) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(10))
        writer.write(verdict.rawValue)
        writer.write(reason)
        return true
    }
}
