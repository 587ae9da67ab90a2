package import Draft
package import TextFormats

/// The recorded scores of a season by week, the best first.
package struct ScoresPage: Page {
    private let season: SeasonState
    private let scoring: String?
    private let position: UInt64
    private let scores: ArraySlice<PlayerScored>
    private let count: Int

    /// - Parameters:
    ///   - season: as of `position`.
    ///   - scoring: by name; nil for the points of all scorings.
    ///   - week: nil for all.
    ///   - first: the number of scores to skip.
    ///   - top: the maximum number of rows.
    ///   - position: how many events the ledger had.
    package init(
        _ season: SeasonState, scoring: String?, week: UInt8?, first: Int = 0, top: Int, at position: UInt64
    ) {
        (self.season, self.scoring, self.position) = (season, scoring, position)
        let all = season.scores.filter { score in
            (scoring == nil || score.scoring == scoring) && (week == nil || score.week == week)
        }.sorted { a, b in
            if a.week != b.week { return a.week < b.week }
            if a.points != b.points { return a.points > b.points }
            return (a.name, a.externalID, a.scoring) < (b.name, b.externalID, b.scoring)
        }
        scores = all.dropFirst(first).prefix(top)
        count = all.count
    }

    private func isFinal(_ score: PlayerScored) -> Bool { season.isFinal(week: score.week, scoring: score.scoring) }

    private var finalWeeks: [(week: UInt8, scoring: String)] {
        Set(season.scores.map(\.scoring)).filter { scoring == nil || $0 == scoring }.sorted().flatMap { scoring in
            SeasonState.weeks.filter { season.isFinal(week: $0, scoring: scoring) }.map { ($0, scoring) }
        }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("week", .trailing), .init("player", shrinks: true), .init("pos"), .init("team"),
            .init("points", .trailing), .init("before", .trailing), .init("scoring"), .init(""),
        ])
        for score in scores {
            table.rows.append([
                StyledText("\(score.week)"), StyledText(score.name),
                StyledText(score.position.abbreviation, .colored(score.position.color)), StyledText(score.team),
                StyledText(Figures.hundredths(Int64(score.points)), .bold),
                StyledText(score.replaces.map { Figures.hundredths(Int64($0)) } ?? "", .dim),
                StyledText(scoring == nil ? score.scoring : ""),
                StyledText(isFinal(score) ? "" : "not final", .dim),
            ])
        }
        table.dropEmptyColumns()
        let head = StyledText("Season \(season.id)", .bold) + StyledText(scoring.map { "  \($0)" } ?? "", .dim)
        let rest = count - scores.count
        let note = rest > 0 ? [StyledText.empty, StyledText("\(Figures.plural(rest, "score")) more.", .dim)] : []
        return [head, .empty] + table.lines(on: terminal) + note
    }

    static let members = Members<ScoresPage>(
        "SeasonScores",
        [
            .init("season") { $0.season.id }, .init("position") { $0.position }, .init("count") { $0.count },
            .init("finalWeeks", each: finalWeek) { $0.finalWeeks }, .init("scores", each: score) { $0.rows },
        ])

    private static let finalWeek: Members<(week: UInt8, scoring: String)> = [
        .init("week") { $0.week }, .init("scoring") { $0.scoring },
    ]

    private static let score: Members<(score: PlayerScored, isFinal: Bool)> = [
        .init("week") { $0.score.week }, .init("playerName") { $0.score.name },
        .init("position") { $0.score.position.abbreviation }, .init("team") { $0.score.team },
        .init("playerID") { $0.score.externalID }, .init("pointsHundredths") { $0.score.points },
        .init("replacedHundredths") { $0.score.replaces }, .init("scoring") { $0.score.scoring },
        .init("isFinal") { $0.isFinal }, .init("source") { $0.score.source },
    ]

    private var rows: [(score: PlayerScored, isFinal: Bool)] { scores.map { ($0, isFinal($0)) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.score.csv(of: rows) }
}
