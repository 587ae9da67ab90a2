public import Values

/// A line in half points: 449 is 224.5. Negative for the favourite of a spread.
public struct Line: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var halfPoints: Int16

    @inlinable public init(halfPoints: Int16) { self.halfPoints = halfPoints }

    public var codedValue: Int16 { halfPoints }
    public static func decoding(_ codedValue: Int16) -> Self? { Self(halfPoints: codedValue) }

    /// The line of a moneyline.
    public static let none = Line(halfPoints: 0)

    @inlinable public static func < (one: Line, other: Line) -> Bool { one.halfPoints < other.halfPoints }

    /// The line as the other side of a spread sees it. `Int16.min`, which no offer has, stays.
    @inlinable public static prefix func - (line: Line) -> Line { Line(halfPoints: 0 &- line.halfPoints) }
}

extension Line: LosslessStringConvertible {
    /// "224.5", "-7", "7.5".
    public var description: String {
        let magnitude = halfPoints.magnitude
        return "\(halfPoints < 0 ? "-" : "")\(magnitude / 2)\(magnitude.isMultiple(of: 2) ? "" : ".5")"
    }

    /// Reads a whole or half number, with or without a sign: "224.5", "224.0", "+7.5", "-7".
    ///
    /// - Returns: nil for anything else, such as a quarter line.
    public init?(_ text: String) {
        guard let thousandths = Thousandths.reading(text), thousandths.isMultiple(of: 500),
            let halfPoints = Int16(exactly: thousandths / 500)
        else { return nil }
        self.init(halfPoints: halfPoints)
    }
}

/// Decimal odds in thousandths: 1910 is 1.91, which returns 1.91 units for a stake of 1.
public struct Odds: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var thousandths: UInt32

    @inlinable public init(thousandths: UInt32) { self.thousandths = thousandths }

    public var codedValue: UInt32 { thousandths }
    public static func decoding(_ codedValue: UInt32) -> Self? { Self(thousandths: codedValue) }

    /// The odds that an offer and a bet can have: 1.001 to 1000.
    public static let allowed = Odds(thousandths: 1_001)...Odds(thousandths: 1_000_000)

    @inlinable public static func < (one: Odds, other: Odds) -> Bool { one.thousandths < other.thousandths }

    /// The decimal odds of American odds, rounded half to even: -280 is 1 + 100/280 = 1.357, +230 is 1 + 230/100 = 3.300.
    ///
    /// - Returns: nil between -99 and 99, and for odds outside of `allowed`.
    public init?(american: Int) {
        guard american <= -100 || american >= 100, american.magnitude <= 100_000 else { return nil }
        let gain =
            american > 0 ? Int64(american) * 10 : Int64(100_000).dividedHalfEven(by: Int64(american.magnitude))
        self.init(thousandths: UInt32(1_000 + gain))
        guard Self.allowed.contains(self) else { return nil }
    }

    /// The American odds, rounded half to even: +230, -280. Even odds, 2.000, are +100. For display only: several
    /// American odds of strong favourites share one decimal price.
    public var american: Int {
        let gain = Int64(thousandths) - 1_000
        guard gain > 0 else { return 0 }
        return gain >= 1_000
            ? Int(gain.dividedHalfEven(by: 10)) : -Int(Int64(100_000).dividedHalfEven(by: gain))
    }
}

extension Odds: LosslessStringConvertible {
    /// With three decimals: "1.910".
    public var description: String { Thousandths.text(Int64(thousandths)) }

    /// Reads a decimal number of at most three decimals: "1.91".
    ///
    /// - Returns: nil for anything else, and for a negative number.
    public init?(_ text: String) {
        guard let value = Thousandths.reading(text), let thousandths = UInt32(exactly: value) else { return nil }
        self.init(thousandths: thousandths)
    }
}

/// The stake of a bet in thousandths of a unit. A unit is not money: each user decides what a unit is.
public struct Stake: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var thousandths: UInt32

    @inlinable public init(thousandths: UInt32) { self.thousandths = thousandths }

    public var codedValue: UInt32 { thousandths }
    public static func decoding(_ codedValue: UInt32) -> Self? { Self(thousandths: codedValue) }

    /// The stakes that a bet can have: 0.001 to 1000 units.
    public static let allowed = Stake(thousandths: 1)...Stake(thousandths: 1_000_000)

    @inlinable public static func < (one: Stake, other: Stake) -> Bool { one.thousandths < other.thousandths }
}

extension Stake: LosslessStringConvertible {
    /// With three decimals: "1.000".
    public var description: String { Thousandths.text(Int64(thousandths)) }

    /// Reads a decimal number of at most three decimals: "1.5".
    ///
    /// - Returns: nil for anything else, and for a negative number.
    public init?(_ text: String) {
        guard let value = Thousandths.reading(text), let thousandths = UInt32(exactly: value) else { return nil }
        self.init(thousandths: thousandths)
    }
}

/// A profit or a loss in thousandths of a unit; negative for a loss.
public struct Profit: Hashable, Comparable, Sendable, BitwiseCopyable, CodedByValue {
    public var thousandths: Int64

    @inlinable public init(thousandths: Int64) { self.thousandths = thousandths }

    public var codedValue: Int64 { thousandths }
    public static func decoding(_ codedValue: Int64) -> Self? { Self(thousandths: codedValue) }

    public static let zero = Profit(thousandths: 0)

    @inlinable public static func < (one: Profit, other: Profit) -> Bool { one.thousandths < other.thousandths }

    /// The profit of a win: stake × (odds - 1), rounded half to even to a thousandth.
    public static func ofWin(_ stake: Stake, at odds: Odds) -> Profit {
        let product = Int64(stake.thousandths) * (Int64(odds.thousandths) - 1_000)
        return Profit(thousandths: product.dividedHalfEven(by: 1_000))
    }

    /// The loss of the stake.
    public static func ofLoss(_ stake: Stake) -> Profit { Profit(thousandths: -Int64(stake.thousandths)) }
}

extension Profit: CustomStringConvertible {
    /// With a sign and three decimals: "+0.910", "-1.000", "0.000".
    public var description: String { (thousandths > 0 ? "+" : "") + Thousandths.text(thousandths) }
}

/// Decimal texts of thousandths.
enum Thousandths {
    /// "1.910", "-0.500".
    static func text(_ value: Int64) -> String {
        let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 1_000)
        return "\(value < 0 ? "-" : "")\(whole).\(part < 100 ? "0" : "")\(part < 10 ? "0" : "")\(part)"
    }

    /// Reads an optional sign, one to nine digits, and an optional point with one to three digits.
    static func reading(_ text: some StringProtocol) -> Int64? {
        var digits = text.utf8[...]
        let sign: Int64 = digits.first == UInt8(ascii: "-") ? -1 : 1
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...9).contains(parts[0].count), let whole = number(parts[0]) else {
            return nil
        }
        guard parts.count == 2 else { return sign * whole * 1_000 }
        guard (1...3).contains(parts[1].count), var part = number(parts[1]) else { return nil }
        for _ in parts[1].count..<3 { part *= 10 }
        return sign * (whole * 1_000 + part)
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 48)
        }
        return value
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// The quotient rounded to the nearest integer, and to the even one of two that are equally near.
    ///
    /// - Precondition: the divisor is positive.
    func dividedHalfEven(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        let rest = remainder.magnitude
        let other = divisor.magnitude - rest
        let isAway = rest > other || rest == other && !quotient.isMultiple(of: 2)
        return isAway ? quotient + (self < 0 ? -1 : 1) : quotient
    }
}
