/// The common form of numbered identifiers: one word, ordered, printed as the number.
public protocol NumericID: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible,
    ExpressibleByIntegerLiteral, CodedByValue
{
    var number: UInt64 { get set }
    init(_ number: UInt64)
}

extension NumericID {
    @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
    @inlinable public init(integerLiteral value: UInt64) { self.init(value) }
    public var description: String { String(number) }
    @inlinable public var codedValue: UInt64 { number }
    @inlinable public static func decoding(_ codedValue: UInt64) -> Self? { Self(codedValue) }
}

/// A user's pseudonymous number, from 1; below 2^30, so that two of them and a role fit one `Sender`.
///
/// The person behind a number is stored outside the log, where it can be erased.
public struct UserID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }

    /// The largest number a user can have.
    @inlinable public static var maximum: UserID { UserID(1 << 30 - 1) }
}

/// A dispute's number, from 1; below 2^48.
public struct CaseID: NumericID {
    public var number: UInt64
    @inlinable public init(_ number: UInt64) { self.number = number }
}
