import Draft

/// What sources say of a season beside its drafts and its scores.
extension Narrator {
    func noteWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .playerNoted(let event):
            StyledText(event.day.map { "\($0.iso8601.prefix(10)): " } ?? "", .dim) + StyledText(event.name, .bold)
                + StyledText(" \(event.position.abbreviation)\(event.team.isEmpty ? "" : " ")\(event.team)", .dim)
                + StyledText(event.adp.map { " ADP \(Figures.hundredths($0))" } ?? "")
                + StyledText(event.byeWeek.map { " bye in week \($0)" } ?? "") + StyledText(" by \(event.source)", .dim)
        case .gameNoted(let event):
            StyledText(event.week.map { "week \($0): " } ?? "off: ", .dim)
                + StyledText("\(event.away) at \(event.home)", .bold) + StyledText(" by \(event.source)", .dim)
        default: unexpected(recorded)
        }
    }
}
