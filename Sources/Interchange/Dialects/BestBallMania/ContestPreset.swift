package import Draft

/// A contest of a site whose rounds are known: those after the first are of one week each, the last one in week 17.
///
/// The rounds are in the site's own notation: `2/12 - 1/10 - 1/16 - 470 Seat Final` has the best 2 of each draft of 12
/// advance, then 1 of each pod of 10, then 1 of 16, and one pod of 470 at the end.
package struct ContestPreset: Sendable {
    /// The word that the command line takes.
    package let name: String
    package let title: String
    package let season: SeasonID

    /// As the site states them.
    package let notation: String

    package var rounds: ContestRoundsSet? {
        Self.rounds(stated: notation).map { ContestRoundsSet(season: season, rounds: $0) }
    }

    /// Points are half a point for a reception, and QB, 2 RB, 3 WR, TE and one FLEX start.
    package static let scoring = ScoringSet(lineup: .underdog, scoring: ScoringSet.halfPPR)

    /// Of 2022, the first round and the final were compared with the site's dumps, and the two between them follow from the
    /// number of entries: 451,200, 75,200, 7,520, 470. Those of 2023 and 2024 follow likewise from 677,376 and 672,672
    /// entries and the size of the final. Those of 2026 are what the site states.
    package static let all: [Self] = [
        Self("bbm3", "Best Ball Mania III", in: 2022, rounds: "2/12 - 1/10 - 1/16 - 470"),
        Self("bbm4", "Best Ball Mania IV", in: 2023, rounds: "2/12 - 1/16 - 1/16 - 441"),
        Self("bbm5", "Best Ball Mania V", in: 2024, rounds: "2/12 - 1/13 - 1/16 - 539"),
        Self("bbm7", "Best Ball Mania VII", in: 2026, rounds: "2/12 - 1/14 - 1/12 - 667"),
        Self("puppy", "The Puppy", in: 2026, rounds: "2/12 - 1/10 - 1/6 - 625"),
        Self("puppy-2", "The Puppy 2", in: 2026, rounds: "2/12 - 1/10 - 1/5 - 750"),
        Self("big-dog", "The Big Dog", in: 2026, rounds: "2/12 - 1/6 - 1/6 - 10"),
        Self("dachshund", "The Dachshund", in: 2026, rounds: "2/12 - 1/5 - 1/6 - 156"),
        Self("pit-bull", "The Pit Bull", in: 2026, rounds: "2/12 - 1/6 - 1/5 - 156"),
        Self("pomeranian", "The Pomeranian", in: 2026, rounds: "4/12 - 2/10 - 1/8 - 940"),
        Self("hound-dog", "The Hound Dog", in: 2026, rounds: "4/12 - 2/5 - 2/5 - 992"),
        Self("pointer", "The Pointer", in: 2026, rounds: "2/12 - 1/6 - 1/3 - 188"),
        Self("mastiff", "The Mastiff", in: 2026, rounds: "4/12 - 1/5 - 1/4 - 9"),
        Self("poodle", "The Poodle", in: 2026, rounds: "2/12 - 1/6 - 1/5 - 310"),
        Self("bulldog", "The Bulldog", in: 2026, rounds: "3/12 - 2/6 - 1/4 - 31"),
        Self("dalmatian", "The Dalmatian", in: 2026, rounds: "4/12 - 1/5 - 1/8 - 23"),
        Self("little-dalmatian", "The Little Dalmatian", in: 2026, rounds: "3/12 - 1/10 - 1/6 - 470"),
    ]

    private init(_ name: String, _ title: String, in season: UInt64, rounds notation: String) {
        (self.name, self.title, self.season, self.notation) = (name, title, SeasonID(season), notation)
    }

    /// Returns the contest that a word means: its name or its title, without regard to case.
    package static func named(_ word: String) -> Self? {
        let word = word.lowercased()
        return all.first { $0.name == word || $0.title.lowercased() == word }
    }

    /// Returns rounds from the site's notation; nil for another text.
    package static func rounds(stated text: String) -> [ContestRound]? {
        let lastWeek: UInt8 = 17
        let parts = text.replacing("Round Advancement:", with: "").replacing("Seat Final", with: "")
            .split(separator: "-").map { $0.split(whereSeparator: \.isWhitespace).joined() }
        guard (2...ContestRoundsSet.mostRounds).contains(parts.count), let final = parts.last.flatMap({ UInt32($0) }),
            final > 0
        else { return nil }
        var rounds: [ContestRound] = []
        for (place, part) in parts.dropLast().enumerated() {
            let numbers = part.split(separator: "/", omittingEmptySubsequences: false).map { UInt32($0) }
            guard numbers.count == 2, let advancing = numbers[0], let size = numbers[1], advancing > 0, advancing < size
            else { return nil }
            let week = lastWeek - UInt8(parts.count - 1 - place)
            rounds.append(
                ContestRound(firstWeek: place == 0 ? 1 : week, lastWeek: week, podSize: size, advancing: advancing))
        }
        return rounds + [ContestRound(firstWeek: lastWeek, lastWeek: lastWeek, podSize: final, advancing: 0)]
    }
}
