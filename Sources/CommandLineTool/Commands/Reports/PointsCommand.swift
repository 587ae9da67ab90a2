import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct PlayersPointsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "points", abstract: "Say whose the points are that scores record.",
        discussion: """
            Scores may spell a player otherwise than the pool that was drafted from, or list another position. No round closes \
            while a drafted player has no points and scores that may be the player's are nobody's. This command records whether \
            they are. It takes two people: before staff roles are enabled --by asks and --approver approves; then --as proposes \
            it, signing, and an officer approves it. The last statement about the two holds.

            The player is named as POOL:INDEX, or by name or id. The scores are named as their file names them, or by their id. \
            Both are looked up in the ledger itself, so --server is refused here: a server takes the command assignScores, which \
            `send --server` sends.

            EXAMPLE:
              draftledger players points 3:17 "Gabriel Davis" --season 2022 --reason "The same player." --by 900 --approver 901
              draftledger players points 3:17 "Noah Brown" --not --season 2022 --reason "A team mate." --as 901 --key anna.key
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
            guard let draft = (place as? LedgerPlace)?.draft else {
                throw ToolError(
                    .usage,
                    "Players and scores are looked up in the ledger itself: leave out --server, or send assignScores "
                        + "with `send --server`.")
            }
            let (scored, named) = try scored(in: draft)
            let asking = try place.named(by, by: "--by")
            let assigned = ScoresAssigned(
                try listing(in: draft), scored, named: named.name, position: named.position, belongs: !isOther,
                requestedBy: asking, approvedBy: try place.named(approver, by: "--approver"), reason: Wording(reason))
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

    private func listing(in draft: DraftLedger) throws -> PoolPlayer {
        if let place = PoolPlayer(player) { return place }
        let catalogue = try Analysis(of: draft, sitesPositions: false).players
        let places = catalogue.players(named: player).flatMap(\.listings).map { PoolPlayer($0.pool, $0.index) }
        guard let only = places.first, places.count == 1 else {
            throw ToolError(
                .noInput,
                places.isEmpty
                    ? "There is no player '\(player)' in the pools of these drafts. `players` lists them."
                        + NearestName.hint(for: player, among: catalogue.players.map(\.name))
                    : "'\(player)' could be \(places.map(\.description).joined(separator: ", ")). Name the player so.")
        }
        return only
    }

    /// The person of the season whom the scores are of, and how the scores name that person.
    private func scored(in draft: DraftLedger) throws -> (SeasonPlayer, PlayerScored) {
        let all = try draft.season(SeasonID(season))?.scores ?? []
        let wanted = PlayerName.normalized(scores)
        var found: [SeasonPlayer: PlayerScored] = [:]
        for score in all
        where score.externalID == scores || !wanted.isEmpty && PlayerName.normalized(score.name) == wanted {
            found[SeasonPlayer(score)] = score
        }
        if let only = found.first, found.count == 1 { return (only.key, only.value) }
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
