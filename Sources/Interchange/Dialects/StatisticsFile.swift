package import Draft
import DraftLedger
package import Reports
import TextFormats

/// Reads what players did, week by week: a file of an analyst's own.
///
/// Columns by name: `week`, `player` (or nflverse's `player_display_name`), `position`, and, where the file has them, `season`,
/// `team` and `player_id`. Rows of other seasons, of the postseason and of positions that no best-ball contest drafts are passed
/// over and counted. Every statistic has to be there, under its own name or as nflverse has it, where some are added up:
/// `passing_yards`, `passing_tds`, `interceptions` (or `passing_interceptions`), `rushing_yards`, …; or short, `pass_yd`, `pass_td`, `int`, `rush_yd`,
/// …. A row that is wrong refuses the whole file.
package enum StatisticsFile {
    /// Reads a file: CSV, also packed by gzip; "-" for standard input.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - season: the one that is wanted.
    /// - Returns: the weeks in the order of the rows, and what was passed over.
    /// - Throws: `InterchangeError`, or the first `ImportIssue` in it.
    package static func read(
        _ path: String, season: SeasonID
    ) throws -> (weeks: [PlayerStatistics], passedOver: PassedOverRows) {
        let file = try InputFile(path: path)
        return try statistics(CSVReader(file), path: file.path, season: season)
    }

    private static func statistics(
        _ reader: consuming CSVReader<InterchangeError>, path: String, season: SeasonID
    ) throws -> (weeks: [PlayerStatistics], passedOver: PassedOverRows) {
        var reader = reader
        let header = try reader.header(of: path)
        let rows: PlayerWeekColumns
        let counts: StatisticCounts
        do throws(MissingColumns) {
            rows = try PlayerWeekColumns(header, besides: [], isOfStatistics: true)
            counts = try StatisticCounts(header)
        } catch {
            throw ImportIssue(
                file: path, place: reader.place(0), found: header.found(lacking: error.names),
                expected: "the columns week, player, position and all that a scoring counts")
        }
        var statistics: [PlayerStatistics] = []
        var seen: Set<Subject> = []
        var passedOver = PassedOverRows(season)
        while try reader.row(below: header, of: path, reading: rows.read + counts.read) {
            do throws(FieldFault) {
                let fields = FieldReader(reader: reader)
                guard let position = try passedOver.position(of: fields, rows, hasPoints: { counts.hasAny(fields) })
                else { continue }
                let week = try counts.statistics(
                    of: fields, week: try rows.week(of: fields), try rows.player(of: fields, position))
                let player = week.player
                let subject = Subject(
                    week: week.week,
                    player: SeasonPlayer(
                        externalID: player.externalID, name: player.name, position: player.position))
                guard seen.insert(subject).inserted else {
                    throw FieldFault(
                        column: rows.player, found: "\(player.name) (\(player.position.abbreviation)) a second time",
                        expected: "each player once in week \(week.week); a column player_id tells namesakes apart")
                }
                statistics.append(week)
            } catch {
                throw ImportIssue(
                    file: path, place: reader.place(error.column), found: error.found, expected: error.expected)
            }
        }
        passedOver.endsWithinARow = reader.isOpenEnded && reader.fields.last.map { $0.start < $0.end } == true
        guard !statistics.isEmpty else {
            throw ImportIssue(
                file: path, place: nil, found: passedOver.foundNothing("statistics"),
                expected: "at least one row of season \(season)")
        }
        return (statistics, passedOver)
    }

    private struct Subject: Hashable {
        var week: UInt8
        var player: SeasonPlayer
    }
}

/// The columns of the statistics that scorings count.
struct StatisticCounts {
    /// The columns that are added up, one or more.
    private var counts: [(statistic: Statistic, columns: [Int])] = []

    var read: [Int?] { counts.flatMap(\.columns) }

    /// - Throws: the names of the statistics that are missing.
    init(_ header: CSVHeader) throws(MissingColumns) {
        var missing: [String] = []
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

    func statistics(
        of fields: FieldReader, week: UInt8, _ player: PlayerNote
    ) throws(FieldFault) -> PlayerStatistics {
        var statistics = PlayerStatistics(week: week, player: player)
        let most = PlayerStatistics.mostOfOne
        for (statistic, parts) in counts {
            var sum: Int32 = 0
            for column in parts { sum += try count(fields, column) }
            guard sum.magnitude <= most.magnitude else {
                throw fields.fault(parts[0], "at most \(most) \(statistic.rawValue) in a week")
            }
            statistics[statistic] = sum
        }
        return statistics
    }

    /// Whether a row has any statistic other than 0, as far as it can be read.
    func hasAny(_ fields: FieldReader) -> Bool {
        counts.contains { part in part.columns.contains { (try? count(fields, $0)).map { $0 != 0 } ?? false } }
    }

    /// Yards may be lost; zeros behind a point do no harm; a source that writes NA has counted none.
    private func count(_ fields: FieldReader, _ column: Int) throws(FieldFault) -> Int32 {
        if fields.isMissing(column) { return 0 }
        let most = Int(PlayerStatistics.mostOfOne)
        guard let hundredths = ImportText.signedHundredths(fields.reader.bytes(column)), hundredths % 100 == 0,
            (-most...most).contains(hundredths / 100)
        else { throw fields.fault(column, "how many, a whole number of at most \(most)") }
        return Int32(hundredths / 100)
    }
}

extension Statistic {
    /// The columns that tell it, each of these by itself; of several in one all are added up.
    fileprivate var columns: [[String]] {
        switch self {
        case .passingYards: [[rawValue], ["passing_yards"], ["pass_yd"]]
        case .passingTouchdowns: [[rawValue], ["passing_tds"], ["pass_td"]]
        case .interceptions: [[rawValue], ["passing_interceptions"], ["int"]]
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
