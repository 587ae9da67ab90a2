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

    private var finalWeeks: [JSON] {
        Set(season.scores.map(\.scoring)).filter { scoring == nil || $0 == scoring }.sorted().flatMap { scoring in
            SeasonState.weeks.filter { season.isFinal(week: $0, scoring: scoring) }.map { week in
                ["week": .of(week), "scoring": .of(scoring)]
            }
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

    package var json: JSON {
        [
            "season": .of(season.id), "position": .of(position), "count": .of(count), "finalWeeks": .array(finalWeeks),
            "scores": .array(objects),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "week", "playerName", "position", "team", "playerID", "pointsHundredths", "replacedHundredths",
                "scoring", "isFinal", "source",
            ], objects: objects)
    }

    private var objects: [JSON] {
        scores.map { score in
            [
                "week": .of(score.week), "playerName": .of(score.name), "position": .of(score.position.abbreviation),
                "team": .of(score.team), "playerID": .of(score.externalID), "pointsHundredths": .of(score.points),
                "replacedHundredths": .of(score.replaces), "scoring": .of(score.scoring),
                "isFinal": .of(isFinal(score)), "source": .of(score.source),
            ]
        }
    }
}
