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

    static let members = Members<QueuePage>(
        "Queue",
        [
            .init("room") { $0.view.room.id }, .init("seat") { $0.seat }, .init("version") { $0.queue.version },
            .init("players", each: player) { $0.rows(of: $0.queue.players) },
            .init("rankings", each: player) { $0.rows(of: $0.queue.rankings) },
            .init("limits", PositionLimits.members) { $0.areLimitsKnown ? $0.limits : nil },
            .init("draftPosition") { $0.view.room.member(at: $0.seat)?.slot.map { Int($0) + 1 } },
        ])

    /// A player, and the place from 0 on.
    typealias Row = (view: RoomView, index: PlayerIndex, place: Int)

    static let player = Members<Row>(
        "QueuedPlayer",
        [
            .init("place") { $0.place + 1 }, .init("playerID") { $0.view.playerID($0.index) },
            .init("playerIndex") { $0.index }, .init("playerName") { Name($0.view.player($0.index)?.name ?? "") },
            .init("position") { $0.view.player($0.index)?.position.abbreviation },
            .init("team") { Name($0.view.player($0.index)?.team ?? "") },
            .init("taken") { $0.view.room.taken.contains($0.index) },
        ])

    private func rows(of players: [PlayerIndex]) -> [Row] { players.enumerated().map { (view, $0.element, $0.offset) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.player.csv(of: rows(of: queue.players)) }
}

extension PositionLimits {
    static let members = Members<PositionLimits>(
        "PositionLimits",
        [
            .init("QB") { $0.quarterbacks }, .init("RB") { $0.runningBacks }, .init("WR") { $0.wideReceivers },
            .init("TE") { $0.tightEnds },
        ])
}
