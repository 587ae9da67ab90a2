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
