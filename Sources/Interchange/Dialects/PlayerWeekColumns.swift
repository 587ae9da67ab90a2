import Draft
import Reports
import TextFormats

/// The columns by which a row of a player's week names its player and its week.
struct PlayerWeekColumns {
    let season: Int?
    /// The kind of game, as nflverse has it: REG, POST or a round of the playoffs.
    let kind: Int?
    let week: Int
    let player: Int
    let position: Int
    let team: Int?
    let id: Int?
    /// Whether the rows are nflverse's, which include the postseason.
    let isOfStatistics: Bool

    var read: [Int?] { [season, kind, week, player, position, team, id] }

    /// - Parameters:
    ///   - header: the file's.
    ///   - besides: other columns that the file lacks.
    ///   - isOfStatistics: whether the rows have statistics, and not points.
    /// - Throws: the names of the columns that are missing.
    init(_ header: CSVHeader, besides others: [String], isOfStatistics: Bool) throws(MissingColumns) {
        self.isOfStatistics = isOfStatistics
        // nflverse's player_name is "J.Taylor", its player_display_name the whole name.
        let player = header.index(of: "player", "player_display_name", "player_name", "name", "full_name")
        let position = header.index(of: "position", "position_name", "pos")
        guard let week = header.index(of: "week"), let player, let position, others.isEmpty else {
            let required = [("week", header.index(of: "week")), ("player", player), ("position", position)]
            throw MissingColumns(names: required.filter { $0.1 == nil }.map(\.0) + others)
        }
        (self.week, self.player, self.position) = (week, player, position)
        season = header.index(of: "season")
        kind = header.index(of: "season_type", "game_type")
        team = header.index(of: "team", "recent_team", "team_abbr")
        id = header.index(of: "player_id", "gsis_id")
    }

    func week(of fields: FieldReader) throws(FieldFault) -> UInt8 {
        let weeks = SeasonState.weeks
        return try fields.number(week, weeks, "a week from \(weeks.words)")
    }

    func player(of fields: FieldReader, _ position: PlayerPosition) throws(FieldFault) -> PlayerNote {
        PlayerNote(
            name: try fields.text(player, "a player's name"), position: position,
            team: TeamNames.abbreviation(of: try fields.optionalText(team)), externalID: try fields.optionalText(id))
    }
}

/// Rows of a file that are not of what is wanted, counted by the reason, and how the file ends.
package struct PassedOverRows: Hashable, Sendable {
    private let wanted: SeasonID?
    private var otherSeasons: [UInt64: Int] = [:]
    private var postseason = 0
    private var positions: [String: Int] = [:]
    /// Whether the file ends within its last row's last field, which nothing tells from a file that was cut.
    var endsWithinARow = false

    /// Players at positions that no contest drafts who have points all the same.
    private var scorers: [String] = []

    /// - Parameter season: the one that is wanted; nil for whichever the file has.
    init(_ season: SeasonID?) { wanted = season }

    /// How many there are.
    package var count: Int { otherSeasons.values.reduce(0, +) + postseason + positions.values.reduce(0, +) }

    /// Whether a row is of another season or of the postseason, which is counted.
    ///
    /// - Parameter week: the column with the week of a league's game, which tells the postseason where no kind does; nil for
    ///   other rows.
    mutating func isOfOtherGames(
        _ fields: FieldReader, season: Int?, kind: Int?, week: Int?
    ) throws(FieldFault) -> Bool {
        if let season, let wanted, !fields.isMissing(season) {
            let stated: UInt64 = try fields.number(season, 1920...9999, "the year in which the season begins")
            guard SeasonID(stated) == wanted else {
                otherSeasons[stated, default: 0] += 1
                return true
            }
        }
        if let kind, !fields.isMissing(kind) {
            guard fields.reader.text(kind).uppercased() != "REG" else { return false }
        } else {
            guard let week, let wanted, let number = ImportText.integer(fields.reader.bytes(week)),
                number > (wanted.number < 2021 ? 17 : 18)
            else { return false }
        }
        postseason += 1
        return true
    }

    /// The position of the player of a row; nil for a row that is passed over, which is counted.
    ///
    /// Rows of linemen, punters and the like are passed over whatever they have. Rows of defenders are passed over unless they
    /// have points: some sources list a receiver as a cornerback.
    mutating func position(
        of fields: FieldReader, _ columns: PlayerWeekColumns, hasPoints: () -> Bool
    ) throws(FieldFault) -> PlayerPosition? {
        guard
            !(try isOfOtherGames(
                fields, season: columns.season, kind: columns.kind, week: columns.isOfStatistics ? columns.week : nil))
        else { return nil }
        let text = fields.reader.text(columns.position)
        let isMissing = fields.isMissing(columns.position)
        let position = PlayerPosition(site: text)
        let isUndrafted = isMissing || Self.undrafted.contains(text.uppercased()) || position == .punter
        if let position, !isUndrafted {
            let isDefender = [.defensiveLine, .linebacker, .defensiveBack].contains(position)
            guard isDefender, !hasPoints() else { return position }
        } else if !isUndrafted {
            throw fields.fault(columns.position, FieldReader.positionExpected)
        }
        positions[isMissing ? "no position" : text, default: 0] += 1
        let player = "\(fields.reader.text(columns.player)) (\(text))"
        if hasPoints(), scorers.count < 5, !scorers.contains(player) { scorers.append(player) }
        return nil
    }

    /// Those for which no position of ours stands.
    private static let undrafted: Set = [
        "T", "OT", "G", "OG", "C", "OC", "OL", "IOL", "LS", "LT", "RT", "LG", "RG", "P", "KR", "PR", "RS", "ATH",
        "SPEC",
    ]

    /// The issue for a file of which every row was passed over.
    func foundNothing(_ what: String) -> String {
        guard count > 0 else { return "no \(what)" }
        return "no \(what) of season \(wanted?.description ?? ""): \(reasons.joined(separator: ", "))"
    }

    private var reasons: [String] {
        var reasons: [String] = []
        if !otherSeasons.isEmpty {
            let years = otherSeasons.keys.sorted()
            let named =
                years.count > 4
                ? "\(years[0])-\(years[years.count - 1])" : years.map(String.init).joined(separator: ", ")
            reasons.append("\(otherSeasons.values.reduce(0, +)) of other seasons (\(named))")
        }
        if postseason > 0 { reasons.append("\(postseason) of the postseason") }
        if !positions.isEmpty {
            let kinds = positions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            reasons.append(
                "\(positions.values.reduce(0, +)) of positions that no best-ball contest drafts (\(kinds.joined(separator: ", ")))"
            )
        }
        return reasons
    }

    /// The rows that were passed over, in words; nil for none.
    package func note(in path: String) -> String? {
        let end = "\(path) ends without a line break: its last row has all fields and counts as whole."
        guard count > 0 else { return endsWithinARow ? end : nil }
        let points = scorers.isEmpty ? "" : " With points among them: \(scorers.joined(separator: ", "))."
        return "\(path): \(count == 1 ? "1 row was" : "\(count) rows were") passed over: "
            + "\(reasons.joined(separator: ", ")).\(points)" + (endsWithinARow ? " \(end)" : "")
    }
}
