import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

struct PlayersPointsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "points", abstract: "Assign recorded scores to a player.",
        discussion: """
            Scores may spell a player differently from the pool, or list another position. A round cannot close while a \
            drafted player has no points and unassigned scores may belong to the player. This command records whether they do; \
            the last record about the two counts.

            It needs two people. Until staff roles are enabled, these are --requester and --approver. Afterwards it is \
            proposed with --staff-id and --signing-key, and an officer approves it.

            Name the player as POOL:INDEX, by name or by ID, and the scores by the name in their file or by ID. With --server \
            name the player as POOL:INDEX, which `players --unmatched` shows.

            EXAMPLE:
              draftledger players points 3:17 "Gabriel Davis" --season 2022 --reason "The same player." --requester 900 --approver 901
              draftledger players points 3:17 "Noah Brown" --not --season 2022 --reason "A team mate." --staff-id 901 --signing-key anna.key
              draftledger players points 3:17 "Gabriel Davis" --season 2022 --reason "The same." --server https://drafts.example.com
            """)

    @Argument(help: "The player: name, external ID or POOL:INDEX.") var player: String
    @Argument(help: "The recorded scores, by their name or ID.") var scores: String
    @Option(help: ArgumentHelp("The year in which the season begins.", valueName: "year")) var season: UInt64
    @Flag(name: .customLong("not"), help: "Record that the scores belong to somebody else.") var isOther = false
    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who requests it; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse) var requester: UserID?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The user who approves; only before staff roles are enabled.", valueName: "user"),
        transform: UserArgument.parse)
    var approver: UserID?
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let (assigned, measure) = try operation.work(on: console) { place in
            let named = try scored(among: try place.scoredPlayers(of: SeasonID(season)))
            let asking = try place.named(requester, by: "--requester")
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
