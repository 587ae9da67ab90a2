import ArgumentParser
import Draft
import DraftLedger
import Pages

struct PlayersPointsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "points", abstract: "Say whose the points are that scores record.",
        discussion: """
            Scores may spell a player otherwise than the pool that was drafted from, or list another position. No round closes \
            while a drafted player has no points and scores that may be the player's are nobody's. This command records whether \
            they are. It takes two people: before staff roles are enabled --by asks and --approver approves; then --as proposes \
            it, signing, and an officer approves it. The last statement about the two holds.

            The player is named as POOL:INDEX, or by name or id. The scores are named as their file names them, or by their id. \
            Over --server the player is named as POOL:INDEX, which `players --unmatched` tells.

            EXAMPLE:
              draftledger players points 3:17 "Gabriel Davis" --season 2022 --reason "The same player." --by 900 --approver 901
              draftledger players points 3:17 "Noah Brown" --not --season 2022 --reason "A team mate." --as 901 --key anna.key
              draftledger players points 3:17 "Gabriel Davis" --season 2022 --reason "The same." --server https://drafts.example.com
            """)

    @Argument(help: "The player, as POOL:INDEX, by name or by id.") var player: String
    @Argument(help: "The scores, by the name or the id under which they are recorded.") var scores: String
    @Option(help: ArgumentHelp("The year in which the season begins.", valueName: "year")) var season: UInt64
    @Flag(name: .customLong("not"), help: "The scores are not the player's.") var isOther = false
    @Option(help: ArgumentHelp("Why, in a sentence.", valueName: "text")) var reason: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who asks, before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse) var by: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves, before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @OptionGroup var house: HouseOptions

    func validate() throws { try Words.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let (assigned, measure) = try house.work(on: console) { place in
            let named = try scored(among: try place.scoredPlayers(of: SeasonID(season)))
            let asking = try place.named(by, by: "--by")
            let assigned = ScoresAssigned(
                try PoolPlayer(player) ?? place.listing(named: player), named.player, named: named.name,
                position: named.position, belongs: !isOther, requestedBy: asking,
                approvedBy: try place.named(approver, by: "--approver"), reason: Wording(reason))
            let measure = try place.settle(
                .season(SeasonID(season), .assignScores(assigned)), as: .admin(asking), reason: reason)
            return (assigned, measure)
        }
        let words = "the points of \(assigned.name) are \(isOther ? "not " : "")those of \(assigned.player)"
        if let measure {
            try console.print(measure, proposing: "that \(words)")
        } else {
            try console.print([StyledText(words, .bold)])
        }
        return .done
    }

    /// Finds the player of whom the season records points under a name or an id.
    private func scored(among all: Set<ScoredPlayer>) throws -> ScoredPlayer {
        let wanted = PlayerName.normalized(scores)
        var found: [SeasonPlayer: ScoredPlayer] = [:]
        for scored in all
        where scored.externalID == scores || !wanted.isEmpty && PlayerName.normalized(scored.name) == wanted {
            let other = found[scored.player]
            if other == nil || scored.name < (other?.name ?? "") { found[scored.player] = scored }
        }
        if let only = found.first, found.count == 1 { return only.value }
        guard !found.isEmpty else {
            throw ToolError(
                .noInput,
                "Season \(season) records no points of '\(scores)'. Name them as the file of scores does."
                    + NearestName.hint(for: scores, among: Set(all.map(\.name)).sorted()))
        }
        let several = found.map { "\($0.value.name) (\($0.value.position.abbreviation), \($0.key.externalID))" }
            .sorted()
        throw ToolError(
            .noInput, "'\(scores)' could be \(several.prefix(5).joined(separator: "; ")). Name them by the id.")
    }
}
