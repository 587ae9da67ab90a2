package import Draft
import DraftLedger
package import Reports
import TextFormats

/// Reads what players did, week by week: a file of an analyst's own.
///
/// Columns by name: `week`, `player` (or `name`), `position`, and, where the file has them, `season`, `team` and
/// `player_id`. Every statistic has to be there, under its own name or as nflverse has it, where some are added up:
/// `passing_yards`, `passing_tds`, `interceptions`, `rushing_yards`, …; or short, `pass_yd`, `pass_td`, `int`, `rush_yd`,
/// …. A row that is wrong refuses the whole file.
package enum StatisticsFile {
    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - season: the only one that it may tell of.
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(_ path: String, season: SeasonID) throws -> [PlayerStatistics] {
        let file = try InputFile(path: path)
        return try statistics(CSVReader(file), path: file.path, season: season)
    }

    private static func statistics(
        _ reader: consuming CSVReader<InterchangeError>, path: String, season: SeasonID
    ) throws -> [PlayerStatistics] {
        var reader = reader
        let header = try reader.header(of: path)
        let columns: StatisticsColumns
        do throws(MissingColumns) {
            columns = try StatisticsColumns(header)
        } catch {
            throw ImportIssue(
                file: path, place: reader.place(0), found: header.found(missing: error.names),
                expected: "the columns week, player, position and all that a scoring counts")
        }
        var statistics: [PlayerStatistics] = []
        var seen: Set<Subject> = []
        while try reader.row(below: header, of: path) {
            do throws(FieldFault) {
                let week = try week(FieldReader(reader: reader), columns, season)
                let player = week.player
                let subject = Subject(
                    week: week.week,
                    player: SeasonPlayer(
                        externalID: player.externalID, name: player.name, position: player.position))
                guard seen.insert(subject).inserted else {
                    throw FieldFault(
                        column: columns.player, found: "\(player.name) (\(player.position.abbreviation)) a second time",
                        expected: "each player once in week \(week.week); a column player_id tells namesakes apart")
                }
                statistics.append(week)
            } catch {
                throw ImportIssue(
                    file: path, place: reader.place(error.column), found: error.found, expected: error.expected)
            }
        }
        guard !statistics.isEmpty else {
            throw ImportIssue(
                file: path, place: nil, found: "no statistics", expected: "at least one row behind the header")
        }
        return statistics
    }

    private struct Subject: Hashable {
        var week: UInt8
        var player: SeasonPlayer
    }

    private static func week(
        _ fields: FieldReader, _ columns: StatisticsColumns, _ season: SeasonID
    ) throws(FieldFault) -> PlayerStatistics {
        if let column = columns.season, !fields.isMissing(column) {
            let stated: UInt64 = try fields.number(column, 1920...9999, "the year in which the season begins")
            guard SeasonID(stated) == season else { throw fields.fault(column, "\(season), the season that was named") }
        }
        let weeks = SeasonState.weeks
        guard let position = PlayerPosition(site: fields.reader.text(columns.position)) else {
            throw fields.fault(columns.position, "a position such as QB, RB, WR or TE")
        }
        var statistics = PlayerStatistics(
            week: try fields.number(columns.week, weeks, "a week from \(weeks.lowerBound) to \(weeks.upperBound)"),
            player: PlayerNote(
                name: try fields.text(columns.player, "a player's name"), position: position,
                team: TeamNames.abbreviation(of: try fields.optionalText(columns.team)),
                externalID: try fields.optionalText(columns.id)))
        let most = PlayerStatistics.mostOfOne
        for (statistic, parts) in columns.counts {
            var sum: Int32 = 0
            for column in parts { sum += try count(fields, column) }
            guard sum.magnitude <= most.magnitude else {
                throw fields.fault(parts[0], "at most \(most) \(statistic.rawValue) in a week")
            }
            statistics[statistic] = sum
        }
        return statistics
    }

    /// Yards may be lost; zeros behind a point do no harm.
    private static func count(_ fields: FieldReader, _ column: Int) throws(FieldFault) -> Int32 {
        let most = Int(PlayerStatistics.mostOfOne)
        guard let hundredths = ImportText.signedHundredths(fields.reader.bytes(column)), hundredths % 100 == 0,
            (-most...most).contains(hundredths / 100)
        else { throw fields.fault(column, "how many, a whole number of at most \(most)") }
        return Int32(hundredths / 100)
    }
}

/// Where a file of statistics has what.
private struct StatisticsColumns {
    var season: Int?
    var week: Int
    var player: Int
    var position: Int
    var team: Int?
    var id: Int?
    /// The columns that are added up, one or more.
    var counts: [(statistic: Statistic, columns: [Int])] = []

    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader) throws(MissingColumns) {
        var missing: [String] = []
        func required(_ place: Int?, _ name: String) -> Int {
            if place == nil { missing.append(name) }
            return place ?? 0
        }
        week = required(header.index(of: "week"), "week")
        player = required(header.index(of: "player", "player_name", "name"), "player")
        position = required(header.index(of: "position", "position_name", "pos"), "position")
        season = header.index(of: "season")
        team = header.index(of: "team", "recent_team")
        id = header.index(of: "player_id", "gsis_id")
        for statistic in Statistic.allCases {
            let known = statistic.columns.lazy.map { names in names.map { header.index(of: $0) } }
                .first { !$0.contains(nil) }
            guard let known else {
                missing.append(statistic.rawValue)
                continue
            }
            counts.append((statistic, known.compactMap { $0 }))
        }
        guard missing.isEmpty else { throw MissingColumns(names: missing) }
    }
}

extension Statistic {
    /// The columns that tell it, each of these by itself; of several in one all are added up.
    fileprivate var columns: [[String]] {
        switch self {
        case .passingYards: [[rawValue], ["passing_yards"], ["pass_yd"]]
        case .passingTouchdowns: [[rawValue], ["passing_tds"], ["pass_td"]]
        case .interceptions: [[rawValue], ["int"]]
        case .rushingYards: [[rawValue], ["rushing_yards"], ["rush_yd"]]
        case .rushingTouchdowns: [[rawValue], ["rushing_tds"], ["rush_td"]]
        case .receptions: [[rawValue], ["rec"]]
        case .receivingYards: [[rawValue], ["receiving_yards"], ["rec_yd"]]
        case .receivingTouchdowns: [[rawValue], ["receiving_tds"], ["rec_td"]]
        case .otherTouchdowns: [[rawValue], ["special_teams_tds"], ["other_td"]]
        case .twoPointConversions:
            [
                [rawValue], ["two_pt"],
                ["passing_2pt_conversions", "rushing_2pt_conversions", "receiving_2pt_conversions"],
            ]
        case .fumblesLost:
            [[rawValue], ["fum_lost"], ["sack_fumbles_lost", "rushing_fumbles_lost", "receiving_fumbles_lost"]]
        }
    }
}
