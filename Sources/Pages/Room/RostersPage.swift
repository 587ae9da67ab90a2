import Draft
package import TextFormats

/// The whole answer to `rosters`: each entry's players, by position for people, by pick for programs.
package struct RostersPage: ListPage {
    var view: RoomView

    package init(view: RoomView) {
        self.view = view
    }

    private var room: RoomState { view.room }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard room.memberCount > 0 else { return view.heading(on: terminal) + ["", "The room has no members yet."] }
        return view.heading(on: terminal) + seats.flatMap { [.empty] + block(of: $0, on: terminal) }
    }

    /// In the order of the slots once it is drawn, in that of the seats before.
    private var seats: [Seat] {
        let order = room.seatOfSlot.isEmpty ? room.members.indices.map { Seat($0) } : room.seatOfSlot
        return order.filter { room.member(at: $0) != nil }
    }

    private static let groups: [[PlayerPosition]] = [
        [.quarterback], [.runningBack, .fullback], [.wideReceiver], [.tightEnd],
    ]

    private func block(of seat: Seat, on terminal: Terminal) -> [StyledText] {
        guard let member = room.member(at: seat) else { return [] }
        let roster = room.roster(of: seat).map { (pick: $0, listing: view.pool.player($0.player)) }
        let place = member.slot.map { "draft position \($0 + 1), " } ?? ""
        var title = [
            StyledText(view.name(of: seat), .bold), StyledText("\(place)entry \(member.entry)", .dim),
        ]
        title.append(contentsOf: Self.counts(roster.compactMap { $0.listing?.position }))
        var lines = StyledText.flow(title, separator: "  ", to: terminal.columns ?? .max)
        let named = Set(Self.groups.flatMap { $0 })
        let rest = Set(roster.compactMap { $0.listing?.position }).subtracting(named).sorted {
            $0.rawValue < $1.rawValue
        }
        for group in Self.groups + rest.map({ [$0] }) {
            let pieces = roster.compactMap { pick, listing in
                listing.flatMap { group.contains($0.position) ? piece(pick, $0) : nil }
            }
            guard !pieces.isEmpty else { continue }
            let label = StyledText(group[0].abbreviation, .colored(group[0].color, bold: true)).fitted(to: 5)
            let width = terminal.columns.map { max($0 - 7, 20) } ?? .max
            for (index, line) in StyledText.flow(pieces, separator: "  ", to: width).enumerated() {
                lines.append("  " + (index == 0 ? label : .spaces(5)) + line)
            }
        }
        return lines
    }

    private func piece(_ pick: RoomState.RosterPick, _ listing: PlayerListing) -> StyledText {
        StyledText(listing.name)
            + StyledText(listing.team.isEmpty ? "" : " \(listing.team)", .colored(listing.position.color))
            + StyledText(" \(room.ruleset.snake.label(of: pick.number))", .dim)
    }

    /// `QB 2 · RB 5 · WR 8 · TE 3`
    private static func counts(_ positions: [PlayerPosition]) -> [StyledText] {
        let pieces = groups.compactMap { group -> StyledText? in
            let count = positions.count { group.contains($0) }
            return count == 0 ? nil : StyledText("\(group[0].abbreviation) \(count)", .colored(group[0].color))
        }
        return pieces.isEmpty ? [] : [pieces.joined(by: " · ")]
    }

    package var listName: String { "rosters" }

    package var subject: [JSON.Member] {
        [JSON.Member("room", .of(room.id)), JSON.Member("externalID", .name(room.externalID))]
    }

    static let members = Members<Row>(
        nil, entry.members + [.init("players", each: player) { row in row.roster.map { (row.view, $0) } }])

    /// A seat of a room.
    struct Row {
        var view: RoomView
        var seat: Seat

        fileprivate var member: RoomState.Member? { view.room.member(at: seat) }
        fileprivate var roster: [RoomState.RosterPick] { view.room.roster(of: seat) }
    }

    private static let entry: Members<Row> = [
        .init("seat") { $0.seat }, .init("slot") { $0.member?.slot }.former(today: "draftPosition"),
        .init("entry") { $0.member?.entry }, .init("entryExternalID") { Name($0.member?.externalID ?? "") },
        .init("user") { $0.member?.user }, .init("draftPosition") { $0.member?.slot.map { Int($0) + 1 } },
    ]

    private static let player: Members<(view: RoomView, pick: RoomState.RosterPick)> = [
        .init("playerID") { $0.view.playerID($0.pick.player) },
        .init("playerName") { Name($0.view.player($0.pick.player)?.name ?? "") },
        .init("position") { $0.view.player($0.pick.player)?.position.abbreviation },
        .init("pickNumber") { $0.pick.number }, .init("team") { Name($0.view.player($0.pick.player)?.team ?? "") },
        .init("playerIndex") { $0.pick.player },
    ]

    private var rows: [Row] { seats.map { Row(view: view, seat: $0) } }

    package var objects: [JSON] { rows.map(Self.members.json) }

    /// One row for each player, the entry's fields repeated.
    package var csv: CSVTable {
        CSVTable(
            [
                "seat", "slot", "entry", "entryExternalID", "user", "playerID", "playerName", "position", "pickNumber",
                "team", "playerIndex", "draftPosition",
            ],
            objects: rows.flatMap { row in
                let entry = Self.entry.json(of: row)
                return row.roster.map { entry.adding(Self.player.json(of: (view, $0))) }
            })
    }
}
