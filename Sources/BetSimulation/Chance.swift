import Forecast
import Platform

/// Seeded numbers. Each subject, such as a game, draws from its own sequence, so that a change of one does not move the others.
struct Chance: RandomNumberGenerator {
    private var words: SplitMix64

    private init(_ state: UInt64) { words = SplitMix64(state: state) }

    init(seed: UInt64) { self.init(SplitMix64.mix(seed)) }

    mutating func next() -> UInt64 { words.next() }

    /// Returns the sequence of a subject. It does not depend on what was drawn before.
    func fork(_ subject: Subject, _ number: Int = 0) -> Chance {
        let name = UInt64(subject.rawValue) << 32 | UInt64(number)
        return Chance(SplitMix64.mix(words.state ^ SplitMix64.mix(name)))
    }

    /// The first half of the IDs of a season's commands.
    static func name(of seed: UInt64) -> UInt64 { SplitMix64.mix(seed) | 1 }

    enum Subject: UInt8 {
        case league = 1
        case round, game, book, bettor, box, incident, athlete
    }

    /// Draws a number of a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Draws from a normal distribution with the mean 0.
    ///
    /// - Parameter deviation: in any unit, which is that of the result.
    mutating func normal(_ deviation: Int) -> Int { FixedPoint.product(Normal.quantile(next()), deviation) }

    mutating func isOne(in count: Int) -> Bool { number(1...max(1, count)) == 1 }

    mutating func element<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &self) }
}
