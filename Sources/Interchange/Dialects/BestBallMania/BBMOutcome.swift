import Draft

/// How Best Ball Mania continues after its drafts, as far as that is known: the dumps do not say it.
enum BBMOutcome {
    /// Returns the rounds of a year's contest; nil for years of which they are not known.
    ///
    /// How ties break is not known: by the best week, then by the earlier entry, as everywhere.
    static func rounds(of year: String) -> ContestRoundsSet? {
        ContestPreset.all.first { $0.name.hasPrefix("bbm") && "\($0.season)" == year }?.rounds
    }

    /// Of each of its drafts.
    static let teams: UInt8 = 12

    /// The dumps do not name their contest, so a draft belongs to the Best Ball Mania of its year.
    static func contest(of draft: GatheredDraft) -> ImportedContest {
        let year = draft.year
        let externalID = year.isEmpty ? "bbm" : "bbm-\(year)"
        let title = year.isEmpty ? "Best Ball Mania" : "Best Ball Mania \(year)"
        return ImportedContest(
            externalID: externalID, title: title, poolExternalID: externalID, poolTitle: title, players: [],
            teams: draft.teams, rounds: draft.rounds, outcome: ImportedOutcome(bbm: year, teams: draft.teams))
    }
}

/// The rounds and results of a source's contest after its drafts.
struct ImportedOutcome: Hashable, Sendable {
    var rounds: ContestRoundsSet
    var scoring: ScoringSet

    /// Best Ball Mania's; nil where its rounds are not known.
    init?(bbm year: String, teams: UInt8) {
        guard teams == BBMOutcome.teams, let rounds = BBMOutcome.rounds(of: year) else { return nil }
        self.rounds = rounds
        scoring = ContestPreset.scoring
    }
}
