/// One row of a prize table: what each of a range of places wins.
public struct PrizeTier: Hashable, Sendable {
    /// From 1.
    public var firstPlace: UInt32
    public var lastPlace: UInt32
    /// The prize of each place of the row.
    public var amount: Cents

    public init(firstPlace: UInt32, lastPlace: UInt32, amount: Cents) {
        self.firstPlace = firstPlace
        self.lastPlace = lastPlace
        self.amount = amount
    }

    package static var blank: Self { Self(firstPlace: 0, lastPlace: 0, amount: .zero) }
}

/// Whether a contest takes commands of its members only with their signatures.
public enum SignedCommands: UInt8, Sendable, CaseIterable {
    /// Joining, leaving, picking, editing the queue and changing autodraft need the member's signature; no one acts in the
    /// member's place.
    case required = 1
}

/// The spectators of a contest's running drafts, in addition to members and officers. Finished drafts are
/// public.
public enum Spectators: UInt8, Sendable, CaseIterable {
    /// Everybody sees what all members of the room see: no queues, no skipped players, no refusals.
    case live = 1
}

/// A contest with the terms of all its rooms.
public struct TournamentCreated: Hashable, Sendable {
    public var pool: PoolID
    /// Nil where a source does not say.
    public var entryFee: Cents?
    /// Nil without a limit.
    public var maxEntries: UInt32?
    /// Nil without a limit.
    public var maxEntriesPerUser: UInt32?
    /// The operator's share of the fees in hundredths of a percent.
    public var rakeBasisPoints: UInt16
    /// Teams, rounds, clock and limits of every room: the draft speed is its preset.
    public var ruleset: Ruleset
    public var prizes: [PrizeTier]
    public var title: String
    /// The contest's ID at its source; empty if it has no such ID.
    public var externalID: String
    /// The prizes that another site states in all, where it does not tell them place by place. Never paid out here.
    public var statedPrizes: Cents?
    /// Nil where signatures are welcome and not asked for.
    public var signedCommands: SignedCommands?
    /// Nil where only members and officers watch its drafts.
    public var spectators: Spectators?
    /// Whether the lobby shows it first while it takes entries.
    public var featured: Bool

    public init(
        pool: PoolID, entryFee: Cents?, maxEntries: UInt32?, maxEntriesPerUser: UInt32?, rakeBasisPoints: UInt16,
        ruleset: Ruleset, prizes: [PrizeTier], title: String, externalID: String, statedPrizes: Cents? = nil,
        signedCommands: SignedCommands? = nil, spectators: Spectators? = nil, featured: Bool = false
    ) {
        self.spectators = spectators
        self.featured = featured
        self.signedCommands = signedCommands
        self.statedPrizes = statedPrizes
        self.pool = pool
        self.entryFee = entryFee
        self.maxEntries = maxEntries
        self.maxEntriesPerUser = maxEntriesPerUser
        self.rakeBasisPoints = rakeBasisPoints
        self.ruleset = ruleset
        self.prizes = prizes
        self.title = title
        self.externalID = externalID
    }

    package static var blank: Self {
        Self(
            pool: 0, entryFee: nil, maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: .untimed(teams: 2, rounds: 1), prizes: [], title: "", externalID: "")
    }
}

extension TournamentCreated: PlainEventBody {
    package static let facts = EventFacts(
        .tournamentCreated, since: 0, home: .tournament, actor: .staff, origin: .always,
        traits: [.importerAct, .lobby])
}

/// No user can join any more; rooms that did not fill are cancelled in the same append.
public struct EntriesClosed: Hashable, Sendable {
    /// Entries in rooms that filled.
    public var entries: UInt32
    public var cancelledRooms: UInt16
    /// SHA-256 of the secret by which the pods of the second round will be drawn (`PodDraw`); nil in a contest that has none
    /// to draw, and in records from before there were rounds to close.
    public var podCommitment: Digest256?

    public init(entries: UInt32, cancelledRooms: UInt16, podCommitment: Digest256? = nil) {
        self.entries = entries
        self.cancelledRooms = cancelledRooms
        self.podCommitment = podCommitment
    }

    package static var blank: Self { Self(entries: 0, cancelledRooms: 0) }
}

extension EntriesClosed: PlainEventBody {
    package static let facts = EventFacts(
        .entriesClosed, since: 0, home: .tournament, actor: .staff, origin: .always, traits: [.lobby])
}

/// The contest will not take place; its fees are released in the same append.
public struct TournamentCancelled: Hashable, Sendable {
    public var reason: Wording
    package static var blank: Self { Self(reason: "") }
}

extension TournamentCancelled: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .tournamentCancelled, since: 0, home: .tournament, actor: .staff, origin: .always, traits: [.lobby])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(6))
        writer.write(reason)
        return true
    }
}

/// A range of places was paid; each prize is a `PrizeCredited` in the same append.
public struct PrizesAwarded: Hashable, Sendable {
    public var firstPlace: UInt32
    public var lastPlace: UInt32
    public var entries: UInt32
    /// All prizes of the range together.
    public var amount: Cents
    package static var blank: Self { Self(firstPlace: 0, lastPlace: 0, entries: 0, amount: .zero) }
}

extension PrizesAwarded: EventBody {
    package static let facts = EventFacts(
        .prizesAwarded, since: 0, home: .tournament, actor: .staff, origin: .always, traits: [.playedRound])

    package var subject: EventSubject { EventSubject(amount: amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(13))
        writer.write(firstPlace)
        writer.write(lastPlace)
        writer.write(amount.value)
        return true
    }
}

/// house/overlay → escrow: the operator's contribution that covers the guaranteed prizes.
public struct OverlayAdded: Hashable, Sendable {
    public var amount: Cents
    package static var blank: Self { Self(amount: .zero) }
}

extension OverlayAdded: EventBody {
    package static let facts = EventFacts(
        .overlayAdded, since: 0, home: .tournament, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(amount: amount) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(12))
        writer.write(amount.value)
        return true
    }
}

/// escrow → house/rake.
public struct RakeTaken: Hashable, Sendable {
    public var amount: Cents
    package static var blank: Self { Self(amount: .zero) }
}

extension RakeTaken: DirectEventBody {
    package static let facts = EventFacts(
        .rakeTaken, since: 0, home: .tournament, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(amount: amount) }
}

/// The contest's books are closed: fees + overlay = prizes + rake + refunds, and its escrow is zero.
public struct TournamentFinalized: Hashable, Sendable {
    public var entries: UInt32
    /// Entry fees ever posted to the escrow.
    public var fees: Cents
    public var overlay: Cents
    public var prizes: Cents
    public var rake: Cents
    public var refunds: Cents
    package static var blank: Self {
        Self(entries: 0, fees: .zero, overlay: .zero, prizes: .zero, rake: .zero, refunds: .zero)
    }
}

extension TournamentFinalized: PlainEventBody {
    package static let facts = EventFacts(
        .tournamentFinalized, since: 0, home: .tournament, actor: .staff, origin: .always,
        traits: [.playedRound, .lobby])
}

/// A player of a pool, as the pool's source describes the player.
public struct PlayerListing: Hashable, Sendable {
    /// Index in the pool, gapless from 0.
    public var index: PlayerIndex
    public var position: PlayerPosition
    /// 1-18; nil where the source does not say.
    public var byeWeek: UInt8?
    /// Average draft position in hundredths of a pick.
    public var adp: UInt32?
    /// Projected points of the season in hundredths.
    public var projectedPoints: Int32?
    /// The source's rank, from 1; the autopick's tie-breaker.
    public var rank: UInt16?
    /// The player's ID at the source; empty if the source has no ID.
    public var externalID: String
    public var name: String
    /// The NFL team's abbreviation; empty where the source does not say.
    public var team: String

    public init(
        index: PlayerIndex, position: PlayerPosition, byeWeek: UInt8?, adp: UInt32?, projectedPoints: Int32?,
        rank: UInt16?, externalID: String, name: String, team: String
    ) {
        self.index = index
        self.position = position
        self.byeWeek = byeWeek
        self.adp = adp
        self.projectedPoints = projectedPoints
        self.rank = rank
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self {
        Self(
            index: 0, position: .other, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil, externalID: "",
            name: "", team: "")
    }
}

/// A player that a pool has when it is published.
public struct PlayerListed: Hashable, Sendable {
    public var player: PlayerListing
    package static var blank: Self { Self(player: .blank) }
}

extension PlayerListed: PlainEventBody {
    package static let facts = EventFacts(
        .playerListed, since: 0, home: .pool, actor: .consequence, origin: .always, traits: [])
}

/// A late player, added after the published ones.
public struct PlayerAdded: Hashable, Sendable {
    public var player: PlayerListing
    package static var blank: Self { Self(player: .blank) }
}

extension PlayerAdded: PlainEventBody {
    package static let facts = EventFacts(
        .playerAdded, since: 0, home: .pool, actor: .staff, origin: .always, traits: [.importerAct])
}

/// The pool is complete; from here on it only ever grows.
public struct PoolPublished: Hashable, Sendable {
    /// Players listed.
    public var count: UInt16
    /// The pool's ID at its source; empty if it has no such ID.
    public var externalID: String
    public var title: String
    package static var blank: Self { Self(count: 0, externalID: "", title: "") }
}

extension PoolPublished: PlainEventBody {
    package static let facts = EventFacts(
        .poolPublished, since: 0, home: .pool, actor: .staff, origin: .always, traits: [.importerAct])
}
