import Draft

extension PlayerPosition {
    /// The app's colour of the position.
    var color: Color {
        switch self {
        case .quarterback: .quarterback
        case .runningBack, .fullback: .runningBack
        case .wideReceiver: .wideReceiver
        case .tightEnd: .tightEnd
        default: .bench
        }
    }
}

extension PlayerListing {
    /// `WR·CIN`, or the position alone where the source names no team.
    var positionAndTeam: String { team.isEmpty ? position.abbreviation : "\(position.abbreviation)·\(team)" }

    /// `Ja'Marr Chase WR·CIN`
    var styled: StyledText { StyledText(name + " ") + StyledText(positionAndTeam, .colored(position.color)) }
}

extension PickSource {
    /// The letter with which a board marks a pick that nobody made by hand.
    var mark: String {
        switch self {
        case .manual: ""
        case .queue: "q"
        case .rankings: "r"
        case .adp: "a"
        case .fallback: "f"
        case .skipped: "s"
        case .unknown: "?"
        case .corrected: "c"
        }
    }

    /// What the mark stands for.
    var explanation: String {
        switch self {
        case .manual: "picked by hand"
        case .queue: "autopicked from the queue"
        case .rankings: "autopicked from the rankings"
        case .adp: "autopicked by ADP"
        case .fallback: "autopicked beyond the limits"
        case .skipped: "clock ran out, skipped"
        case .unknown: "not known to the source"
        case .corrected: "corrected"
        }
    }
}
