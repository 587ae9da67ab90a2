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

    package var objects: [JSON] {
        seats.map { seat in entry(of: seat).adding(["players": .array(room.roster(of: seat), player)]) }
    }

    private func entry(of seat: Seat) -> JSON {
        let member = room.member(at: seat)
        return [
            "seat": .of(seat), "slot": .of(member?.slot), "entry": .of(member?.entry),
            "entryExternalID": .name(member?.externalID ?? ""), "user": .of(member?.user),
            "draftPosition": .of(member?.slot.map { Int($0) + 1 }),
        ]
    }

    private func player(_ pick: RoomState.RosterPick) -> JSON {
        let listing = view.pool.player(pick.player)
        return [
            "playerID": .of(view.playerID(pick.player)), "playerName": .name(listing?.name ?? ""),
            "position": .of(listing?.position.abbreviation), "pickNumber": .of(pick.number),
            "team": .name(listing?.team ?? ""), "playerIndex": .of(pick.player),
        ]
    }

    /// One row for each player, the entry's fields repeated.
    package var csv: CSVTable {
        let rows = seats.flatMap { seat in
            let entry = entry(of: seat)
            return room.roster(of: seat).map { entry.adding(player($0)) }
        }
        return CSVTable(
            [
                "seat", "slot", "entry", "entryExternalID", "user", "playerID", "playerName", "position", "pickNumber",
                "team", "playerIndex", "draftPosition",
            ], objects: rows)
    }
}
