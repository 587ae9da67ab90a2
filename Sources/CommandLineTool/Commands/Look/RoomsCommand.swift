import ArgumentParser
import DraftLedger
import Pages
import Projections

struct RoomsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List the draft rooms.",
        discussion: """
            EXAMPLE:
              draftledger rooms --at 2026-08-01T20:15:00Z
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws { try moment.refuseMomentOfRoom("the list") }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let page = try console.withProgress("rooms") { progress in
            RoomsPage(
                rooms: try draft.rooms(at: moment.at, progress: progress),
                contests: try draft.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title })
        }
        try console.present(page, as: format.format)
        return .done
    }
}
