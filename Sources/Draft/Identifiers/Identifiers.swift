@_exported public import Values

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

/// A measure's number, from 1; below 2^48.
public struct MeasureID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A season's number: the year in which it begins.
public struct SeasonID: NumericID {
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

/// A player's index in the room's pool, from 0.
public typealias PlayerIndex = UInt16

/// An overall pick number in a room, from 1.
public typealias PickNumber = UInt16

/// A chair in a room, from 0, given at the join and kept until the end.
public typealias Seat = UInt8

/// A place in the draft order, from 0: the slot of round 1, pick 1 is 0.
public typealias Slot = UInt8
