import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Interchange
import Pages
import Records
import Remote

struct ContestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contest", abstract: "Open a contest, close its entries, settle it, or call it off.",
        discussion: """
            EXAMPLE:
              draftledger contest open --pool 1 --title "Opening Night" --fee 500 --max 1200 --per-user 20 --prizes prizes.csv
              draftledger contest close 3 --server https://drafts.example.com
            """,
        subcommands: [
            ContestOpenCommand.self, ContestRoundsCommand.self, ContestCloseCommand.self, ContestSettleCommand.self,
            ContestCancelCommand.self,
        ])
}

struct ContestOpenCommand: ConsoleCommand {
    enum Speed: String, CaseIterable { case fast, slow }
    enum Watching: String, CaseIterable { case none, live }

    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a contest that members can join.",
        discussion: """
            Its rooms draft from a pool that is in the ledger (`import --as rankings`), under the rules of their speed. The \
            prizes are a file of lines such as 1,100000 and 2-10,5000: a place or some, and what each of them wins in cents.

            --overnight names the hours in which the clocks stand still every night, and a time zone such as \
            America/New_York, or how far they are ahead of UTC, all year. The changes of a zone's offset in the next two \
            years are looked up now and recorded with the contest; the last one then holds. Members may pick at night. Who may watch its drafts is said once and for all: nobody but their \
            members and the house's officers, or everybody. The lobby begins with the newest contest that is featured.

            On a ledger that says who acts for the house an operator opens it: --as and --key; over --server the token says \
            who, and --key signs.

            EXAMPLE:
              draftledger contest open --pool 1 --title "Opening Night" --fee 500 --max 1200 --prizes prizes.csv
              draftledger contest open --pool 1 --title Slow --fee 0 --speed slow --overnight "22:30-08:00 America/New_York"
              draftledger contest open --pool 1 --title Slow --fee 0 --speed slow --overnight 00:00-08:00-05:00
              draftledger contest open --pool 1 --title Best --fee 500 --season 2026 --stage 1-14:12:2 --stage 15:16:1 --stage 16-17:4:0
              draftledger contest open --pool 1 --title Final --fee 0 --spectators live --featured --server https://drafts.example.com
            """)

    @Option(help: ArgumentHelp("The pool's number.", valueName: "pool")) var pool: UInt64
    @Option(help: ArgumentHelp("What members read.", valueName: "text")) var title: String
    @Option(parsing: .unconditional, help: ArgumentHelp("Of an entry, in cents.", valueName: "cents")) var fee: Int64
    @Option(help: ArgumentHelp("So many entries at most (default: no limit).", valueName: "n")) var max: UInt32?
    @Option(help: ArgumentHelp("So many entries of one user (default: no limit).", valueName: "n")) var perUser: UInt32?
    @Option(
        help: ArgumentHelp("fast: 30 seconds a pick; slow: 12 hours.", valueName: "fast|slow"),
        transform: { try Choice.named($0) as Speed })
    var speed = Speed.fast
    @Option(
        help: ArgumentHelp(
            "The hours of every night in which the clocks stand still (default: none).", valueName: "00:00-08:00+02:00"),
        transform: Self.hours)
    var overnight: OvernightWindow?
    @Option(
        help: ArgumentHelp("none: its members and officers watch a draft; live: everybody.", valueName: "none|live"),
        transform: { try Choice.named($0) as Watching })
    var spectators = Watching.none
    @Flag(help: "The lobby shows it before others while it takes entries.") var featured = false
    @Option(help: ArgumentHelp("Teams of a room.", valueName: "n")) var teams: UInt8 = 12
    @Option(help: ArgumentHelp("Rounds of a draft.", valueName: "n")) var rounds: UInt8 = 18
    @Flag(help: "Swap the directions of the rounds from round 3 on.") var thirdRoundReversal = false
    @Option(
        help: ArgumentHelp("The house's share of the fees, in hundredths of a percent.", valueName: "points"))
    var rake: UInt16 = 0
    @Option(help: ArgumentHelp("The prizes, place by place.", valueName: "file"), completion: .file())
    var prizes: String?
    @Option(
        help: ArgumentHelp(
            "The season whose points decide; without one the contest has no standings.", valueName: "year"))
    var season: UInt64?
    @Option(
        help: ArgumentHelp(
            "A round of the season, in order: weeks, entries of a pod, how many advance (default: weeks 1 to 17).",
            valueName: "1-14:12:2"),
        transform: ContestSeason.round)
    var stage: [ContestRound] = []
    @Option(
        help: ArgumentHelp("Who starts each week (default: 1 QB 2 RB 3 WR 1 TE 2 FLEX).", valueName: "lineup"),
        transform: ContestSeason.lineup)
    var lineup: Lineup?
    @Option(help: ArgumentHelp("The points that count, by the name of their scoring.", valueName: "name"))
    var scoring: String?
    @OptionGroup var house: HouseOptions

    func validate() throws {
        if season == nil, !stage.isEmpty || lineup != nil || scoring != nil {
            throw ValidationError("--stage, --lineup and --scoring are of a season: name it with --season.")
        }
        if !(1...StreamKey.maximumNumber).contains(pool) {
            throw ValidationError("--pool \(pool) is no pool's number.")
        }
    }

    private static func hours(_ text: String) throws -> OvernightWindow {
        let window = try OvernightWindow(text: text) ?? ZoneLookUp.window(text, from: Date())
        guard let window, window.isValid else {
            throw ValidationError(
                "'\(text)' is not a night. Name when it begins and ends and a time zone, such as "
                    + "22:30-08:00 America/New_York, or how far that is ahead of UTC, such as 23:30-07:00-05:00.")
        }
        return window
    }

    /// The season's part of the contest; nil without `--season`.
    private var contestSeason: ContestSeason? {
        guard let season else { return nil }
        let weeks = ContestSeason.weeks
        let whole = ContestRound(
            firstWeek: weeks.lowerBound, lastWeek: weeks.upperBound, podSize: UInt32(teams), advancing: 0)
        return ContestSeason(
            rounds: ContestRoundsSet(season: SeasonID(season), rounds: stage.isEmpty ? [whole] : stage),
            scoring: ScoringSet(lineup: lineup ?? ContestSeason.lineup, scoring: scoring ?? ScoringSet.halfPPR))
    }

    private func contest(_ console: Console) throws -> TournamentCreated {
        let tiers = try prizes.map { try PrizeFile.tiers(in: try SmallFile.read($0, on: console), named: $0) }
        var contest = TournamentCreated.standard(
            pool: PoolID(pool), title: title, entryFee: Cents(fee), preset: speed == .fast ? .fast : .slow,
            teams: teams,
            rounds: rounds)
        contest.ruleset.overnight = overnight
        contest.ruleset.order = thirdRoundReversal ? .thirdRoundReversal : .snake
        (contest.maxEntries, contest.maxEntriesPerUser, contest.rakeBasisPoints) = (max, perUser, rake)
        (contest.prizes, contest.spectators, contest.featured) = (
            tiers ?? [], spectators == .live ? .live : nil, featured
        )
        return contest
    }

    /// Sets the season of a contest that was just opened. A contest whose season is refused is cancelled: its entries would
    /// have no standings.
    private func set(_ season: ContestSeason, of id: TournamentID, in house: any OperatorPlace) throws {
        do {
            try house.set(season, of: id)
        } catch let refused as ToolError where refused.status == .refused {
            let reason = Wording("Its season was refused.")
            try house.send(.tournament(id, .cancelTournament(reason: reason)))
            throw ToolError(.refused, "\(refused) Contest \(id) was cancelled: open it again with another season.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let contest = try contest(console)
        let id = try house.work(on: console) { house in
            let id = try house.open(contest)
            if let contestSeason { try set(contestSeason, of: id, in: house) }
            return id
        }
        try console.print([StyledText("contest \(id)", .bold) + StyledText(" is open: \(title)")])
        return .done
    }
}

struct ContestRoundsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rounds", abstract: "Set the rounds and the scoring of a contest.",
        discussion: """
            Before anybody has entered, or of a contest that was drafted elsewhere. --like takes the rounds of a contest that \
            is known: \(ContestPreset.all.map(\.name).joined(separator: ", ")), or its title. --stated takes them as \
            the site states them: 2/12 has the best 2 of 12 advance, and the last number is the size of the final. Round 1 is \
            played in weeks 1 to 14 where four rounds are stated, each later one in one week, the final in week 17. Half a \
            point counts for a reception, and QB, 2 RB, 3 WR, TE and FLEX start. `send` takes other rounds and lineups \
            (setContestRounds, setScoring).

            EXAMPLE:
              draftledger contest rounds 2 --like bbm5
              draftledger contest rounds 3 --stated "2/12 - 1/10 - 1/6 - 625 Seat Final" --season 2026
            """)

    @Argument(help: "The contest's number.") var number: UInt64
    @Option(help: ArgumentHelp("A contest whose rounds are known.", valueName: "name")) var like: String?
    @Option(help: ArgumentHelp("The rounds, as the site states them.", valueName: "rounds")) var stated: String?
    @Option(help: ArgumentHelp("The year in which the season begins (default: that of --like).", valueName: "year"))
    var season: UInt64?
    @OptionGroup var house: HouseOptions

    func validate() throws {
        guard (like == nil) != (stated == nil) else {
            throw ValidationError("Name the rounds with --like or with --stated, and not with both.")
        }
        if stated != nil, season == nil { throw ValidationError("--stated says no season: name it with --season.") }
    }

    private func rounds() throws -> ContestRoundsSet {
        if let like {
            guard let preset = ContestPreset.named(like), var rounds = preset.rounds else {
                let names = ContestPreset.all.flatMap { [$0.name, $0.title] }
                throw ToolError(
                    .usage,
                    "The rounds of '\(like)' are not known.\(NearestName.hint(for: like, among: names)) "
                        + "Known are \(ContestPreset.all.map(\.name).joined(separator: ", ")); --stated takes any.")
            }
            if let season { rounds.season = SeasonID(season) }
            return rounds
        }
        guard let stated, let season, let rounds = ContestPreset.rounds(stated: stated) else {
            throw ToolError(
                .usage, "'\(stated ?? "")' does not state rounds. Write them as in \"2/12 - 1/10 - 1/16 - 470\".")
        }
        return ContestRoundsSet(season: SeasonID(season), rounds: rounds)
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, rounds) = (TournamentID(number), try rounds())
        try house.work(on: console) { place in
            try place.send(.tournament(id, .setContestRounds(rounds)))
            try place.send(.tournament(id, .setScoring(ContestPreset.scoring)))
        }
        let words = rounds.rounds.map { "\($0.advancing > 0 ? "\($0.advancing) of " : "")\($0.podSize)" }
        try console.print([
            StyledText("contest \(number)", .bold)
                + StyledText(" has \(words.count) rounds in season \(rounds.season): \(words.joined(separator: ", "))")
        ])
        return .done
    }
}

struct ContestCloseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Take no more entries; rooms that are not full are cancelled.",
        discussion: """
            EXAMPLE:
              draftledger contest close 3
            """)

    @Argument(help: "The contest's number.") var number: UInt64
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        try house.send(.tournament(TournamentID(number), .closeEntries), on: console)
        try console.print([StyledText("contest \(number)", .bold) + StyledText(" takes no more entries")])
        return .done
    }
}

struct ContestSettleCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Close the rounds of a contest, draw their pods and pay what follows.",
        discussion: """
            Goes as far as the season has got: closes the entries, puts the standings of each round on record once its \
            weeks are final (`import --as scores --final`), draws the pods of the next round by the secret that the \
            contest has committed to, pays the prizes, closes the books. Called again it continues. Where the ledger says who \
            acts for the house, prizes take two people: they are proposed, and go on once the measure is approved.

            Over --server an operator's token says who sends the steps, and --key signs them.

            A contest that was drafted elsewhere can be settled too, as what its drafts would have come to: only those that \
            are here take part, by this ledger's own draw.

            EXAMPLE:
              draftledger contest settle 3
              draftledger contest settle 3 --server https://drafts.example.com
            """)

    @Argument(help: "The contest's number.") var number: UInt64
    @OptionGroup var house: HouseOptions

    func execute(on console: Console) throws -> ExitStatus {
        let words = try house.work(on: console) { house in
            try house.settle(byRoundsOf: TournamentID(number)) {
                console.note(StyledText($0))
            } showingPrizes: {
                try console.print($0.lines(on: console.terminal))
            }
        }
        try console.print([StyledText("contest \(number)", .bold) + StyledText(" \(words)")])
        return .done
    }
}

struct ContestCancelCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Call a contest off; every entry fee goes back.",
        discussion: """
            Where the ledger says who acts for the house, and a room of the contest has filled, it takes two people: \
            `measure propose` and `measure approve`.

            EXAMPLE:
              draftledger contest cancel 3 --reason "The season is postponed."
              draftledger contest cancel 3 --reason "Postponed." --server https://drafts.example.com
            """)

    @Argument(help: "The contest's number.") var number: UInt64
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @OptionGroup var house: HouseOptions

    func validate() throws { try Words.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.tournament(TournamentID(number), .cancelTournament(reason: Wording(reason)))
        try house.send(command, on: console)
        try console.print([StyledText("contest \(number)", .bold) + StyledText(" is called off")])
        return .done
    }
}
