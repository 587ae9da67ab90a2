package import Draft
import DraftLedger
package import Projections
package import TextFormats

/// The whole answer to `rooms`.
package struct RoomsPage: ListPage {
    var rooms: [RoomSummary]
    var contests: [TournamentID: String]

    package init(rooms: [RoomSummary], contests: [TournamentID: String]) {
        self.rooms = rooms
        self.contests = contests
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !rooms.isEmpty else { return ["No rooms yet."] }
        var table = TextTable([
            .init("room", .trailing), .init("external id", shrinks: true), .init("contest", shrinks: true),
            .init("status"), .init("size", .trailing), .init("entries", .trailing), .init("picks", .trailing),
            .init("started"),
        ])
        for room in rooms {
            let whole = Int(room.teams) * Int(room.rounds)
            table.rows.append([
                StyledText(String(room.room.number), .bold), StyledText(room.externalID),
                StyledText(contest(room) ?? ""),
                StyledText(room.status.name, .statusStyle(room.status)), StyledText("\(room.teams) x \(room.rounds)"),
                StyledText(unknownSeats(room) == 0 ? "\(room.entries)/\(room.teams)" : "\(room.entries) known"),
                StyledText("\(room.picks)/\(whole)"),
                StyledText(room.startedAt.map { "\($0.iso8601.prefix(10)) \(Figures.timeOfDay($0))" } ?? ""),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(on: terminal)
    }

    private func contest(_ room: RoomSummary) -> String? { room.tournament.flatMap { contests[$0] } }

    /// Seats of which a source tells nothing; those of a room that is held here are taken or free.
    private func unknownSeats(_ room: RoomSummary) -> Int {
        room.preset == .untimed && room.status != .waiting ? Int(room.teams) - Int(room.entries) : 0
    }

    package var listName: String { "rooms" }

    package var csv: CSVTable {
        CSVTable(
            [
                "room", "externalID", "contest", "status", "teams", "rounds", "picks", "entries", "tournament", "pool",
                "startedAt", "unknownSeats",
            ], objects: objects)
    }

    package var objects: [JSON] {
        rooms.map { room in
            [
                "room": .of(room.room), "externalID": .name(room.externalID), "contest": .of(contest(room)),
                "status": .of(room.status.name), "teams": .of(room.teams), "rounds": .of(room.rounds),
                "picks": .of(room.picks), "entries": .of(room.entries), "tournament": .of(room.tournament),
                "pool": .of(room.pool), "startedAt": .of(room.startedAt),
                "unknownSeats": .of(unknownSeats(room)),
            ]
        }
    }
}
