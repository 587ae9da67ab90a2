import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import Reports
import ToolSupport

struct StandingsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "standings", abstract: "Show the standings of a contest in a round.",
        discussion: """
            Each week the best lineup of an entry's roster counts. A player without a score counts 0.00. In round 1 the \
            entries of a room compete, later rounds have the drawn pods. Before the draw, entries have a place only if all of \
            them fit into one pod. For a contest that was held elsewhere, later rounds list the entries that its dump states, \
            without places except in a complete final. Of equal points, the better single week decides, then the earlier entry.

            A closed round keeps its recorded places. Later corrections change the points, and the recorded points are shown \
            too; --at shows an earlier moment.

            Results that a site states, recorded by an import of its dump, are compared to the hundredth, and every entry with \
            a difference is listed. --stated compares with a file instead (columns draft_entry_id and roster_points, and \
            optionally made_playoffs). `audit` compares all contests.

            `import --input-format scores` records points. `contest rounds` or an import of Best Ball Mania III records rounds \
            and lineup.

            EXAMPLE:
              draftledger standings "Best Ball Mania 2022"
              draftledger standings 1 --round 1 --through-week 6 --format json
              draftledger standings "Best Ball Mania 2022" --stated picks.csv
            """)

    @Argument(help: "The contest: its number, or a unique external ID or title.") var contest: String
    @Option(help: ArgumentHelp("The round of the contest, from 1.", valueName: "n")) var round = 1
    @Option(help: ArgumentHelp("Count the weeks up to this one (default: all).", valueName: "n"))
    var throughWeek: UInt8?
    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp(
            "Compare with the results that a file states (default: recorded statements).", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var stated: String?
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("the standings of a contest") }

    func execute(on console: Console) throws -> ExitStatus {
        let file = try stated.map { try SideFile.results($0, round: round) }
        return try look.present(on: console, of: ["rosters", "contests"]) { draft in
            let contest = try draft.resolveTournament(contest)
            let user = try user.map { try draft.resolveUser($0) }
            let analysis = try console.withProgress("rosters") { progress in
                try Analysis(of: draft, at: look.at, sitesPositions: false, progress: progress)
            }
            let outcome = try ContestOutcome(of: contest, in: draft, upTo: analysis.rosters.position)
            let standings = try analysis.standings(outcome, round: round, throughWeek: throughWeek, statedIn: draft)
            let rooms = Set(standings.entries.map(\.room))
            let ids = try draft.externalIDs(of: rooms, upTo: analysis.rosters.position)
            let stated =
                try file.map { file in ids.compactMapValues { file[$0] } }
                ?? draft.statedResults(of: rooms, round: round, upTo: analysis.rosters.position)
            return StandingsPage(standings, externalIDs: ids, user: user, stated: stated)
        }
    }
}

struct BracketCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "bracket",
        abstract: "Show the recorded pods and places of a contest.",
        discussion: """
            Shows recorded events of the contest: pods as drawn, and places as of the close of a round, without later \
            corrections. The default is all rounds after the first; --round 1 shows the rooms, and --entry the pods of one \
            entry in all rounds. `standings` shows the current standings.

            EXAMPLE:
              draftledger bracket "Opening Night"
              draftledger bracket 3 --entry 65537 --format json
            """)

    @Argument(help: "The contest: its number, or a unique external ID or title.") var contest: String
    @Option(help: ArgumentHelp("The round of the contest, from 1.", valueName: "n")) var round: Int?
    @Option(help: ArgumentHelp("Only this entry, by number.", valueName: "entry"))
    var entry: UInt64?
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("the bracket of a contest") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console, of: ["contests"]) { draft in
            let contest = try draft.resolveTournament(contest)
            let position = try draft.position(of: look.at)
            guard let state = TournamentState.folding(try draft.stream(.tournament(contest), upTo: position)) else {
                throw OutcomeError.unknownContest(contest)
            }
            let bracket = try Bracket(of: state).listing(round: round, entries: entry.map { [EntryID($0)] })
            let rooms = Set(bracket.rounds.flatMap(\.pods).flatMap(\.entries).map(\.entry.room))
            return BracketPage(bracket, externalIDs: try draft.externalIDs(of: rooms, upTo: position))
        }
    }
}

struct LineupCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "lineup", abstract: "Show the best lineup of an entry in a week.",
        discussion: """
            The best players of each position start, then the best remaining players fill the flex. A player without a score \
            counts 0.00 and starts before a player with a negative score. slot is QB, RB, WR, TE, FLEX, or BN for the bench.

            EXAMPLE:
              draftledger lineup 65537 --week 3
              draftledger lineup e13da070-8318-4614-8103-dd5e600b66c5 --week 14 --format json
            """)

    @Argument(help: "The entry: its number or external ID.") var entry: String
    @Option(help: ArgumentHelp("The week of the season.", valueName: "n")) var week: UInt8
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("a lineup") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            LineupPage(try WeekLineup(of: entry, week: week, in: draft, at: look.at))
        }
    }
}

struct ScoresCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "scores", abstract: "Show the recorded scores of a season.",
        discussion: """
            Lists scores by week, the best first. before is the score that a correction has replaced; `events --stream \
            season/Y` shows the actor and the reason. `import --input-format scores` records scores.

            EXAMPLE:
              draftledger scores 2022 --week 9 --limit 20
              draftledger scores 2022 --format csv > scores.csv
            """)

    @Argument(help: "The year in which the season begins.") var season: UInt64
    @Option(help: ArgumentHelp("The week of the season.", valueName: "n")) var week: UInt8?
    @Option(help: ArgumentHelp("The name of the scoring.", valueName: "name")) var scoring = ScoringSet.halfPPR
    @Option(help: ArgumentHelp("List at most this many rows.", valueName: "n")) var limit: Int?
    @OptionGroup var look: LookOptions

    func validate() throws {
        try look.moment.refuseMomentOfRoom("a season's scores")
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more.") }
        guard week.map(SeasonState.weeks.contains) ?? true else {
            throw ValidationError("\(OutcomeError.noSuchWeek(week ?? 0))")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let position = try draft.position(of: look.at)
            let id = SeasonID(season)
            guard let season = try draft.season(id, at: .position(position)),
                season.scores.contains(where: { $0.scoring == scoring })
            else { throw OutcomeError.noPoints(id, scoring: scoring) }
            return ScoresPage(season, scoring: scoring, week: week, top: limit ?? .max, at: position)
        }
    }
}
