import Draft
import DraftLedger
import TextFormats

/// Reads a site's rankings: one row a player, in the site's order, which becomes his rank.
///
/// Columns by name: `id`, `firstName` and `lastName` (or `name`), `slotName` (or `position`), `teamName` (or `team`),
/// `adp`, `projectedPoints`, `byeWeek`. Only a name and a position must be there. A row that is wrong refuses the whole
/// file: a pool with a gap would be published permanently.
enum RankingsParser {
    /// Players are counted in sixteen bits.
    private static let mostPlayers = Int(UInt16.max)

    /// - Throws: what the file's reading throws, or the first `ImportIssue` in it.
    static func players(_ reader: consuming CSVReader<InterchangeError>, path: String) throws -> [ImportedPlayer] {
        var reader = reader
        func issue(_ place: TextPlace?, _ found: String, _ expected: String) -> ImportIssue {
            ImportIssue(file: path, place: place, found: found, expected: expected)
        }
        let header = try reader.header(of: path)
        // A row of it is a pick: a player that was picked often would be in the pool as often.
        if let column = ["Picked At", "Pick Number", "Draft Entry"].first(where: { header.index(of: $0) != nil }) {
            throw issue(
                reader.place(0), "the column '\(column)' of a user's own picks",
                "rankings, a row a player; import picks with --input-format underdog")
        }
        if let column = header.index(of: "Team Number"), header.index(of: "adp") == nil {
            throw issue(
                reader.place(column), "the column '\(header.names[column])' of rosters, which tell no picks",
                "rankings, a row a player; DraftKings' rosters cannot be imported")
        }
        if header.isPickTable {
            throw issue(
                reader.place(0), "a table of picks, a row a pick",
                "rankings, a row a player; import picks with --input-format csv --map player=COLUMN,pick=COLUMN,draft=COLUMN"
            )
        }
        guard let columns = RankingsColumns(header) else {
            throw issue(
                reader.place(0), header.foundWithout(["name", "position"]),
                "firstName and lastName, or name; and slotName, or position")
        }
        var players: [ImportedPlayer] = []
        var seen: Set<String> = []
        while try reader.row(below: header, of: path, reading: columns.read) {
            do throws(FieldFault) {
                let player = try player(FieldReader(reader: reader), columns, rank: players.count + 1)
                let key = player.externalID.isEmpty ? "\(player.position) \(player.name)" : player.externalID
                guard seen.insert(key).inserted else {
                    throw FieldFault(
                        column: columns.id ?? columns.lastName, found: "\(player.name) a second time",
                        expected: "each player once")
                }
                players.append(player)
                guard players.count <= mostPlayers else {
                    throw FieldFault(
                        column: columns.lastName, found: "more than \(mostPlayers) players",
                        expected: "as many as a pool can have")
                }
            } catch {
                throw issue(reader.place(error.column), error.found, error.expected)
            }
        }
        guard !players.isEmpty else { throw issue(nil, "no players", "at least one row after the header") }
        if let found = foundPitchers(players.map(\.position)) { throw issue(nil, found, FieldReader.positionExpected) }
        return players
    }

    /// Says that all players are at position P, as pitchers are; nil for others. No list has punters alone.
    static func foundPitchers(_ positions: [PlayerPosition]) -> String? {
        positions.contains { $0 != .punter } ? nil : "the position P alone, as a list of pitchers has"
    }

    /// A row's player.
    static func player(
        _ fields: FieldReader, _ columns: RankingsColumns, rank: Int
    ) throws(FieldFault) -> ImportedPlayer {
        let first = try fields.optionalText(columns.firstName)
        let last = try fields.text(columns.lastName, "a name")
        let position = try fields.position(columns.position)
        var bye: UInt8? = try fields.optionalNumber(columns.byeWeek, 0...18, "a week from 1 to 18")
        if bye == 0 { bye = nil }
        var adp = try fields.hundredths(columns.adp, "an average draft position such as 12.3, or -")
        if adp == 0 { adp = nil }
        let points = try fields.hundredths(columns.points, "projected points such as 294.9")
        return ImportedPlayer(
            externalID: try fields.optionalText(columns.id), name: first.isEmpty ? last : "\(first) \(last)",
            position: position, team: TeamNames.abbreviation(of: try fields.optionalText(columns.team)),
            byeWeek: bye, adp: adp, projectedPoints: points.flatMap(Int32.init(exactly:)),
            rank: UInt16(exactly: rank))
    }
}

/// The columns of a rankings file.
struct RankingsColumns {
    var id: Int?
    var firstName: Int?
    var lastName: Int
    var position: Int
    var team: Int?
    var adp: Int?
    var points: Int?
    var byeWeek: Int?

    /// All columns that are read.
    var read: [Int?] { [id, firstName, lastName, position, team, adp, points, byeWeek] }

    /// - Parameter site: whose ADPs are meant, of a file that has a column for each of several sites.
    /// - Returns: nil without a name or a position.
    init?(_ header: CSVHeader, site: String? = nil) {
        guard let position = header.index(of: "slotName", "position", "pos"),
            let lastName = header.index(of: "lastName", "name", "player", "playerName")
        else { return nil }
        self.position = position
        self.lastName = lastName
        id = header.index(of: "id", "playerID", "appearance")
        firstName = header.index(of: "firstName")
        team = header.index(of: "teamName", "team")
        adp = header.adp(of: site)
        points = header.index(of: "projectedPoints", "projection")
        byeWeek = header.index(of: "byeWeek", "bye")
    }
}

extension CSVHeader {
    /// The column with ADPs: that of a site where the file has one for each, else the only one, else the average.
    func adp(of site: String?) -> Int? {
        if let site {
            let wanted = site.lowercased().filter(\.isLetter)
            let names =
                Self.sites.first { $0.contains { wanted.hasPrefix($0) && $0.count > 2 || wanted == $0 } } ?? [wanted]
            for name in names {
                if let column = index(of: name, name + "adp", "adp" + name, name + "rank") { return column }
            }
        }
        return index(of: "adp", "avg", "average", "overall adp", "average draft position", "averagepick", "avg pick")
    }

    /// The columns of single sites' ADPs, where the file has some.
    var adpSites: [String] {
        Self.sites.joined().compactMap { name in index(of: name, name + "adp").map { names[$0] } }
    }

    /// Sites as files of several sites' ADPs abbreviate them.
    private static let sites = [
        ["underdog", "ud", "underdogfantasy"], ["draftkings", "dk"], ["drafters"], ["ffpc"],
        ["bb", "bestballtens", "bb10"],
        ["rtsports", "rts"], ["sleeper"], ["espn"], ["yahoo"], ["cbs"], ["fantrax"], ["mfl"], ["nffc"], ["nfl"],
    ]

    /// Whether rows are picks: a player and the round or the pick, and which draft or team it was.
    var isPickTable: Bool {
        guard index(of: "player", "player name", "name", "lastName") != nil else { return false }
        let place = index(of: "round", "rd", "pick", "pick number", "overall", "overall pick", "pick no")
        let whose = index(
            of: "draft", "draft id", "board", "draft board", "slot", "draft slot", "drafter", "user", "owner", "entry")
        return place != nil && whose != nil
    }
}

/// The NFL's teams, as sites call them, under one abbreviation each.
enum TeamNames {
    /// The abbreviation of a team's full name or of another site's abbreviation; what is unknown stays as it is, and a
    /// free agent's "FA" or empty field is empty.
    static func abbreviation(of name: String) -> String {
        if name.isEmpty || name == "FA" || name == "FA*" { return "" }
        return abbreviations[name] ?? name
    }

    /// Full names, those that moved or were renamed since 2020 too, and three-letter forms that differ from ours.
    private static let abbreviations = [
        "Arizona Cardinals": "ARI", "Atlanta Falcons": "ATL", "Baltimore Ravens": "BAL", "Buffalo Bills": "BUF",
        "Carolina Panthers": "CAR", "Chicago Bears": "CHI", "Cincinnati Bengals": "CIN", "Cleveland Browns": "CLE",
        "Dallas Cowboys": "DAL", "Denver Broncos": "DEN", "Detroit Lions": "DET", "Green Bay Packers": "GB",
        "Houston Texans": "HOU", "Indianapolis Colts": "IND", "Jacksonville Jaguars": "JAX",
        "Kansas City Chiefs": "KC", "Las Vegas Raiders": "LV", "Los Angeles Chargers": "LAC",
        "Los Angeles Rams": "LAR", "Miami Dolphins": "MIA", "Minnesota Vikings": "MIN",
        "New England Patriots": "NE", "New Orleans Saints": "NO", "New York Giants": "NYG",
        "New York Jets": "NYJ", "Philadelphia Eagles": "PHI", "Pittsburgh Steelers": "PIT",
        "San Francisco 49ers": "SF", "Seattle Seahawks": "SEA", "Tampa Bay Buccaneers": "TB",
        "Tennessee Titans": "TEN", "Washington Commanders": "WAS", "Washington Football Team": "WAS",
        "Oakland Raiders": "LV", "JAC": "JAX", "SFO": "SF", "NEP": "NE", "GBP": "GB", "KCC": "KC", "LVR": "LV",
        "NOS": "NO", "TBB": "TB", "WSH": "WAS", "OAK": "LV", "LA": "LAR",
    ]
}
