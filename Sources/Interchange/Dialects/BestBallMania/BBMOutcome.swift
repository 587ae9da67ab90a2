import Draft

/// How Best Ball Mania goes on behind its drafts, as far as that is known: the dumps do not say it.
enum BBMOutcome {
    /// Points are Underdog's, half a point for a reception, and QB, 2 RB, 3 WR, TE and one FLEX start.
    static let scoring = ScoringSet(lineup: .underdog, scoring: ScoringSet.halfPPR)

    /// The rounds of a year's contest; nil for years of which they are not known.
    ///
    /// Of 2022 (Best Ball Mania III) the first round and the final were held against its dumps, and the two between them
    /// follow from the number of entries: 451,200, 75,200, 7,520, 470. How ties break is not known: by the best week, then
    /// by the earlier entry, as everywhere.
    static func rounds(of year: String) -> ContestRoundsSet? {
        guard year == "2022" else { return nil }
        return ContestRoundsSet(
            season: 2022,
            rounds: [
                ContestRound(firstWeek: 1, lastWeek: 14, podSize: UInt32(teams), advancing: 2),
                ContestRound(firstWeek: 15, lastWeek: 15, podSize: 10, advancing: 1),
                ContestRound(firstWeek: 16, lastWeek: 16, podSize: 16, advancing: 1),
                ContestRound(firstWeek: 17, lastWeek: 17, podSize: 470, advancing: 0),
            ])
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

/// How a contest of a source goes on behind its drafts.
struct ImportedOutcome: Hashable, Sendable {
    var rounds: ContestRoundsSet
    var scoring: ScoringSet

    /// Best Ball Mania's; nil where its rounds are not known.
    init?(bbm year: String, teams: UInt8) {
        guard teams == BBMOutcome.teams, let rounds = BBMOutcome.rounds(of: year) else { return nil }
        self.rounds = rounds
        scoring = BBMOutcome.scoring
    }
}
