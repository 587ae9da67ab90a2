public import Values

/// A game's number: the league's own, `0022400123` as 22400123; below 2^48.
public struct GameID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The number with the ten digits that the league writes: "0022400123".
    public var description: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    /// Reads a decimal number with or without leading zeros.
    ///
    /// - Returns: nil for text that is not the number of a game: 1 to 2^48 - 1, at most 15 digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 15, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt64(text),
            number > 0, number <= BetStream.maximumNumber
        else { return nil }
        self.init(number)
    }
}

/// A team's number: the league's own.
public struct TeamID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// An athlete's number: the league's own.
///
/// The word *player* belongs to the draft, where it means an index in a pool.
public struct AthleteID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A season of the league: the year in which it begins.
public struct LeagueSeason: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The season as the league writes it: "2024-25".
    public var label: String {
        let end = (number &+ 1) % 100
        return "\(number)-\(end < 10 ? "0" : "")\(end)"
    }

    /// Reads what `label` writes.
    ///
    /// - Returns: nil for other text, such as "2024-26".
    public init?(label: some StringProtocol) {
        guard label.utf8.count == 7, let year = UInt64(label.prefix(4)) else { return nil }
        self.init(year)
        guard self.label == label else { return nil }
    }
}

/// The version of an analysis model, from 1.
public struct ModelVersion: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}

/// A bet's number: the position of its `BetRecorded` in the ledger, so that no counter has to be kept.
public struct BetID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}
