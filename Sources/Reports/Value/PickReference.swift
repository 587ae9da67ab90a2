/// What picks of a player are held against, as a fraction: a mean of whole numbers is seldom a decimal, and a player whom
/// everybody took where the reference has him has to be worth exactly 0.
struct PickReference {
    /// Of the picks that the reference is the mean of; or hundredths of a pick.
    var numerator: Int64 = 0
    /// How many picks those are; 0 where there is no reference.
    var denominator: Int64 = 0

    /// In hundredths of a pick, as ADP is kept; 0 for none.
    init(hundredths: some BinaryInteger) {
        numerator = Int64(hundredths)
        denominator = hundredths == 0 ? 0 : Self.hundred
    }

    /// The denominator of every ADP.
    static let hundred: Int64 = 100

    init() {}

    /// In picks; nothing to divide by for none.
    var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }

    mutating func include(_ pick: Int64) {
        numerator += pick
        denominator += 1
    }

    mutating func include(_ other: Self) {
        numerator += other.numerator
        denominator += other.denominator
    }
}
