package import Draft

/// A made-up player pool in the proportions of a real one: 15 quarterbacks, 26 running backs, 40 receivers and 19
/// tight ends in a hundred, four fifths of them with an average draft position.
package enum PlayerPool {
    /// How a position's players come off the board: the first at `first`, each further one `step` later, and `bend`
    /// more with every one. In hundredths of a pick.
    private struct Curve {
        let position: PlayerPosition
        let share: Int
        let first: Int64
        let step: Int64
        let bend: Int64
        /// Projected points of the position's best player, in hundredths, and what each ADP pick costs.
        let points: Int64
    }

    private static let curves = [
        Curve(position: .quarterback, share: 15, first: 2_600, step: 480, bend: 9, points: 38_500),
        Curve(position: .runningBack, share: 26, first: 110, step: 330, bend: 1, points: 30_500),
        Curve(position: .wideReceiver, share: 40, first: 140, step: 215, bend: 0, points: 29_000),
        Curve(position: .tightEnd, share: 19, first: 1_900, step: 680, bend: 1, points: 24_000),
    ]

    /// A player before he has his place in the pool.
    private struct Prospect {
        let position: PlayerPosition
        let adp: Int64
        let points: Int64
        let team: ProTeam
    }

    /// How many players a pool for rooms of this size lists: 480, or an eighth more than the draft takes.
    static func size(for ruleset: Ruleset) -> Int {
        max(480, Int(ruleset.snake.pickCount) * 9 / 8)
    }

    /// The players by ADP: index 0 is the first off the board.
    package static func players(_ count: Int, seed: UInt64) -> [PlayerListing] {
        var generator = SeededGenerator(seed: seed, purpose: .pool)
        let prospects = prospects(count, using: &generator)
        let names = PlayerNames.names(count, using: &generator)
        let ranked = count * 4 / 5
        return prospects.indices.map { index in
            listing(
                prospects[index], index: index, id: id(index, of: count, seed: seed), name: names[index],
                hasADP: index < ranked)
        }
    }

    /// A player whom a pool gets after it was published: a rookie with few data.
    static func latePlayer(index: Int, seed: UInt64) -> PlayerListing {
        var generator = SeededGenerator(seed: seed, purpose: .pool, number: UInt64(index))
        let prospect = Prospect(
            position: .runningBack, adp: 18_950, points: 8_400, team: generator.pick(ProTeam.all))
        let name = PlayerNames.names(1, using: &generator)[0] + " Jr."
        return listing(prospect, index: index, id: id(index, of: index, seed: seed), name: name, hasADP: true)
    }

    /// "player-7x480-12": another seed, or another size, makes other people, and reports match pools by these ids.
    private static func id(_ index: Int, of count: Int, seed: UInt64) -> String {
        "player-\(seed)x\(count)-\(index + 1)"
    }

    private static func prospects(_ count: Int, using generator: inout SeededGenerator) -> [Prospect] {
        var prospects: [Prospect] = []
        for curve in curves {
            let share = curve.position == .wideReceiver ? count - prospects.count - count * 19 / 100 : nil
            let teams = ProTeam.all.shuffled(by: &generator)
            for place in 0..<Int64(share ?? count * curve.share / 100) {
                let expected = curve.first + place * curve.step + place * place * curve.bend
                let spread = 40 + expected / 16
                let adp = max(100, expected + generator.int64(in: -spread...spread))
                let fallen = min(curve.points - 500, adp * curve.points / 46_000)
                prospects.append(
                    Prospect(
                        position: curve.position, adp: adp,
                        points: curve.points - fallen + generator.int64(in: -400...400),
                        team: teams[Int(place) % teams.count]))
            }
        }
        let order = prospects.indices.sorted { (prospects[$0].adp, $0) < (prospects[$1].adp, $1) }
        return order.map { prospects[$0] }
    }

    private static func listing(
        _ prospect: Prospect, index: Int, id: String, name: String, hasADP: Bool
    ) -> PlayerListing {
        PlayerListing(
            index: PlayerIndex(index), position: prospect.position, byeWeek: prospect.team.byeWeek,
            adp: hasADP ? UInt32(prospect.adp) : nil, projectedPoints: Int32(prospect.points),
            rank: UInt16(index + 1), externalID: id, name: name,
            team: prospect.team.abbreviation)
    }
}

/// The 32 teams of the league, with a bye week each: 5 to 14, as a season has them, four teams at most a week.
struct ProTeam {
    let abbreviation: String
    let byeWeek: UInt8

    static let all: [ProTeam] = [
        ("ARI", 8), ("ATL", 5), ("BAL", 7), ("BUF", 7), ("CAR", 14), ("CHI", 5), ("CIN", 10), ("CLE", 9),
        ("DAL", 10), ("DEN", 12), ("DET", 8), ("GB", 5), ("HOU", 6), ("IND", 11), ("JAX", 8), ("KC", 10),
        ("LAC", 12), ("LAR", 8), ("LV", 13), ("MIA", 12), ("MIN", 6), ("NE", 14), ("NO", 11), ("NYG", 14),
        ("NYJ", 9), ("PHI", 9), ("PIT", 6), ("SEA", 13), ("SF", 14), ("TB", 9), ("TEN", 10), ("WAS", 12),
    ].map { ProTeam(abbreviation: $0.0, byeWeek: $0.1) }
}

/// Invented players' names: believable, and not of real people. Given names from a list, family names from two
/// syllables each, so that 48 x 1,000 of them can be told apart.
enum PlayerNames {
    private static let given = [
        "Amari", "Andre", "Beau", "Bryce", "Caden", "Calvin", "Carter", "Cedric", "Colby", "Cole", "Corey", "Damon",
        "Dante", "Darius", "Desmond", "Devon", "Dorian", "Easton", "Elias", "Emmett", "Ezra", "Gavin", "Grant",
        "Holden", "Isaiah", "Jalen", "Jonah", "Julian", "Kendrick", "Knox", "Lamont", "Landon", "Luca", "Malik",
        "Marcus", "Miles", "Nolan", "Omar", "Quentin", "Reggie", "Roman", "Silas", "Tavon", "Terrell", "Theo", "Trey",
        "Victor", "Xander",
    ]

    private static let firstSyllables = [
        "Alder", "Ash", "Bar", "Black", "Bram", "Bur", "Cal", "Carl", "Chad", "Cor", "Dal", "Dun", "Eller", "Fair",
        "Fen", "Gar", "Glen", "Hal", "Har", "Hol", "Kel", "Kirk", "Lang", "Mar", "Mill", "North", "Oak", "Pem", "Red",
        "Ross", "Stan", "Thorn", "Wal", "West", "Whit", "Win",
    ]

    private static let lastSyllables = [
        "berry", "bridge", "brook", "by", "combe", "croft", "den", "field", "ford", "gate", "grove", "ham", "hurst",
        "land", "ley", "low", "mere", "mond", "more", "ridge", "sby", "stead", "stone", "ton", "vale", "ward", "wick",
        "worth",
    ]

    /// So many different names. At most one name of each family name in a hundred players, so that people can say
    /// "Halford" and be understood.
    ///
    /// - Parameter count: at most 1,008 x 48.
    static func names(_ count: Int, using generator: inout SeededGenerator) -> [String] {
        let families = firstSyllables.flatMap { first in lastSyllables.map { first + $0 } }
            .shuffled(by: &generator)
        let firsts = given.shuffled(by: &generator)
        return (0..<count).map { index in
            let round = index / families.count
            let first = firsts[(generator.index(below: firsts.count) / 2 + round * 24) % firsts.count]
            return "\(first) \(families[index % families.count])"
        }
    }
}

extension Array {
    /// Fisher-Yates by the simulation's own generator: the library's shuffle promises no sequence.
    func shuffled(by generator: inout SeededGenerator) -> [Element] {
        var copy = self
        for place in copy.indices.dropFirst().reversed() {
            copy.swapAt(place, generator.index(below: place + 1))
        }
        return copy
    }
}
