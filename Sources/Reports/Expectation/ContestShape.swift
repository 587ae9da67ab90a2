import Draft

/// How many entries play each round of a contest of some size, in which pods, and what their places win.
struct ContestShape: Sendable {
    /// From the first on.
    private(set) var rounds: [Round] = []

    struct Round: Sendable {
        var terms: ContestRound
        /// That play it.
        var entries: Int
        /// How many pods there are of each size; the larger one first.
        var pods: [(size: Int, count: Int)] = []
        /// The prizes of a pod's places, from 1, in cents: 0 for advancing ones. A prize that goes to a place of several
        /// pods, by what they scored, counts with its mean.
        var prizes: [Double] = []
    }

    /// - Parameters:
    ///   - terms: the contest's rounds.
    ///   - entries: that play the first one.
    ///   - prizes: nil for a contest whose prizes are not known.
    init(_ terms: [ContestRound], entries: Int, prizes: PrizeTable?) {
        var entries = entries
        for terms in terms {
            var round = Round(terms: terms, entries: entries)
            for size in PodDraw.sizes(of: entries, podSize: terms.podSize) {
                if round.pods.last?.size == size {
                    round.pods[round.pods.count - 1].count += 1
                } else {
                    round.pods.append((size, 1))
                }
            }
            rounds.append(round)
            entries = round.pods.reduce(0) { $0 + $1.count * min($1.size, Int(terms.advancing)) }
        }
        guard let prizes else { return }
        for place in rounds.indices {
            let behind = place + 1 < rounds.count ? rounds[place + 1].entries : 0
            rounds[place].prizes = Self.prizes(of: rounds[place], behind: behind, prizes)
        }
    }

    /// Reaching a later round is better; among entries that go out in a round, the better place in the pod.
    private static func prizes(of round: Round, behind entries: Int, _ prizes: PrizeTable) -> [Double] {
        var next = entries + 1
        return (0..<(round.pods.first?.size ?? 0)).map { index in
            let place = index + 1
            let pods = round.pods.reduce(0) { $0 + ($1.size >= place ? $1.count : 0) }
            guard place > Int(round.terms.advancing), pods > 0 else { return 0 }
            defer { next += pods }
            return Double(prizes.total(of: UInt32(next)...UInt32(next + pods - 1)).value) / Double(pods)
        }
    }

    /// How many entries a contest has whose last round is one pod that is full, and whose others are too.
    static func fullField(_ rounds: [ContestRound]) -> Int {
        var entries = min(ExpectTerms.mostEntries, Int(rounds.last?.podSize ?? 0))
        for round in rounds.dropLast().reversed() {
            let advancing = max(1, Int(round.advancing))
            entries = min(ExpectTerms.mostEntries, (entries + advancing - 1) / advancing * Int(round.podSize))
        }
        return entries
    }
}

/// The value of a pod's places to an entry that is drawn into it.
///
/// A pod of n that is drawn from a field: of the n, as many are among the field's best share as a binomial distribution has
/// it. So what the pod's first places are worth together to that share is a mean over it, and what an entry gets is the
/// difference between the share that ends with it and the one that ends before it. Over the whole field these add up to what
/// the pod gives away, exactly.
struct PodOdds: Sendable {
    /// By how many places, from 0: what the first of them are worth together.
    private let worth: [Double]

    /// - Parameter places: what each place of the pod is worth, from 1.
    init(_ places: [Double]) {
        worth = places.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    }

    /// The total value of the pod's places to the best share of a field.
    func worth(toBest share: Double) -> Double {
        let size = worth.count - 1
        guard share > 0 else { return 0 }
        guard share < 1 else { return worth[size] }
        // From the likeliest number to both sides, each by its neighbour: nothing to overflow, no function but these four.
        let middle = min(size, Int(Double(size + 1) * share))
        var (weights, sum) = (1.0, worth[middle])
        var (weight, number) = (1.0, middle)
        while number < size, weight > Self.negligible {
            weight *= Double(size - number) / Double(number + 1) * (share / (1 - share))
            number += 1
            weights += weight
            sum += weight * worth[number]
        }
        (weight, number) = (1, middle)
        while number > 0, weight > Self.negligible {
            weight *= Double(number) / Double(size - number + 1) * ((1 - share) / share)
            number -= 1
            weights += weight
            sum += weight * worth[number]
        }
        return sum / weights
    }

    /// Of the likeliest number's weight: what no longer counts in sixteen digits.
    private static let negligible = 1e-20
}
