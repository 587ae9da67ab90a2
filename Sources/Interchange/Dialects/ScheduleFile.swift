import Draft
import DraftLedger
package import Reports
import TextFormats

/// Reads a schedule of an analyst's own: one row a game.
///
/// Columns by name: `week`, `home` (or `home_team`), `away` (or `away_team`), and, where the file has them, `season` and
/// `game_type`: games of other seasons and of the postseason are passed over. A row that is wrong refuses the whole file.
package enum ScheduleFile {
    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(_ path: String) throws -> GameSchedule {
        var schedule = GameSchedule()
        for game in try games(path, season: nil).games { _ = schedule.add(game) }
        return schedule
    }

    /// Reads a file's games, in its order.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - season: the one whose games are wanted; nil for the only one that the file has.
    ///   - columns: what the file calls its columns.
    /// - Returns: the games, and what was passed over: games of other seasons and of the postseason.
    /// - Throws: likewise.
    static func games(
        _ path: String, season: SeasonID?, columns: ColumnMap = ColumnMap()
    ) throws -> (games: [GameSchedule.Game], passedOver: PassedOverRows) {
        let file = try InputFile(path: path, columns: columns)
        return try games(CSVReader(file), path: file.path, season)
    }

    private static func games(
        _ reader: consuming CSVReader<InterchangeError>, path: String, _ wanted: SeasonID?
    ) throws -> (games: [GameSchedule.Game], passedOver: PassedOverRows) {
        var reader = reader
        let header = try reader.header(of: path)
        guard let week = header.index(of: "week"), let home = header.index(of: "home", "home_team"),
            let away = header.index(of: "away", "away_team")
        else {
            let names = header.names.joined(separator: ", ")
            throw ImportIssue(
                file: path, place: reader.place(0), found: header.separatedOtherwise ?? "the columns \(names)",
                expected: "the columns week, home and away")
        }
        let (season, kind) = (header.index(of: "season"), header.index(of: "game_type", "season_type"))
        var schedule = GameSchedule()
        var games: [GameSchedule.Game] = []
        var stated = wanted?.number
        var passedOver = PassedOverRows(wanted)
        while try reader.row(below: header, of: path, reading: [week, home, away, season, kind]) {
            let fields = FieldReader(reader: reader)
            do throws(FieldFault) {
                guard !(try passedOver.isOfOtherGames(fields, season: season, kind: kind, week: week)) else {
                    continue
                }
                if let season, !fields.isMissing(season) {
                    let year: UInt64 = try fields.number(season, 1920...9999, "the year in which the season begins")
                    guard stated == nil || stated == year else {
                        throw fields.fault(
                            season,
                            "games of one season, \(stated ?? 0). Import several seasons one by one, each with its --season"
                        )
                    }
                    stated = year
                }
                let weeks = SeasonState.weeks
                let game = GameSchedule.Game(
                    week: try fields.number(week, weeks, "a week from \(weeks.words)"),
                    home: TeamNames.abbreviation(of: try fields.text(home, "a team")),
                    away: TeamNames.abbreviation(of: try fields.text(away, "a team")))
                guard schedule.add(game) else {
                    throw FieldFault(
                        column: home, found: "\(game.home) against \(game.away)",
                        expected: "two teams that play once in week \(game.week)")
                }
                games.append(game)
            } catch {
                throw ImportIssue(
                    file: path, place: reader.place(error.column), found: error.found, expected: error.expected)
            }
        }
        passedOver.endsWithinARow = reader.isOpenEnded && reader.fields.last.map { $0.start < $0.end } == true
        guard !games.isEmpty else {
            throw ImportIssue(
                file: path, place: nil, found: passedOver.foundNothing("games"),
                expected: "at least one game of the regular season")
        }
        return (games, passedOver)
    }
}
