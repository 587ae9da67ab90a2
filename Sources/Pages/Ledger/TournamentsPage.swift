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

    package var csv: CSVTable {
        CSVTable(
            [
                "tournament", "externalID", "title", "status", "entryFeeCents", "entries", "maxEntries",
                "roomsWaiting", "roomsDrafting", "roomsComplete", "featured",
            ], objects: objects)
    }

    package var objects: [JSON] {
        tournaments.map { tournament in
            [
                "tournament": .of(tournament.tournament), "externalID": .name(tournament.externalID),
                "title": .of(tournament.title), "status": .of(tournament.status.name),
                "entryFeeCents": .of(tournament.entryFee?.value), "entries": .of(tournament.entries),
                "maxEntries": .of(tournament.maxEntries), "roomsWaiting": .of(tournament.rooms[.waiting]),
                "roomsDrafting": .of(tournament.rooms.drafting), "roomsComplete": .of(tournament.rooms[.complete]),
                "featured": .of(tournament.featured),
            ]
        }
    }
}
