public import Values

/// The US date of a game: days since 1970-01-01. A game that begins after midnight UTC has the date of its arena.
public struct GameDate: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var daysSinceEpoch: Int32

    @inlinable public init(daysSinceEpoch: Int32) { self.daysSinceEpoch = daysSinceEpoch }

    public var codedValue: Int32 { daysSinceEpoch }
    public static func decoding(_ codedValue: Int32) -> Self? { Self(daysSinceEpoch: codedValue) }

    /// The dates that a game can have: 1970-01-01 to 2499-12-31.
    public static let allowed = GameDate(daysSinceEpoch: 0)...GameDate(daysSinceEpoch: 193_578)

    @inlinable public static func < (one: GameDate, other: GameDate) -> Bool {
        one.daysSinceEpoch < other.daysSinceEpoch
    }

    /// The midnight UTC that begins the day of the same name.
    var midnight: Timestamp { Timestamp(microseconds: Int64(daysSinceEpoch) * Self.microsecondsOfDay) }

    private static let microsecondsOfDay: Int64 = 86_400_000_000
}

extension GameDate: LosslessStringConvertible {
    /// "2025-11-30".
    public var description: String { String(midnight.iso8601.prefix { $0 != "T" }) }

    /// Reads what `description` writes.
    ///
    /// - Returns: nil for other text, such as a date with a time.
    public init?(_ text: String) {
        guard text.utf8.count == 10, let moment = Timestamp(iso8601: text),
            let days = Int32(exactly: moment.microseconds / Self.microsecondsOfDay)
        else { return nil }
        self.init(daysSinceEpoch: days)
        guard description == text else { return nil }
    }
}
