/// Invented players' names: believable, and of nobody in particular. Given names from a list, family names from two
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
