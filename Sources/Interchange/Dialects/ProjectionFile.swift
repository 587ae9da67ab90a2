package import Draft
import DraftLedger
package import Reports
import TextFormats

/// Reads what is projected of players, week by week: a file of an analyst's own.
///
/// It has the columns of a file of scores, whose `points` are those that are projected: `week`, `player`, `position`, `points`,
/// and, where it has them, `season`, `team` and `player_id`. A row that is wrong refuses the whole file.
package enum ProjectionFile {
    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - season: the only one that it may tell of.
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(_ path: String, season: SeasonID) throws -> [WeekProjection] {
        let file = try InputFile(path: path)
        return try ScoresParser.weeks(CSVReader(file), path: file.path, season: season).weeks.flatMap { week in
            week.scores.map { score in
                let player = PlayerNote(
                    name: score.name, position: score.position, team: score.team, externalID: score.externalID)
                return WeekProjection(player: player, week: week.week, points: score.points)
            }
        }
    }
}
