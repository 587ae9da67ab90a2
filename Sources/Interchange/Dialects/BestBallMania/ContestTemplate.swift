package import Draft

/// The rounds, the lineup and the scoring of a contest that an operator opens, under a name: the one list for the command line
/// and for the operations pages.
package struct ContestTemplate: Sendable {
    /// The word that the command line takes.
    package let name: String
    package let title: String
    /// The season of the known contest; nil for a template of any season.
    package let season: SeasonID?
    /// The rounds as a site states them; nil for a single round.
    package let notation: String?
    /// At least one.
    package let rounds: [ContestRound]
    package let scoring: ScoringSet

    /// The weeks of a regular season, which are one round of the contests that are opened without other rounds.
    package static let weeks: ClosedRange<UInt8> = 1...17

    /// The lineup of contests that are opened without another one: 1 QB, 2 RB, 3 WR, 1 TE and 2 FLEX.
    package static let lineup = Lineup(quarterbacks: 1, runningBacks: 2, wideReceivers: 3, tightEnds: 1, flex: 2)

    /// A contest whose whole season is one round: each room is a pod of its own.
    ///
    /// - Parameter teams: of a room.
    package static func oneRound(teams: UInt8) -> Self {
        let round = ContestRound(
            firstWeek: weeks.lowerBound, lastWeek: weeks.upperBound, podSize: UInt32(teams), advancing: 0)
        return Self(
            name: "one-round", title: "One round, all weeks", season: nil, notation: nil, rounds: [round],
            scoring: ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))
    }

    /// The single round for rooms of twelve, then the contests of ``ContestPreset``.
    package static let all: [Self] =
        [oneRound(teams: 12)]
        + ContestPreset.all.compactMap { preset in
            preset.rounds.map { set in
                Self(
                    name: preset.name, title: preset.title, season: preset.season, notation: preset.notation,
                    rounds: set.rounds, scoring: ContestPreset.scoring)
            }
        }

    /// Returns the template that a word means: its name or its title, without regard to case; nil for another word.
    package static func named(_ word: String) -> Self? {
        let word = word.lowercased()
        return all.first { $0.name == word || $0.title.lowercased() == word }
    }
}
