import Draft

/// The whole answer to `rosters`: each entry's players, by position for people, by pick for programs.
struct RostersPage: Presentable {
    var view: RoomView

    private var room: RoomState { view.room }

    func text(on terminal: Terminal) -> [StyledText] {
        guard room.memberCount > 0 else { return view.heading(on: terminal) + ["", "Nobody is in the room yet."] }
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
        let place = member.slot.map { "slot \($0), seat \(seat)" } ?? "seat \(seat)"
        var title = [
            StyledText(view.name(of: seat), .bold), StyledText("\(place), entry \(member.entry)", .dim),
        ]
        title.append(contentsOf: Self.counts(roster.compactMap { $0.listing?.position }))
        var lines = StyledText.flow(title, separator: "  ", to: terminal.columns ?? .max)
        let named = Set(Self.groups.flatMap { $0 })
        let rest = Set(roster.compactMap { $0.listing?.position }).subtracting(named).sorted {
            $0.rawValue < $1.rawValue
        }
        for group in Self.groups + rest.map({ [$0] }) {
            let players = roster.filter { entry in entry.listing.map { group.contains($0.position) } ?? false }
            guard !players.isEmpty else { continue }
            let pieces = players.map { piece($0.pick, $0.listing!) }
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

    var json: JSON {
        .array(
            seats.map { seat in
                let member = room.member(at: seat)
                return .object([
                    "seat": .of(seat), "slot": .of(member?.slot ?? nil) { .of($0) },
                    "entry": .of(member) { .of($0.entry) }, "entryExternalID": .name(member?.externalID ?? ""),
                    "user": .of(member?.user ?? nil) { .of($0) },
                    "players": .array(room.roster(of: seat).map { .object(fields(of: $0)) }),
                ])
            })
    }

    private func fields(of pick: RoomState.RosterPick) -> [JSON.Member] {
        let listing = view.pool.player(pick.player)
        return [
            .init("playerID", .of(view.playerID(pick.player))), .init("playerName", .name(listing?.name ?? "")),
            .init("position", .of(listing) { .of($0.position.abbreviation) }), .init("pickNumber", .of(pick.number)),
            .init("team", .name(listing?.team ?? "")), .init("playerIndex", .of(pick.player)),
        ]
    }

    /// One row for each player, the entry's fields repeated.
    var csv: CSVTable {
        let entry = ["seat", "slot", "entry", "entryExternalID", "user"]
        let player = ["playerID", "playerName", "position", "pickNumber", "team", "playerIndex"]
        guard case .array(let rosters) = json else { return CSVTable(entry + player) }
        let rows = rosters.flatMap { roster -> [JSON] in
            guard case .object(let fields) = roster, case .array(let players)? = fields.last?.value else { return [] }
            return players.map { row in
                guard case .object(let own) = row else { return row }
                return .object(fields.dropLast() + own)
            }
        }
        return CSVTable(entry + player, objects: rows)
    }
}
