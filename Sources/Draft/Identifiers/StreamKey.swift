/// The name of one history in the ledger: a room, a queue, a wallet, …
///
/// `rawValue` packs kind (8 bits), number (48) and part (8), so that streams sort by kind and a room and its queues
/// are neighbours: part 0 is the room itself, part s+1 the queue of seat s.
///
/// The ticks of a room's clock have a stream of their own, so that the room's stream holds only decisions, a tenth of all.
public enum StreamKey: Hashable, Sendable, CodedByValue {
    case system
    case pool(PoolID)
    case tournament(TournamentID)
    case room(RoomID)
    case queue(RoomID, Seat)
    case wallet(UserID)
    case user(UserID)
    case dispute(CaseID)
    /// Staff: one stream.
    case staff
    case measure(MeasureID)
    /// The ticks of a room's clock. Older ledgers have them in the room's stream.
    case clock(RoomID)
    /// The scores of a season's players, independent of contests.
    case season(SeasonID)
    /// Identities of players of different pools, as stated by people: one stream.
    case aliases
    /// The reference data of a season.
    case notes(SeasonID)

    /// The largest number that a stream's name can hold.
    public static let maximumNumber: UInt64 = 1 << 48 - 1

    /// The largest seat of which a stream's name can hold the queue.
    public static let maximumSeat: Seat = .max - 1

    /// The key for every invalid name: a number beyond `maximumNumber`, a seat beyond `maximumSeat`. Nothing is stored under
    /// it, nothing can be appended to it, and `init(rawValue:)` does not accept it.
    public static let noStream: UInt64 = .max

    /// The name as a record has it; `noStream` for one that does not fit.
    @inlinable
    public var rawValue: UInt64 {
        switch self {
        case .system: 0
        case .pool(let id): Self.pack(1, id.number)
        case .tournament(let id): Self.pack(2, id.number)
        case .room(let id): Self.pack(3, id.number)
        case .queue(let id, let seat): seat > Self.maximumSeat ? Self.noStream : Self.pack(3, id.number, part: seat + 1)
        case .wallet(let id): Self.pack(4, id.number)
        case .user(let id): Self.pack(5, id.number)
        case .dispute(let id): Self.pack(6, id.number)
        case .staff: Self.pack(7, 0)
        case .measure(let id): Self.pack(8, id.number)
        case .clock(let id): Self.pack(9, id.number)
        case .season(let id): Self.pack(10, id.number)
        case .aliases: Self.pack(11, 0)
        case .notes(let id): Self.pack(12, id.number)
        }
    }

    /// - Returns: nil for a kind that this version does not know.
    @inlinable
    public init?(rawValue: UInt64) {
        let number = Self.number(inRawValue: rawValue)
        let part = UInt8(truncatingIfNeeded: rawValue)
        switch rawValue >> 56 {
        case 0 where rawValue == 0: self = .system
        case 1 where part == 0: self = .pool(PoolID(number))
        case 2 where part == 0: self = .tournament(TournamentID(number))
        case 3: self = part == 0 ? .room(RoomID(number)) : .queue(RoomID(number), part - 1)
        case 4 where part == 0: self = .wallet(UserID(number))
        case 5 where part == 0: self = .user(UserID(number))
        case 6 where part == 0: self = .dispute(CaseID(number))
        case 7 where number == 0 && part == 0: self = .staff
        case 8 where part == 0: self = .measure(MeasureID(number))
        case 9 where part == 0: self = .clock(RoomID(number))
        case 10 where part == 0: self = .season(SeasonID(number))
        case 11 where number == 0 && part == 0: self = .aliases
        case 12 where part == 0: self = .notes(SeasonID(number))
        default: return nil
        }
    }

    @inlinable
    static func pack(_ kind: UInt64, _ number: UInt64, part: UInt8 = 0) -> UInt64 {
        number > maximumNumber ? noStream : kind << 56 | number << 8 | UInt64(part)
    }
}

/// The kind of a name without decoding it, for scans of a hundred million names.
extension StreamKey {
    /// The number in a name: of the room, for a room and for its queues.
    @inlinable
    package static func number(inRawValue name: UInt64) -> UInt64 { name >> 8 & maximumNumber }

    /// Whether a name is a room's own, and not one of its queues'.
    @inlinable
    package static func isRoom(rawValue name: UInt64) -> Bool { name & 0xFF00_0000_0000_00FF == pack(3, 0) }

    /// Whether a name is that of what was shown of a room's clock.
    @inlinable
    package static func isClock(rawValue name: UInt64) -> Bool { name & 0xFF00_0000_0000_00FF == pack(9, 0) }

    @inlinable
    package static func isTournament(rawValue name: UInt64) -> Bool { name >> 56 == 2 }

    @inlinable
    package static func isWallet(rawValue name: UInt64) -> Bool { name >> 56 == 4 }

    /// The room that the stream is about: its own, its clock's, one of its queues'.
    package var room: RoomID? {
        switch self {
        case .room(let id), .clock(let id), .queue(let id, _): id
        default: nil
        }
    }

    /// The last of all names with this kind and number, whatever their part.
    package var lastRawValue: UInt64 { rawValue | 0xFF }
}

extension StreamKey {
    public var codedValue: UInt64 { rawValue }
    public static func decoding(_ codedValue: UInt64) -> Self? { Self(rawValue: codedValue) }
}

extension StreamKey: LosslessStringConvertible {
    /// The stream's name as people write it: `room/12`, `queue/12.3`, `wallet/7`, `system`.
    public var description: String {
        switch self {
        case .system: "system"
        case .pool(let id): "pool/\(id)"
        case .tournament(let id): "tournament/\(id)"
        case .room(let id): "room/\(id)"
        case .queue(let id, let seat): "queue/\(id).\(seat)"
        case .wallet(let id): "wallet/\(id)"
        case .user(let id): "user/\(id)"
        case .dispute(let id): "case/\(id)"
        case .staff: "staff"
        case .measure(let id): "measure/\(id)"
        case .clock(let id): "clock/\(id)"
        case .season(let id): "season/\(id)"
        case .aliases: "aliases"
        case .notes(let id): "notes/\(id)"
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        if text == "system" {
            self = .system
            return
        }
        if text == "staff" {
            self = .staff
            return
        }
        if text == "aliases" {
            self = .aliases
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard let number = numbers.first.flatMap({ UInt64($0) }), number > 0, number <= Self.maximumNumber else {
            return nil
        }
        switch (parts[0], numbers.count) {
        case ("pool", 1): self = .pool(PoolID(number))
        case ("tournament", 1): self = .tournament(TournamentID(number))
        case ("room", 1): self = .room(RoomID(number))
        case ("wallet", 1): self = .wallet(UserID(number))
        case ("user", 1): self = .user(UserID(number))
        case ("case", 1): self = .dispute(CaseID(number))
        case ("measure", 1): self = .measure(MeasureID(number))
        case ("clock", 1): self = .clock(RoomID(number))
        case ("season", 1): self = .season(SeasonID(number))
        case ("notes", 1): self = .notes(SeasonID(number))
        case ("queue", 2):
            guard let seat = Seat(numbers[1]), seat <= Self.maximumSeat else { return nil }
            self = .queue(RoomID(number), seat)
        default: return nil
        }
    }
}

/// The kinds of streams.
package enum StreamKind: UInt8, Sendable {
    case system, pool, tournament, room, queue, wallet, user,
        dispute, staff, measure, clock, season, aliases, notes
}

extension StreamKey {
    package var kind: StreamKind {
        switch self {
        case .system: .system
        case .pool: .pool
        case .tournament: .tournament
        case .room: .room
        case .queue: .queue
        case .wallet: .wallet
        case .user: .user
        case .dispute: .dispute
        case .staff: .staff
        case .measure: .measure
        case .clock: .clock
        case .season: .season
        case .aliases: .aliases
        case .notes: .notes
        }
    }
}
