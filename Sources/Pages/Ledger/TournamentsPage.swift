import Draft
import DraftLedger
package import Projections
package import TextFormats

/// The contests, one a line.
package struct TournamentsPage: ListPage {
    var tournaments: [TournamentSummary]

    package init(tournaments: [TournamentSummary]) { self.tournaments = tournaments }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !tournaments.isEmpty else { return ["No contests yet."] }
        var table = TextTable([
            .init("contest", .trailing), .init("title", shrinks: true), .init("status"), .init("fee", .trailing),
            .init("entries", .trailing), .init("drafting", .trailing), .init("complete", .trailing),
        ])
        for tournament in tournaments {
            let most = tournament.maxEntries.map { "/\(Figures.grouped($0))" } ?? ""
            table.rows.append([
                StyledText(String(tournament.tournament.number), .bold), StyledText(tournament.title),
                StyledText(tournament.status.name), StyledText(tournament.entryFee.map { Figures.money($0) } ?? ""),
                StyledText(Figures.grouped(tournament.entries) + most),
                StyledText(Figures.grouped(tournament.rooms.drafting)),
                StyledText(Figures.grouped(tournament.rooms[.complete])),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(on: terminal)
    }

    package var listName: String { "contests" }

    package static let members = Members<TournamentSummary>(
        "ContestSummary",
        [
            .init("tournament") { $0.tournament }, .init("externalID") { Name($0.externalID) },
            .init("title") { $0.title }, .init("status") { $0.status },
            .init("entryFeeCents") { $0.entryFee?.value }, .init("entries") { $0.entries },
            .init("maxEntries") { $0.maxEntries }, .init("roomsWaiting") { $0.rooms[.waiting] },
            .init("roomsDrafting") { $0.rooms.drafting }, .init("roomsComplete") { $0.rooms[.complete] },
            .init("featured") { $0.featured },
        ])

    package var csv: CSVTable { Self.members.csv(of: tournaments) }

    package var objects: [JSON] { tournaments.map(Self.members.json) }
}
