import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Interchange
import Pages
import Records
import Remote
import ToolSupport

struct ContestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contest", abstract: "Open, close, settle or cancel a contest.",
        discussion: """
            EXAMPLE:
              draftledger contest open --pool 1 --title "Opening Night" --entry-fee 500 --max-entries 1200 --max-entries-per-user 20 --prizes prizes.csv
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
            The rooms draft from a player pool of the ledger (`import --input-format rankings`). The file of prizes \
            has lines such as 1,100000 and 2-10,5000. A line has a place or a range of places, and the prize of each \
            place in cents. --season names the season whose points decide; a contest without one has no standings. --template \
            takes the rounds, the lineup and the scoring of a known contest, and its season if --season is missing: \
            `contest rounds --help` lists them.

            --overnight names the hours in which clocks are paused every night, and a time zone such as America/New_York, or a \
            fixed offset from UTC. Changes of a zone's offset in the next two years are recorded with the contest; the last \
            offset applies afterwards. Members may pick at night. --spectators cannot be changed later. The lobby shows the \
            newest featured contest first.

            Once staff roles are enabled, an operator opens contests with --staff-id and --signing-key. With --server the \
            token says who acts.

            EXAMPLE:
              draftledger contest open --pool 1 --title "Opening Night" --entry-fee 500 --max-entries 1200 --prizes prizes.csv
              draftledger contest open --pool 1 --title Slow --entry-fee 0 --preset slow --overnight "22:30-08:00 America/New_York"
              draftledger contest open --pool 1 --title Slow --entry-fee 0 --preset slow --overnight 00:00-08:00-05:00
              draftledger contest open --pool 1 --title Best --entry-fee 500 --season 2026 --stage 1-14:12:2 --stage 15:16:1 --stage 16-17:4:0
              draftledger contest open --pool 1 --title Mania --entry-fee 2500 --template bbm7
              draftledger contest open --pool 1 --title Final --entry-fee 0 --spectators live --featured --server https://drafts.example.com
            """)

    @Option(help: ArgumentHelp("The number of the player pool.", valueName: "pool")) var pool: UInt64
    @Option(help: ArgumentHelp("The title.", valueName: "text")) var title: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The entry fee in cents.", valueName: "cents"))
    var entryFee: Int64
    @Option(help: ArgumentHelp("The limit of entries (default: no limit).", valueName: "n")) var maxEntries: UInt32?
    @Option(help: ArgumentHelp("The limit of entries per user (default: no limit).", valueName: "n"))
    var maxEntriesPerUser: UInt32?
    @Option(
        help: ArgumentHelp(
            "The pick clock: fast (30 seconds) or slow (12 hours). (default: fast)", valueName: "fast|slow"),
        transform: { try Choice.named($0) as Speed })
    var preset = Speed.fast
    @Option(
        help: ArgumentHelp(
            "The hours of every night in which the clocks are paused (default: none).", valueName: "00:00-08:00+02:00"),
        transform: Self.hours)
    var overnight: OvernightWindow?
    @Option(
        help: ArgumentHelp(
            "The spectators of a draft: none (its members and officers only) or live (everybody).",
            valueName: "none|live"),
        transform: { try Choice.named($0) as Watching })
    var spectators = Watching.none
    @Flag(help: "Show the contest first in the lobby while it takes entries.") var featured = false
    @Option(help: ArgumentHelp("The teams in a room, \(Ruleset.allowedTeams.words).", valueName: "n"))
    var teams: UInt8 = 12
    @Option(help: ArgumentHelp("The rounds of a draft, \(Ruleset.allowedRounds.words).", valueName: "n"))
    var rounds: UInt8 = 18
    @Flag(help: "Reverse the direction of the rounds from round 3 on.") var thirdRoundReversal = false
    @Option(
        help: ArgumentHelp("The operator's share of the fees, in hundredths of a percent.", valueName: "points"))
    var rake: UInt16 = 0
    @Option(
        help: ArgumentHelp("The file with prizes: lines such as 2-10,5000, in cents.", valueName: "file"),
        completion: .file())
    var prizes: String?
    @Option(
        help: ArgumentHelp(
            "The year in which the season begins.", valueName: "year"))
    var season: UInt64?
    @Option(
        help: ArgumentHelp("Take the rounds of a known contest.", valueName: "name"),
        transform: Self.template)
    var template: ContestTemplate?
    @Option(
        help: ArgumentHelp(
            "A round: weeks, entries of a pod, advancing entries; may be repeated (default: weeks 1 to 17).",
            valueName: "1-14:12:2"),
        transform: ContestSeason.round)
    var stage: [ContestRound] = []
    @Option(
        help: ArgumentHelp("The starters of each week (default: 1 QB 2 RB 3 WR 1 TE 2 FLEX).", valueName: "lineup"),
        transform: ContestSeason.lineup)
    var lineup: Lineup?
    @Option(help: ArgumentHelp("The name of the scoring.", valueName: "name"))
    var scoring: String?
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        if season == nil, template?.season == nil, template != nil || !stage.isEmpty || lineup != nil || scoring != nil
        {
            throw ValidationError("--template, --stage, --lineup and --scoring need the season: --season YEAR.")
        }
        if template != nil, !stage.isEmpty {
            throw ValidationError("Name the rounds with --template or with --stage, and not with both.")
        }
        if !(1...StreamKey.maximumNumber).contains(pool) {
            throw ValidationError(
                "--pool \(pool) is not the number of a pool. `draftledger rooms` shows the pools of rooms.")
        }
    }

    private static func template(_ text: String) throws -> ContestTemplate {
        if let template = ContestTemplate.named(text) { return template }
        let all = ContestTemplate.all
        throw ValidationError(
            "There is no template '\(text)'.\(NearestName.hint(for: text, among: all.flatMap { [$0.name, $0.title] })) "
                + "Known are \(all.map(\.name).joined(separator: ", ")).")
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

    /// The season's part of the contest; nil without `--season` and without a template that names one.
    private var contestSeason: ContestSeason? {
        guard let season = season ?? template?.season?.number else { return nil }
        // The rooms of a single round are its pods.
        let template = template.flatMap { $0.season == nil ? nil : $0 } ?? .oneRound(teams: teams)
        return ContestSeason(
            rounds: ContestRoundsSet(season: SeasonID(season), rounds: stage.isEmpty ? template.rounds : stage),
            scoring: ScoringSet(
                lineup: lineup ?? template.scoring.lineup, scoring: scoring ?? template.scoring.scoring))
    }

    private func contest(_ console: Console) throws -> TournamentCreated {
        let tiers = try prizes.map { try PrizeFile.tiers(in: try SmallFile.read($0, on: console), named: $0) }
        var contest = TournamentCreated.standard(
            pool: PoolID(pool), title: title, entryFee: Cents(entryFee), preset: preset == .fast ? .fast : .slow,
            teams: teams,
            rounds: rounds)
        contest.ruleset.overnight = overnight
        contest.ruleset.order = thirdRoundReversal ? .thirdRoundReversal : .snake
        (contest.maxEntries, contest.maxEntriesPerUser, contest.rakeBasisPoints) = (
            maxEntries, maxEntriesPerUser, rake
        )
        (contest.prizes, contest.spectators, contest.featured) = (
            tiers ?? [], spectators == .live ? .live : nil, featured
        )
        return contest
    }

    /// Sets the season of a contest that was just opened. If the season is refused, the contest is cancelled: its entries
    /// would have no standings.
    private func set(_ season: ContestSeason, of id: TournamentID, at place: any OperatorPlace) throws {
        do {
            try place.set(season, of: id)
        } catch let refused as ToolError where refused.status == .refused {
            let reason = Wording("Its season was refused.")
            try place.send(.tournament(id, .cancelTournament(reason: reason)))
            throw ToolError(.refused, "\(refused) Contest \(id) was cancelled: open it again with another season.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let contest = try contest(console)
        let id = try operation.work(on: console) { place in
            let id = try place.open(contest)
            if let contestSeason { try set(contestSeason, of: id, at: place) }
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
            Possible until the first entry, and for contests that were drafted elsewhere. --template takes the rounds of a \
            known contest, by its title or one of these names:

            \(ContestPreset.all.map(\.name).joined(separator: ", "))

            --structure takes the rounds as the site states them. 2/12 means that the best 2 of 12 advance; the last number \
            is the size of the final. With four rounds, round 1 is weeks 1 to 14, each later round is one week, and the \
            final is week 17. A reception counts half a point, and QB, 2 RB, 3 WR, TE and FLEX start. `send` sets other \
            rounds and lineups (setContestRounds, setScoring).

            EXAMPLE:
              draftledger contest rounds 2 --template bbm5
              draftledger contest rounds 3 --structure "2/12 - 1/10 - 1/6 - 625 Seat Final" --season 2026
            """)

    @Argument(help: "The number of the contest.") var number: UInt64
    @Option(help: ArgumentHelp("Take the rounds of a known contest.", valueName: "name")) var template: String?
    @Option(
        help: ArgumentHelp("The rounds as the site states them, such as \"2/12 - 1/10 - 470\".", valueName: "rounds"))
    var structure: String?
    @Option(help: ArgumentHelp("The year in which the season begins.", valueName: "year"))
    var season: UInt64?
    @OptionGroup var operation: OperatorOptions

    func validate() throws {
        guard (template == nil) != (structure == nil) else {
            throw ValidationError("Name the rounds with --template or with --structure, and not with both.")
        }
        if structure != nil, season == nil { throw ValidationError("--structure needs the season: --season YEAR.") }
    }

    private func rounds() throws -> ContestRoundsSet {
        if let template {
            guard let preset = ContestPreset.named(template), var rounds = preset.rounds else {
                let names = ContestPreset.all.flatMap { [$0.name, $0.title] }
                throw ToolError(
                    .usage,
                    "The rounds of '\(template)' are not known.\(NearestName.hint(for: template, among: names)) "
                        + "Known are \(ContestPreset.all.map(\.name).joined(separator: ", ")); --structure takes any.")
            }
            if let season { rounds.season = SeasonID(season) }
            return rounds
        }
        guard let structure, let season, let rounds = ContestPreset.rounds(stated: structure) else {
            throw ToolError(
                .usage,
                "--structure '\(structure ?? "")' is not valid. Write rounds as in \"2/12 - 1/10 - 1/16 - 470\".")
        }
        return ContestRoundsSet(season: SeasonID(season), rounds: rounds)
    }

    func execute(on console: Console) throws -> ExitStatus {
        let (id, rounds) = (TournamentID(number), try rounds())
        try operation.work(on: console) { place in
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
        commandName: "close", abstract: "Close the entries of a contest.",
        discussion: """
            Rooms that are not full are cancelled.

            EXAMPLE:
              draftledger contest close 3
            """)

    @Argument(help: "The number of the contest.") var number: UInt64
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        try operation.send(.tournament(TournamentID(number), .closeEntries), on: console)
        try console.print([StyledText("contest \(number)", .bold) + StyledText(" takes no more entries")])
        return .done
    }
}

struct ContestSettleCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Close rounds, draw pods and pay prizes of a contest.",
        discussion: """
            Settles as much as the season allows; run it again to continue. It closes the entries, and records the \
            standings of each round whose weeks are final (`import --input-format scores --final`). Then it draws the \
            pods of the next round with the committed secret of the contest. At the end it pays prizes and closes the \
            contest. Once staff roles are enabled, prizes need the approval of two people: they are proposed, and paid \
            when the request is approved.

            With --server an operator's token says who sends the steps, and --signing-key signs them.

            A contest that was drafted elsewhere can be settled too. Only drafts in this ledger take part, by this ledger's \
            own draw.

            EXAMPLE:
              draftledger contest settle 3
              draftledger contest settle 3 --server https://drafts.example.com
            """)

    @Argument(help: "The number of the contest.") var number: UInt64
    @OptionGroup var operation: OperatorOptions

    func execute(on console: Console) throws -> ExitStatus {
        let words = try operation.work(on: console) { place in
            try place.settle(byRoundsOf: TournamentID(number)) {
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
        commandName: "cancel", abstract: "Cancel a contest and return its entry fees.",
        discussion: """
            Once staff roles are enabled and a room of the contest has filled, this needs the approval of two people: \
            `approval propose` and `approval approve`.

            EXAMPLE:
              draftledger contest cancel 3 --reason "The season is postponed."
              draftledger contest cancel 3 --reason "Postponed." --server https://drafts.example.com
            """)

    @Argument(help: "The number of the contest.") var number: UInt64
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.tournament(TournamentID(number), .cancelTournament(reason: Wording(reason)))
        try operation.send(command, on: console)
        try console.print([StyledText("contest \(number)", .bold) + StyledText(" is cancelled")])
        return .done
    }
}
