import Draft
import Reports
import TextFormats

/// Reads what players scored: one row a player and week.
///
/// Columns by name: `week`, `player` (or `name`), `position`, `points`, and, where the file has them, `season`, `team` and
/// `player_id`. Points have two decimals at most that count; further ones are rounded half away from zero. nflverse's weekly
/// statistics have no points: they are computed by a scoring that is known. Rows of other seasons, of the postseason and of
/// positions that no best-ball contest drafts are passed over and counted. Any other row that is wrong refuses the whole file:
/// a score that is missing would count 0.00 without anybody noticing.
enum ScoresParser {
    /// The rows of one week, in the order of the file.
    struct Week {
        var week: UInt8
        var scores: [PlayerScore] = []
        /// Of each score, where its player stands.
        var places: [TextPlace] = []
    }

    /// - Parameters:
    ///   - season: the one that is wanted.
    ///   - scoring: the name of the scoring, for a file that has no points but what they are made of.
    /// - Returns: the weeks in order, and what was passed over.
    /// - Throws: what the file's reading throws, or the first `ImportIssue` in it.
    static func weeks(
        _ reader: consuming CSVReader<InterchangeError>, path: String, season: SeasonID,
        scoring: String = ScoringSet.halfPPR
    ) throws -> (weeks: [Week], passedOver: PassedOverRows) {
        var reader = reader
        func issue(_ place: TextPlace?, _ found: String, _ expected: String) -> ImportIssue {
            ImportIssue(file: path, place: place, found: found, expected: expected)
        }
        let header = try reader.header(of: path)
        let columns: ScoresColumns
        do throws(MissingColumns) {
            columns = try ScoresColumns(header, scoring)
        } catch {
            throw issue(
                reader.place(0), header.found(lacking: error.names),
                "the columns week, player, position and points, or all that points are made of; --map points=COLUMN names a column that is called otherwise"
            )
        }
        var weeks: [UInt8: Week] = [:]
        var seen: Set<Subject> = []
        var passedOver = PassedOverRows(season)
        while try reader.row(below: header, of: path, reading: columns.read) {
            do throws(FieldFault) {
                let fields = FieldReader(reader: reader)
                guard
                    let position = try passedOver.position(
                        of: fields, columns.rows, hasPoints: { columns.hasPoints(fields) })
                else { continue }
                let (week, score) = try score(fields, columns, position)
                guard seen.insert(Subject(week: week, player: SeasonPlayer(score))).inserted else {
                    throw FieldFault(
                        column: columns.rows.player,
                        found: "\(score.name) (\(score.position.abbreviation)) a second time",
                        expected: "each player once in week \(week); a column player_id tells namesakes apart")
                }
                weeks[week, default: Week(week: week)].scores.append(score)
                weeks[week]?.places.append(reader.place(columns.rows.player))
            } catch {
                throw issue(reader.place(error.column), error.found, error.expected)
            }
        }
        passedOver.endsWithinARow = reader.isOpenEnded && reader.fields.last.map { $0.start < $0.end } == true
        guard !weeks.isEmpty else {
            throw issue(nil, passedOver.foundNothing("scores"), "at least one row of season \(season)")
        }
        return (weeks.values.sorted { $0.week < $1.week }, passedOver)
    }

    private struct Subject: Hashable {
        var week: UInt8
        var player: SeasonPlayer
    }

    private static func score(
        _ fields: FieldReader, _ columns: ScoresColumns, _ position: PlayerPosition
    ) throws(FieldFault) -> (UInt8, PlayerScore) {
        let rows = columns.rows
        let week = try rows.week(of: fields)
        let player = try rows.player(of: fields, position)
        return (
            week,
            PlayerScore(
                position: position, points: try columns.points(of: fields, week: week, player),
                externalID: player.externalID, name: player.name, team: player.team)
        )
    }
}

/// The columns of a file of scores.
private struct ScoresColumns {
    let rows: PlayerWeekColumns
    /// Nil for a file that has only what points are made of.
    private let points: Int?
    private let statistics: (columns: StatisticCounts, worth: StatisticPoints)?

    var read: [Int?] { rows.read + [points] + (points == nil ? statistics?.columns.read ?? [] : []) }

    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader, _ scoring: String) throws(MissingColumns) {
        points = header.index(of: "points")
        var missing: [String] = points == nil ? ["points"] : []
        var known: (columns: StatisticCounts, worth: StatisticPoints)?
        if points == nil, let worth = StatisticPoints.known(as: scoring) {
            do throws(MissingColumns) {
                known = (try StatisticCounts(header), worth)
                missing = []
            } catch {
                // Statistics with a gap, and not scores without points.
                if error.names.count * 2 < Statistic.allCases.count { missing = error.names }
            }
        }
        statistics = known
        rows = try PlayerWeekColumns(header, besides: missing, isOfStatistics: points == nil)
    }

    func points(of fields: FieldReader, week: UInt8, _ player: PlayerNote) throws(FieldFault) -> Int32 {
        if let points {
            guard let value = ImportText.signedHundredths(fields.reader.bytes(points)).flatMap(Int32.init(exactly:))
            else {
                throw fields.fault(points, "points such as 20.5 or -0.4")
            }
            return value
        }
        guard let statistics else { return 0 }
        return statistics.worth.points(of: try statistics.columns.statistics(of: fields, week: week, player))
    }

    /// Whether a row has points other than 0, as far as it can be read.
    func hasPoints(_ fields: FieldReader) -> Bool {
        let unnamed = PlayerNote(name: "", position: .other)
        return (try? points(of: fields, week: 1, unnamed)).map { $0 != 0 } ?? false
    }
}
