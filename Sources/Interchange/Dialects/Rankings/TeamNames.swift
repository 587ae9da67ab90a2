/// The NFL's teams, as sites call them, under one abbreviation each.
enum TeamNames {
    /// The abbreviation of a team's full name or of another site's abbreviation; what is unknown stays as it is, and a
    /// free agent's "FA" or empty field is empty.
    static func abbreviation(of name: String) -> String {
        if name.isEmpty || name == "FA" || name == "FA*" { return "" }
        return abbreviations[name] ?? name
    }

    /// Full names, those that moved or were renamed since 2020 too, and three-letter forms that differ from ours.
    private static let abbreviations = [
        "Arizona Cardinals": "ARI", "Atlanta Falcons": "ATL", "Baltimore Ravens": "BAL", "Buffalo Bills": "BUF",
        "Carolina Panthers": "CAR", "Chicago Bears": "CHI", "Cincinnati Bengals": "CIN", "Cleveland Browns": "CLE",
        "Dallas Cowboys": "DAL", "Denver Broncos": "DEN", "Detroit Lions": "DET", "Green Bay Packers": "GB",
        "Houston Texans": "HOU", "Indianapolis Colts": "IND", "Jacksonville Jaguars": "JAX",
        "Kansas City Chiefs": "KC", "Las Vegas Raiders": "LV", "Los Angeles Chargers": "LAC",
        "Los Angeles Rams": "LAR", "Miami Dolphins": "MIA", "Minnesota Vikings": "MIN",
        "New England Patriots": "NE", "New Orleans Saints": "NO", "New York Giants": "NYG",
        "New York Jets": "NYJ", "Philadelphia Eagles": "PHI", "Pittsburgh Steelers": "PIT",
        "San Francisco 49ers": "SF", "Seattle Seahawks": "SEA", "Tampa Bay Buccaneers": "TB",
        "Tennessee Titans": "TEN", "Washington Commanders": "WAS", "Washington Football Team": "WAS",
        "Oakland Raiders": "LV", "JAC": "JAX", "SFO": "SF", "NEP": "NE", "GBP": "GB", "KCC": "KC", "LVR": "LV",
        "NOS": "NO", "TBB": "TB", "WSH": "WAS", "OAK": "LV", "LA": "LAR",
    ]
}
