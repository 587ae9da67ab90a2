/// The terms of a room's order draw and of its autopicks, fixed when the room opens.
public struct DrawTerms: Hashable, Sendable {
    /// 2: the members' entropy is part of the draw, with the room's secret. Rooms without terms draw by the secret alone.
    public var version: UInt8

    /// How many players the pool had when the room opened. The rules pick among those; who was added later is picked by
    /// hand only.
    public var poolPlayers: UInt16

    public init(version: UInt8, poolPlayers: UInt16) {
        self.version = version
        self.poolPlayers = poolPlayers
    }

    /// The version that new rooms draw by.
    public static let currentVersion: UInt8 = 2

    /// Bytes that a member brings, or reveals.
    public static let entropyLength = 16

    /// Bytes of the SHA-256 that stands for them until they are revealed.
    public static let digestLength = 32

    /// How long the members of a full room have to reveal.
    public static let revealTime = Interval.seconds(10)
}

/// A member revealed what the join only brought the SHA-256 of. When all have, the order is drawn in the same append.
public struct EntropyRevealed: Hashable, Sendable {
    public var seat: Seat
    /// 16 bytes.
    public var entropy: [UInt8]

    public init(seat: Seat, entropy: [UInt8]) {
        self.seat = seat
        self.entropy = entropy
    }

    package static var blank: Self { Self(seat: 0, entropy: []) }
}

extension EntropyRevealed: DirectEventBody {
    package static let facts = EventFacts(
        .entropyRevealed, since: 2, home: .room, actor: .member, origin: .always, traits: [.roomSetting])

    package var subject: EventSubject { EventSubject(seat: seat) }
}
