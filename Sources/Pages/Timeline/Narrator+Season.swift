import Draft
import Replay

/// What happens behind the drafts.
extension Narrator {
    /// `rounds of season 2022: 1 weeks 1-14, 2 of 12; 2 week 15, …; corrections count for 4 days`
    static func rounds(_ set: ContestRoundsSet) -> StyledText {
        let rounds = set.rounds.enumerated().map { index, round in
            let weeks =
                round.firstWeek == round.lastWeek
                ? "week \(round.firstWeek)" : "weeks \(round.firstWeek)-\(round.lastWeek)"
            let advancing = round.advancing == 0 ? "" : "\(round.advancing) of "
            return "\(index + 1) \(weeks), \(advancing)\(round.podSize)"
        }
        let corrections = set.correctionDays.map { "; corrections count for \(Figures.plural($0, "day"))" } ?? ""
        return StyledText("rounds", .bold)
            + StyledText(" of season \(set.season): \(rounds.joined(separator: "; "))\(corrections)")
    }

    /// `QB 1, RB 2, WR 3, TE 1, FLEX 1`
    static func summary(_ lineup: Lineup) -> String {
        LineupSlot.starting.filter { lineup.count(of: $0) > 0 }
            .map { "\($0.abbreviation) \(lineup.count(of: $0))" }.joined(separator: ", ")
    }
}
