import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct PlayersCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "players",
        abstract: "List the players of the pools that entries drafted from, matched across sites.",
        discussion: """
            A pool that nobody has drafted from yet is left out, as it is of no report. Players are matched by outside id, else by name and position with accents, punctuation and suffixes folded; \
            never across positions, nor across teams by name. --unmatched lists who was kept apart or matched in a way that \
            somebody should look at, namesakes of one pool too, and who stands in one pool only.

            EXAMPLE:
              draftledger players --unmatched --format csv
            """)

    @Flag(help: "Only what somebody should look at.") var unmatched = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let catalogue = try Analysis(of: draft).players
        var titles: [String: String] = [:]
        for listing in catalogue.players.flatMap(\.listings) where titles["\(listing.pool)"] == nil {
            titles["\(listing.pool)"] = try draft.pool(listing.pool)?.title ?? ""
        }
        let page = PlayersPage(catalogue: catalogue, onlyFindings: unmatched, poolTitles: titles)
        try console.present(page, as: format.format)
        return .done
    }
}
