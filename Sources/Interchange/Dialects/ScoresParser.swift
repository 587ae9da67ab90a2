import Draft
import TextFormats

/// Reads what players scored: one row a player and week.
///
/// Columns by name: `week`, `player` (or `name`), `position`, `points`, and, where the file has them, `season`, `team` and
/// `player_id`. Points have two decimals at most that count; further ones are rounded half away from zero. A row that is
/// wrong refuses the whole file: a score that is missing would count 0.00 without anybody noticing.
enum ScoresParser {
    /// What a file says of one week, in the order of its rows.
    struct Week {
        var week: UInt8
        var scores: [PlayerScore] = []
        /// Of each score, where its player stands.
        var places: [TextPlace] = []
    }

    /// - Parameter season: the only one that the file may tell of.
    /// - Returns: the weeks in order.
    /// - Throws: what the file's reading throws, or the first `ImportIssue` in it.
    static func weeks(
        _ reader: consuming CSVReader<InterchangeError>, path: String, season: SeasonID
    ) throws -> [Week] {
        var reader = reader
        func issue(_ place: TextPlace?, _ found: String, _ expected: String) -> ImportIssue {
            ImportIssue(file: path, place: place, found: found, expected: expected)
        }
        let header = try reader.header(of: path)
        let columns: ScoresColumns
        do throws(MissingColumns) {
            columns = try ScoresColumns(header)
        } catch {
            throw issue(
                reader.place(0), header.found(missing: error.names), "the columns week, player, position and points")
        }
        var weeks: [UInt8: Week] = [:]
        var seen: Set<Subject> = []
        while try reader.row(below: header, of: path) {
            do throws(FieldFault) {
                let (week, score) = try score(FieldReader(reader: reader), columns, season)
                guard seen.insert(Subject(week: week, player: SeasonPlayer(score))).inserted else {
                    throw FieldFault(
                        column: columns.player, found: "\(score.name) (\(score.position.abbreviation)) a second time",
                        expected: "each player once in week \(week); a column player_id tells namesakes apart")
                }
                weeks[week, default: Week(week: week)].scores.append(score)
                weeks[week]?.places.append(reader.place(columns.player))
            } catch {
                throw issue(reader.place(error.column), error.found, error.expected)
            }
        }
        guard !weeks.isEmpty else { throw issue(nil, "no scores", "at least one row behind the header") }
        return weeks.values.sorted { $0.week < $1.week }
    }

    private struct Subject: Hashable {
        var week: UInt8
        var player: SeasonPlayer
    }

    private static func score(
        _ fields: FieldReader, _ columns: ScoresColumns, _ season: SeasonID
    ) throws(FieldFault) -> (UInt8, PlayerScore) {
        if let column = columns.season, !fields.isMissing(column) {
            let stated: UInt64 = try fields.number(column, 1920...9999, "the year in which the season begins")
            guard SeasonID(stated) == season else { throw fields.fault(column, "\(season), the season that was named") }
        }
        let weeks = SeasonState.weeks
        let week = try fields.number(columns.week, weeks, "a week from \(weeks.lowerBound) to \(weeks.upperBound)")
        guard let position = PlayerPosition(site: fields.reader.text(columns.position)) else {
            throw fields.fault(columns.position, "a position such as QB, RB, WR or TE")
        }
        guard
            let points = ImportText.signedHundredths(fields.reader.bytes(columns.points)).flatMap(Int32.init(exactly:))
        else { throw fields.fault(columns.points, "points such as 20.5 or -0.4") }
        return (
            week,
            PlayerScore(
                position: position, points: points, externalID: try fields.optionalText(columns.id),
                name: try fields.text(columns.player, "a player's name"),
                team: TeamNames.abbreviation(of: try fields.optionalText(columns.team)))
        )
    }
}

/// Where a file of scores has what.
private struct ScoresColumns {
    var season: Int?
    var week: Int
    var player: Int
    var position: Int
    var points: Int
    var team: Int?
    var id: Int?

    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader) throws(MissingColumns) {
        let player = header.index(of: "player", "player_name", "name")
        let position = header.index(of: "position", "position_name", "pos")
        guard let week = header.index(of: "week"), let player, let position,
            let points = header.index(of: "points")
        else {
            let required = [
                ("week", header.index(of: "week")), ("player", player), ("position", position),
                ("points", header.index(of: "points")),
            ]
            throw MissingColumns(names: required.filter { $0.1 == nil }.map(\.0))
        }
        self.week = week
        self.player = player
        self.position = position
        self.points = points
        season = header.index(of: "season")
        team = header.index(of: "team", "recent_team")
        id = header.index(of: "player_id")
    }
}
