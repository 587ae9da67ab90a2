import Draft

/// Plays a contest through simulated seasons, one after the other, and adds up how its entries fare.
struct SeasonPlay: Sendable {
    /// By entry of the field.
    private(set) var sums: [Sums]

    /// The results of an entry over the seasons.
    struct Sums: Sendable {
        /// In the first round, in hundredths.
        var points: Int64 = 0
        /// By round from the second: the chance to play it.
        var reached: [Moments]
        /// In cents.
        var won = Moments()

        mutating func add(_ other: Self) {
            points += other.points
            won.add(other.won)
            for round in reached.indices { reached[round].add(other.reached[round]) }
        }
    }

    /// A sum and the sum of the squares.
    struct Moments: Sendable {
        var sum = 0.0
        var squares = 0.0

        mutating func include(_ value: Double) {
            sum += value
            squares += value * value
        }

        mutating func add(_ other: Self) {
            sum += other.sum
            squares += other.squares
        }
    }

    private let field: SimulatedField
    private let contest: ContestOutcome
    private let model: SeasonModel
    private let shape: ContestShape

    /// By round, then by size of its pods: the chance to advance, and the prizes.
    private let odds: [[(advance: PodOdds, prize: PodOdds)]]

    /// By entry of the field.
    private let rosters: [LineupTotals.Roster]

    private var season = SeasonModel.Drawn()
    private var won: [Double]
    private var totals: LineupTotals

    init(_ field: SimulatedField, of contest: ContestOutcome, _ model: SeasonModel, _ shape: ContestShape) {
        self.field = field
        self.contest = contest
        self.model = model
        self.shape = shape
        odds = shape.rounds.map { round in
            round.pods.map { size, _ in
                let places = 0..<size
                return (
                    advance: PodOdds(places.map { $0 < Int(round.terms.advancing) ? 1 : 0 }),
                    prize: PodOdds(places.map { $0 < round.prizes.count ? round.prizes[$0] : 0 })
                )
            }
        }
        let totals = LineupTotals(contest.scoring.lineup)
        let (numbers, positions) = (model.numbers, contest.points.positions)
        rosters = field.entries.indices.map { entry in
            totals.roster(
                field.roster(of: entry).filter { Int($0) < numbers.count }.map {
                    (positions[Int($0)], Int(numbers[Int($0)]) * SeasonModel.width)
                })
        }
        self.totals = totals
        let none = Sums(reached: Array(repeating: Moments(), count: max(0, shape.rounds.count - 1)))
        sums = Array(repeating: none, count: field.entries.count)
        won = Array(repeating: 0, count: field.entries.count)
    }

    /// An entry that is still in it, with the chance that it is.
    private struct Entrant {
        var place: Int
        var chance: Double
        var score: RoundScore
    }

    /// - Parameter number: of the season, from 0.
    mutating func play(_ number: Int, seed: UInt64) {
        model.draw(number, seed: seed, into: &season)
        for entry in won.indices { won[entry] = 0 }
        var entrants = draft()
        for round in shape.rounds.indices.dropFirst() {
            for entrant in entrants { sums[entrant.place].reached[round - 1].include(entrant.chance) }
            entrants = meet(entrants, in: round)
        }
        for entry in won.indices { sums[entry].won.include(won[entry]) }
    }

    /// The first round: each entry against those whom it drafted with.
    private mutating func draft() -> [Entrant] {
        var advancing: [Entrant] = []
        let round = shape.rounds[0]
        for room in field.rooms {
            var scores = room.map { Entrant(place: $0, chance: 1, score: score($0, round.terms)) }
            scores.sort { contest.rounds.ties.prefers($0.score, to: $1.score) }
            for (place, entrant) in scores.enumerated() {
                sums[entrant.place].points += entrant.score.points
                if place < round.terms.advancing {
                    advancing.append(entrant)
                } else if place < round.prizes.count {
                    won[entrant.place] += round.prizes[place]
                }
            }
        }
        return advancing
    }

    /// A later round: each against others of those who got there in the same season, drawn at random.
    private mutating func meet(_ entrants: [Entrant], in number: Int) -> [Entrant] {
        let round = shape.rounds[number]
        var entrants = entrants
        for place in entrants.indices { entrants[place].score = score(entrants[place].place, round.terms) }
        entrants.sort { contest.rounds.ties.prefers($0.score, to: $1.score) }
        let total = entrants.reduce(0) { $0 + $1.chance }
        // The entrants stand for all that a contest of its size has.
        let scale = round.entries > 0 ? total / Double(round.entries) : 0
        var (before, advanced, paid) = (0.0, 0.0, 0.0)
        for place in entrants.indices {
            before += entrants[place].chance
            let best = place == entrants.count - 1 ? 1 : before / total
            var (advance, prize) = (0.0, 0.0)
            for ((_, count), odds) in zip(round.pods, odds[number]) {
                advance += scale * Double(count) * odds.advance.worth(toBest: best)
                prize += scale * Double(count) * odds.prize.worth(toBest: best)
            }
            won[entrants[place].place] += prize - paid
            // Rounding alone could make a chance of nothing less than nothing.
            entrants[place].chance = max(0, advance - advanced)
            (advanced, paid) = (advance, prize)
        }
        return entrants.filter { $0.chance > 0 }
    }

    /// Returns what an entry scores in the weeks of a round.
    private mutating func score(_ entry: Int, _ round: ContestRound) -> RoundScore {
        var score = RoundScore(entry: field.places[entry], points: 0, bestWeek: nil)
        for week in round.weeks {
            let total = totals.total(rosters[entry], week: Int(week), in: season.points)
            score.points += total
            score.bestWeek = max(score.bestWeek ?? total, total)
        }
        return score
    }
}
