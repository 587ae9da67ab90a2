import Bets
import Values

/// The files of one import, read and checked as a whole: the commands of all rows, or the errors of all rows and no command.
struct FeedImport {
    /// A file's name, without its folder, and its bytes.
    typealias File = (name: String, bytes: [UInt8])

    /// The content of the ledger before the import.
    struct Known {
        var teams: [TeamListed] = []
        var games: Set<GameID> = []
        /// The numbers of the newest season's athletes, by name.
        var athletes: [String: [AthleteID]] = [:]
    }

    /// The commands in the order of their times.
    private(set) var commands: [SourcedCommand] = []
    /// The number of rows of each kind, without repeated ones.
    private(set) var rows: [FeedKind: Int] = [:]
    /// The number of rows that repeat another one word for word.
    private(set) var repeated = 0

    private var errors: [FeedError] = []
    private var teams: FeedTeams
    private let known: Known
    private let feed: String
    private let seasons: Set<LeagueSeason>?
    private let now: Timestamp
    private var games: [GameID: GameFeed.Game] = [:]
    /// Games of other seasons, whose rows are left out.
    private var others: Set<GameID> = []
    private var athletes: [BoxKey: BoxFeed.Athletes] = [:]

    private struct BoxKey: Hashable {
        var game: GameID
        var team: TeamID
    }

    /// - Parameters:
    ///   - feed: the name under which the ledger records the source.
    ///   - seasons: those that are imported; nil for all.
    ///   - known: what the ledger has already.
    ///   - now: when the files are read. What a file says of a later time, such as the line of tonight's game, is recorded as
    ///     of now.
    /// - Throws: `FeedErrors` with the errors of all rows.
    init(
        _ files: [File], feed: String, seasons: Set<LeagueSeason>? = nil, known: Known = Known(), now: Timestamp
    ) throws(FeedErrors) {
        self.feed = feed
        self.known = known
        self.seasons = seasons
        self.now = now
        teams = FeedTeams(known: known.teams)
        var tables: [(kind: FeedKind, table: FeedTable)] = []
        for file in files {
            do throws(FeedErrors) {
                let table = try FeedTable(file.bytes, file: file.name)
                tables.append((try FeedKind.of(table), table))
            } catch {
                errors += error.errors
            }
        }
        // Rows refer to teams and games of other files, in whatever order the files were named.
        let order: [FeedKind] = [.teams, .games, .athleteBoxes, .teamBoxes, .spreadOffers, .propLines]
        for kind in order {
            for (found, table) in tables where found == kind { read(table, of: kind) }
        }
        listAthletes()
        guard errors.isEmpty else { throw FeedErrors(errors: errors) }
        // Equal times keep the order of the rows: a schedule comes before its offers.
        for index in commands.indices { commands[index].moment = min(commands[index].moment, now) }
        commands = commands.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
            .map(\.element)
    }

    private mutating func read(_ table: FeedTable, of kind: FeedKind) {
        var seen: [String: FeedTable.Row] = [:]
        for row in table.rows {
            do throws(FeedError) {
                let key = try key(of: row, kind)
                if let first = seen[key] {
                    guard first.content == row.content else {
                        throw row.error(.contradiction(subject: "the row of \(key)", line: first.line))
                    }
                    repeated += 1
                    continue
                }
                seen[key] = row
                if try read(row, of: kind, in: table.file) { rows[kind, default: 0] += 1 }
            } catch {
                errors.append(error)
            }
        }
    }

    /// The subject of a row: two rows of one subject must not differ.
    private func key(of row: FeedTable.Row, _ kind: FeedKind) throws(FeedError) -> String {
        switch kind {
        case .teams: try row.text("teamID")
        case .games: "game \(try row.text("gameID"))"
        case .teamBoxes: "\(try row.text("team")) in game \(try row.text("gameID"))"
        case .athleteBoxes: "\(try row.text("player")), \(try row.text("team")), in game \(try row.text("gameID"))"
        case .spreadOffers: "\(try row.text("book")) for game \(try row.text("gameID")) at \(try row.text("at"))"
        case .propLines:
            "\(try row.text("book")) on \(try row.text("player")) in game \(try row.text("gameID")) at "
                + "\(try row.text("at"))"
        }
    }

    /// - Returns: false for a row of another season.
    private mutating func read(
        _ row: FeedTable.Row, of kind: FeedKind, in file: String
    ) throws(FeedError) -> Bool {
        switch kind {
        case .teams:
            try teams.read(row)
        case .games:
            let reader = GameFeed(file: file, feed: feed)
            let game = try reader.game(row, teams: teams)
            guard seasons?.contains(game.season) ?? true else {
                others.insert(game.id)
                return false
            }
            listTeams(game, file)
            games[game.id] = game
            commands += try reader.commands(of: game, now: now)
        case .athleteBoxes:
            guard let (game, team) = try side(row) else { return false }
            let athlete = try BoxFeed(file: file, feed: feed).athlete(row)
            var all = athletes[BoxKey(game: game.id, team: team)] ?? BoxFeed.Athletes()
            all.lines.append(athlete.line)
            all.names[athlete.line.athlete] = athlete.name
            athletes[BoxKey(game: game.id, team: team)] = all
            listed[athlete.line.athlete] = (athlete.name, team, game, row, file)
        case .teamBoxes:
            guard let (game, team) = try side(row) else { return false }
            let lines = athletes[BoxKey(game: game.id, team: team)]?.lines ?? []
            commands.append(
                try BoxFeed(file: file, feed: feed).command(row, of: game, team: team, athletes: lines))
        case .spreadOffers:
            guard let game = try game(ofOffer: row) else { return false }
            commands.append(try OfferFeed(file: file, feed: feed).command(row, of: game))
        case .propLines:
            guard let game = try game(ofOffer: row) else { return false }
            commands.append(try OfferFeed(file: file, feed: feed).line(row, of: game, on: athlete(row)))
        }
        return true
    }

    /// The game of an offer; nil for a game of another season.
    private func game(ofOffer row: FeedTable.Row) throws(FeedError) -> GameID? {
        let game = try row.required("gameID") { field throws(FeedError) in try field.game() }
        if others.contains(game) { return nil }
        guard games[game] != nil || known.games.contains(game) else {
            throw try row.field("gameID").error(.unknownGame(found: row.text("gameID")))
        }
        return game
    }

    /// The athlete of a line: by number where the row has one, otherwise by name in the box scores of the files, and then in
    /// the ledger.
    private func athlete(_ row: FeedTable.Row) throws(FeedError) -> AthleteID {
        let number = try row.optional("playerID") { field throws(FeedError) in
            try field.integer(1...Int(BetStream.maximumNumber))
        }
        if let number { return AthleteID(UInt64(number)) }
        let name = try row.text("player")
        let named = BoxFeed.number(of: name)
        if listed[named] != nil { return named }
        let found = known.athletes[name] ?? []
        guard let athlete = found.first else { throw try row.field("player").error(.unknownAthlete(found: name)) }
        guard found.count == 1 else {
            throw try row.field("player").error(.severalAthletes(found: name, numbers: found.map(\.number).sorted()))
        }
        return athlete
    }

    /// The game and the team of a box score; nil for a game of another season.
    private func side(_ row: FeedTable.Row) throws(FeedError) -> (GameFeed.Game, TeamID)? {
        let id = try row.required("gameID") { field throws(FeedError) in try field.game() }
        if others.contains(id) { return nil }
        guard let game = games[id] else {
            throw try row.field("gameID").error(.unknownGame(found: row.text("gameID")))
        }
        let team = try teams.team("team", in: row)
        guard team == game.home || team == game.away else {
            throw row.error(.inconsistent("'\(try row.text("team"))' does not play in the game \(id)."))
        }
        return (game, team)
    }

    // MARK: Lists of teams and athletes

    private var listedTeams: Set<LeagueSeason> = []
    private var listed: [AthleteID: (String, TeamID, GameFeed.Game, FeedTable.Row, String)] = [:]

    /// Lists all teams of a season before its first game.
    private mutating func listTeams(_ game: GameFeed.Game, _ file: String) {
        guard listedTeams.insert(game.season).inserted else { return }
        for (team, abbreviation, fullName) in teams.listed {
            let listed = TeamListed(team: team, abbreviation: abbreviation, fullName: fullName, feed: feed)
            commands.append(
                SourcedCommand(
                    .listTeam(game.season, listed), at: game.season.begins, of: game.row, file: file,
                    part: "team \(team.number) \(abbreviation) \(fullName)"))
        }
    }

    /// Lists each athlete once a season, with the team of the last row.
    private mutating func listAthletes() {
        for (athlete, (name, team, game, row, file)) in listed.sorted(by: { $0.key < $1.key }) {
            let listed = AthleteListed(athlete: athlete, team: team, name: name, feed: feed)
            commands.append(
                SourcedCommand(
                    .listAthlete(game.season, listed), at: game.season.begins, of: row, file: file, part: "athlete"))
        }
    }
}

extension LeagueSeason {
    /// 1 July of the year in which it begins: the source states no time at which teams were known.
    var begins: Timestamp {
        GameDate("\(number)-07-01")?.begins ?? Timestamp(microseconds: 0)
    }
}
