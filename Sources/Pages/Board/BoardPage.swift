import Draft
package import TextFormats

/// The whole answer to `board`: heading, board and legend.
package struct BoardPage: Page {
    var view: RoomView

    package init(view: RoomView) {
        self.view = view
    }

    private var room: RoomState { view.room }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !room.seatOfSlot.isEmpty else {
            return view.heading(on: terminal) + [
                "", "The draft order is not drawn yet, so there is no board. Run `room \(room.id)` for its members.",
            ]
        }
        let groups = BoardPicture(view, on: terminal).groups
        return view.heading(on: terminal) + groups.flatMap { [.empty] + $0 } + legend(on: terminal)
    }

    /// Explains what is on this board and nothing else.
    func legend(on terminal: Terminal) -> [StyledText] {
        var pieces: [StyledText] = []
        if terminal.colors != .none {
            let present = Set(room.picks.compactMap { view.player($0.player)?.position.color })
            let positions: [PlayerPosition] = [.quarterback, .runningBack, .wideReceiver, .tightEnd]
            pieces += positions.filter { present.contains($0.color) }
                .map { StyledText("▎\($0.abbreviation)", .colored($0.color)) }
            if present.contains(.bench) { pieces.append(StyledText("▎other", .colored(.bench))) }
        }
        let marks = Set(room.picks.flatMap { Array($0.boardMark) })
        pieces += PickSource.allCases.filter { !$0.mark.isEmpty && marks.contains(Character($0.mark)) }
            .map { StyledText($0.mark, .colored(.onTheClock)) + StyledText(" \($0.explanation)", .dim) }
        if room.picks.contains(where: { $0.source == .unknown && $0.player != nil }) {
            pieces.append(StyledText("The source does not state how picks were made.", .dim))
        }
        guard !pieces.isEmpty else { return [] }
        return [.empty] + StyledText.flow(pieces, separator: "   ", to: terminal.columns ?? .max)
    }

    static let members = Members<BoardPage>(
        "Board",
        [
            .init("room") { $0.room.id }, .init("externalID") { Name($0.room.externalID) },
            .init("status") { $0.room.status }, .init("currentPickNumber") { $0.room.currentPickNumber },
            .init("teams") { $0.room.ruleset.teams }, .init("rounds") { $0.room.ruleset.rounds },
            .init("imported", each: RoomView.imports) { $0.view.imported }, .init("picks", each: pick) { $0.picks },
        ])

    private static let pick: Members<(view: RoomView, placed: RoomState.BoardPick)> = [
        .init("pickNumber") { $0.placed.number }, .init("round") { $0.placed.round },
        .init("pickInRound") { $0.placed.pickInRound },
        .init("slot") { $0.placed.slot }.former(today: "draftPosition"), .init("seat") { $0.placed.pick.seat },
        .init("entry") { $0.placed.entry },
        .init("entryExternalID") { Name($0.view.room.member(at: $0.placed.pick.seat)?.externalID ?? "") },
        .init("playerID") { row in row.placed.pick.player.map { row.view.playerID($0) } },
        .init("playerIndex") { $0.placed.pick.player },
        .init("playerName") { Name($0.view.player($0.placed.pick.player)?.name ?? "") },
        .init("position") { $0.view.player($0.placed.pick.player)?.position.abbreviation },
        .init("team") { Name($0.view.player($0.placed.pick.player)?.team ?? "") },
        .init("source") { $0.placed.pick.source.name }, .init("corrected") { $0.placed.pick.correctedAt != nil },
        .init("occurredAt") { $0.placed.pick.occurredAt }, .init("recordedAt") { $0.placed.pick.recordedAt },
        .init("draftPosition") { Int($0.placed.slot) + 1 },
    ]

    private var picks: [(view: RoomView, placed: RoomState.BoardPick)] { room.board.map { (view, $0) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.pick.csv(of: picks) }
}
