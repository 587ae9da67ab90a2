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

    static let members = Members<(page: RoomsPage, room: RoomSummary)>(
        "RoomSummary",
        [
            .init("room") { $0.room.room }, .init("externalID") { Name($0.room.externalID) },
            .init("contest") { $0.page.contest($0.room) }, .init("status") { $0.room.status },
            .init("teams") { $0.room.teams }, .init("rounds") { $0.room.rounds }, .init("picks") { $0.room.picks },
            .init("entries") { $0.room.entries }, .init("tournament") { $0.room.tournament },
            .init("pool") { $0.room.pool }, .init("startedAt") { $0.room.startedAt },
            .init("unknownSeats") { $0.page.unknownSeats($0.room) },
        ])

    private var rows: [(page: RoomsPage, room: RoomSummary)] { rooms.map { (self, $0) } }

    package var csv: CSVTable { Self.members.csv(of: rows) }

    package var objects: [JSON] { rows.map(Self.members.json) }
}
