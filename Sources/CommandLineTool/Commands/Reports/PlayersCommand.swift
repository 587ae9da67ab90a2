import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports
import ToolSupport

struct PlayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players",
        abstract: "List players across pools; link or separate them.",
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
        commandName: "list", abstract: "List the players of all pools.",
        discussion: """
            Pools without drafts are left out. Players of several pools are matched by recorded links (`players \
            alias`, `players apart`), by external ID, or by name and position. Names are compared without accents, \
            punctuation and suffixes. No match crosses positions, and no match by name crosses teams. --unmatched \
            lists players that may be matched wrongly, namesakes in one pool, and players of one pool only. Each has \
            the command that changes the match.

            EXAMPLE:
              draftledger players --unmatched --format csv
            """)

    @Flag(help: "Only players that somebody should check.") var unmatched = false
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
        commandName: "aliases", abstract: "List links and separations of players.",
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
