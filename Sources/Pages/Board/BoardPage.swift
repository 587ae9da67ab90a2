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

    package var json: JSON {
        [
            "room": .of(room.id), "externalID": .name(room.externalID), "status": .of(room.status.name),
            "currentPickNumber": .of(room.currentPickNumber), "teams": .of(room.ruleset.teams),
            "rounds": .of(room.ruleset.rounds), "imported": view.importedJSON, "picks": .array(picks),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "pickNumber", "round", "pickInRound", "slot", "seat", "entry", "entryExternalID", "playerID",
                "playerIndex", "playerName", "position", "team", "source", "corrected", "occurredAt", "recordedAt",
                "draftPosition",
            ], objects: picks)
    }

    private var picks: [JSON] {
        room.board.map { placed in
            let pick = placed.pick
            let player = view.player(pick.player)
            return [
                "pickNumber": .of(placed.number), "round": .of(placed.round), "pickInRound": .of(placed.pickInRound),
                "slot": .of(placed.slot), "seat": .of(pick.seat), "entry": .of(placed.entry),
                "entryExternalID": .name(room.member(at: pick.seat)?.externalID ?? ""),
                "playerID": .of(pick.player.map { view.playerID($0) }),
                "playerIndex": .of(pick.player), "playerName": .name(player?.name ?? ""),
                "position": .of(player?.position.abbreviation), "team": .name(player?.team ?? ""),
                "source": .of(pick.source.name), "corrected": .of(pick.correctedAt != nil),
                "occurredAt": .of(pick.occurredAt), "recordedAt": .of(pick.recordedAt),
                "draftPosition": .of(Int(placed.slot) + 1),
            ]
        }
    }
}
