/// A draft room's number, from 1; below 2^48, so that it fits a stream's number.
public struct RoomID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A tournament's number, from 1; below 2^48.
public struct TournamentID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A player pool's number, from 1; below 2^48.
public struct PoolID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A user's pseudonymous number, from 1; below 2^30, so that two of them and a role fit one `Sender`.
///
/// Who a number stands for is kept beside the log, where it can be erased.
public struct UserID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The largest number a user can have.
    public static let maximum = UserID(1 << 30 - 1)
}

/// A dispute's number, from 1; below 2^48.
public struct CaseID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// One paid team: the room it drafts in and its place among the room's joins.
///
/// Derived from the room alone (`room.number << 16 | join`), so that two rooms can never hand out the same entry and
/// no global counter has to be locked. A seat that is left and taken again is another entry.
public struct EntryID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The entry of a room's `join`-th join, from 1.
    public init(room: RoomID, join: UInt16) { number = room.number << 16 | UInt64(join) }

    /// The room this entry drafts in.
    public var room: RoomID { RoomID(number >> 16) }
}

/// What all numbers that name a thing share: one word, ordered, printed as the number.
public protocol NumericID: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
{
    var number: UInt64 { get set }
    init(_ number: UInt64)
}

extension NumericID {
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
    @inlinable public init(integerLiteral value: UInt64) { self.init(value) }
    public var description: String { String(number) }
}

/// A player's index in the room's pool, from 0.
public typealias PlayerIndex = UInt16

/// An overall pick number in a room, from 1.
public typealias PickNumber = UInt16

/// A chair in a room, from 0, given at the join and kept until the end.
public typealias Seat = UInt8

/// A place in the draft order, from 0: the slot of round 1, pick 1 is 0.
public typealias Slot = UInt8

/// The 128 bits with which a caller names its command, so that sending it twice does it once.
public struct CommandID: Hashable, Comparable, Sendable, BitwiseCopyable {
    public var high: UInt64
    public var low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id of zeros, under which a ledger's first event is recorded. No command can be sent under it.
    public static let ledgerCreation = CommandID(high: 0, low: 0)

    /// A new id that nobody has used; from the system's generator unless another is given.
    public static func random(using generator: inout some RandomNumberGenerator) -> CommandID {
        CommandID(high: generator.next(), low: generator.next())
    }

    /// A new id that nobody has used.
    public static func random() -> CommandID {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    @inlinable
    public static func < (lhs: CommandID, rhs: CommandID) -> Bool { (lhs.high, lhs.low) < (rhs.high, rhs.low) }
}

extension CommandID: LosslessStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String { Self.hex(high) + Self.hex(low) }

    /// Reads 32 hexadecimal digits, with or without the dashes of a UUID.
    public init?(_ text: String) {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A command by its sender's own name for it: ids of two senders have nothing to do with each other, so that nobody gets
/// another's outcome, or spoils an id, by guessing it.
package struct CommandKey: Hashable, Sendable {
    package var actor: Sender
    package var id: CommandID
}

extension CommandOrigin {
    package var key: CommandKey { CommandKey(actor: actor, id: commandID) }
}
