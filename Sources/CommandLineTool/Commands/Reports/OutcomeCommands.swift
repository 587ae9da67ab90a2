import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import Reports

struct StandingsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "standings", abstract: "Show how the entries of a contest stand in one of its rounds.",
        discussion: """
            Each week the best lineup of an entry's roster counts; who has no score in a week counts 0.00. The first round \
            compares the entries of a draft, and its place is that within the room. Later rounds go by the pods that \
            were drawn; before their draw, entries have a place only where all of them fit into one pod. Of a contest that was \
            held elsewhere those stand in later rounds of whom its dump states something there, without places but in a \
            final that is whole. Of equal points the better single week decides, then the earlier entry.

            A round that is closed stands as it was then. What was corrected since shows in the points, and beside them \
            what is on record; --at shows what was known at a moment.

            What a site states itself of its entries, as an import of its dump has recorded it, is held against these, to the \
            cent, and every entry is shown of which it states something else. --stated takes a file's word instead (columns \
            draft_entry_id and roster_points, and made_playoffs where there is one). `audit` does the same for all contests.

            Points come in with `import --as scores`; rounds and lineup with an import of Best Ball Mania III, or by the \
            commands setContestRounds and setScoring (`send`).

            EXAMPLE:
              draftledger standings "Best Ball Mania 2022"
              draftledger standings 1 --round 1 --week 6 --format json
              draftledger standings "Best Ball Mania 2022" --stated picks.csv
            """)

    @Argument(help: "The contest: number, or an external id or title that only it has.") var contest: String
    @Option(help: ArgumentHelp("Which round, from 1.", valueName: "n")) var round = 1
    @Option(help: ArgumentHelp("Count the weeks up to this one (default: all that there are).", valueName: "n"))
    var week: UInt8?
    @Option(help: ArgumentHelp("List only this user's entries.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp(
            "Compare with what a dump states of results (default: what is on record of it).", valueName: "file"),
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
            let standings = try analysis.standings(outcome, round: round, throughWeek: week, statedIn: draft)
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
        abstract: "Show the rounds of a contest as they are on record: pods, places, who advances.",
        discussion: """
            What the contest's own events say: pods as they were drawn, places as the rounds were closed, whatever was \
            corrected since. Shown are the rounds behind the first; --round 1 shows the rooms, --entry an entry's own way \
            through all rounds. `standings` tells how entries stand by what is known now.

            EXAMPLE:
              draftledger bracket "Opening Night"
              draftledger bracket 3 --entry 65537 --format json
            """)

    @Argument(help: "The contest: number, or an external id or title that only it has.") var contest: String
    @Option(help: ArgumentHelp("Show only this round, from 1.", valueName: "n")) var round: Int?
    @Option(help: ArgumentHelp("Show only the pods in which this entry stands.", valueName: "entry"))
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
        commandName: "lineup", abstract: "Show an entry's best lineup of a week: who started, and what it scored.",
        discussion: """
            The best of each position start, the flex takes the best of the rest. Who has no score counts 0.00 and starts \
            before a negative score. slot is QB, RB, WR, TE, FLEX, or BN for the bench.

            EXAMPLE:
              draftledger lineup 65537 --week 3
              draftledger lineup e13da070-8318-4614-8103-dd5e600b66c5 --week 14 --format json
            """)

    @Argument(help: "The entry: its number, or its id at its source.") var entry: String
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
        commandName: "scores", abstract: "Show what players scored in a season, as it is on record.",
        discussion: """
            By week, the best first. before is what a correction has replaced; who said so why, `events --stream season/Y` \
            tells. Points come in with `import --as scores`.

            EXAMPLE:
              draftledger scores 2022 --week 9 --top 20
              draftledger scores 2022 --format csv > scores.csv
            """)

    @Argument(help: "The year in which the season begins.") var season: UInt64
    @Option(help: ArgumentHelp("Only this week (default: all).", valueName: "n")) var week: UInt8?
    @Option(help: ArgumentHelp("The name of the scoring.", valueName: "name")) var scoring = ScoringSet.halfPPR
    @Option(help: ArgumentHelp("How many scores (default: all).", valueName: "n")) var top: Int?
    @OptionGroup var look: LookOptions

    func validate() throws {
        try look.moment.refuseMomentOfRoom("a season's scores")
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
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
            return ScoresPage(season, scoring: scoring, week: week, top: top ?? .max, at: position)
        }
    }
}
