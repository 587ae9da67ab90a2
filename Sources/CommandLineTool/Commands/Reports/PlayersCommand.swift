import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players",
        abstract: "List the players of the pools that entries drafted from, matched across sites, and say who is who.",
        discussion: """
            EXAMPLE:
              draftledger players --unmatched
              draftledger players alias "Malik Nabers" --reason "Traded to KC in March."
            """,
        subcommands: [
            PlayersListCommand.self, PlayersAliasCommand.self, PlayersApartCommand.self, PlayersWithdrawCommand.self,
            PlayersAliasesCommand.self, PlayersPointsCommand.self,
        ],
        defaultSubcommand: PlayersListCommand.self)
}

struct PlayersListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the players (the default: `players` is `players list`).",
        discussion: """
            A pool that nobody has drafted from yet is left out, as it is of no report. Players are matched by what people \
            have said (`players alias`, `players apart`), by outside id, else by name and position with accents, \
            punctuation and suffixes folded; never across positions, nor across teams by name. --unmatched lists who was \
            kept apart or matched in a way that somebody should look at, namesakes of one pool too, and who stands in one \
            pool only; with the command that says otherwise.

            EXAMPLE:
              draftledger players --unmatched --format csv
            """)

    @Flag(help: "Only what somebody should look at.") var unmatched = false
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("a list of players") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console, of: ["rosters"]) { draft in
            let catalogue = try Analysis(of: draft, at: look.at, sitesPositions: false).players
            var titles: [String: String] = [:]
            for listing in catalogue.players.flatMap(\.listings) where titles["\(listing.pool)"] == nil {
                titles["\(listing.pool)"] = try draft.pool(listing.pool)?.title ?? ""
            }
            return PlayersPage(catalogue: catalogue, onlyFindings: unmatched, poolTitles: titles)
        }
    }
}

struct PlayersAliasesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "aliases", abstract: "List what people have said of who is who, and what of it holds.",
        discussion: """
            EXAMPLE:
              draftledger players aliases --at 2026-08-01T00:00:00Z --format json
            """)

    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("a list of aliases") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let position = try draft.position(of: look.at)
            let events = try draft.stream(.aliases, upTo: position).map { try draft.told($0) }
            let statements = AliasState.folding(events).statements
            var names: [PoolPlayer: PlayerListing] = [:]
            for player in statements.flatMap({ [$0.pair.first, $0.pair.second] }) where names[player] == nil {
                names[player] = try draft.pool(player.pool)?.player(player.player)
            }
            return AliasesPage(statements: statements, listings: names)
        }
    }
}
