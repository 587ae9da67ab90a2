package import Draft
package import TextFormats

/// The whole answer to `queue`: what the autopick of one seat would go by.
package struct QueuePage: Page {
    var view: RoomView
    var seat: Seat
    var queue: QueueState

    package init(view: RoomView, seat: Seat, queue: QueueState) {
        self.view = view
        self.seat = seat
        self.queue = queue
    }

    private var limits: PositionLimits { queue.limits ?? view.room.ruleset.limits }

    /// Which limits another site's autopick had, no source says.
    private var areLimitsKnown: Bool { queue.limits != nil || !view.room.isImported }

    package func text(on terminal: Terminal) -> [StyledText] {
        let title = StyledText("Queue of \(view.name(of: seat)), \(view.room.placeName(of: seat))", .bold)
        let whose = queue.limits == nil ? "the room's" : "its own"
        let limits = areLimitsKnown ? "\(Narrator.summary(limits)) (\(whose))" : "not known"
        let facts = StyledText(
            "version \(queue.version) · limits \(limits) · "
                + (queue.rankings.isEmpty ? "no rankings" : "\(queue.rankings.count) players ranked"), .dim)
        guard !queue.players.isEmpty else { return [title, facts, .empty, "The queue is empty."] }
        return [title, facts, .empty] + table.lines(on: terminal)
    }

    private var table: TextTable {
        var table = TextTable([
            .init("#", .trailing), .init("player", shrinks: true), .init("ADP", .trailing), .init("bye", .trailing),
            .init("taken"),
        ])
        for (place, index) in queue.players.enumerated() {
            let listing = view.pool.player(index)
            table.rows.append([
                StyledText(String(place + 1)), listing?.styled ?? StyledText("player \(index)"),
                StyledText(listing?.adp.map { Figures.hundredths($0) } ?? "-"),
                StyledText(listing?.byeWeek.map { String($0) } ?? "-"), taken(index),
            ])
        }
        return table
    }

    private func taken(_ player: PlayerIndex) -> StyledText {
        guard let index = view.room.picks.firstIndex(where: { $0.player == player }) else { return .empty }
        let pick = view.room.picks[index]
        return StyledText(
            "\(view.room.ruleset.snake.label(of: PickNumber(index) + 1)) by \(view.name(of: pick.seat))", .dim)
    }

    package var json: JSON {
        [
            "room": .of(view.room.id), "seat": .of(seat), "version": .of(queue.version),
            "players": .array(queue.players.enumerated().map { player($0.element, at: $0.offset) }),
            "rankings": .array(queue.rankings.enumerated().map { player($0.element, at: $0.offset) }),
            "limits": areLimitsKnown ? limits.json : nil,
            "draftPosition": .of(view.room.member(at: seat)?.slot.map { Int($0) + 1 }),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            ["place", "playerID", "playerIndex", "playerName", "position", "team", "taken"],
            objects: queue.players.enumerated().map { player($0.element, at: $0.offset) })
    }

    private func player(_ index: PlayerIndex, at place: Int) -> JSON {
        let listing = view.pool.player(index)
        return [
            "place": .of(place + 1), "playerID": .of(view.playerID(index)), "playerIndex": .of(index),
            "playerName": .name(listing?.name ?? ""), "position": .of(listing?.position.abbreviation),
            "team": .name(listing?.team ?? ""), "taken": .of(view.room.taken.contains(index)),
        ]
    }
}

extension PositionLimits {
    var json: JSON {
        [
            "QB": .of(quarterbacks), "RB": .of(runningBacks), "WR": .of(wideReceivers), "TE": .of(tightEnds),
        ]
    }
}
