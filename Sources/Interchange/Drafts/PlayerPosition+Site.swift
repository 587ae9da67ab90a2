import Draft

extension PlayerPosition {
    /// The position that a site means, in its own spelling or another's: "PK" for a kicker, "D/ST" for a defense, "CB"
    /// for a defensive back, "TMQB" for a team's quarterbacks.
    init?(site text: String) {
        if let position = PlayerPosition(abbreviation: text) {
            self = position
            return
        }
        switch text.uppercased() {
        case "PK": self = .kicker
        case "PN": self = .punter
        case "D/ST", "DST", "D": self = .defense
        case "DE", "DT", "NT", "EDGE": self = .defensiveLine
        case "ILB", "OLB", "MLB": self = .linebacker
        case "CB", "S", "SS", "FS": self = .defensiveBack
        case "HB": self = .runningBack
        case "OFF", "ST", "TMQB", "TMRB", "TMWR", "TMTE", "TMPK", "TMPN", "TMDL", "TMLB", "TMDB": self = .teamUnit
        default: return nil
        }
    }
}
