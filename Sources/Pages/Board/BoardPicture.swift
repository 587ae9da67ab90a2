import Draft

/// A draft board: slots from left to right, rounds from top to bottom, as the snake runs.
package struct BoardPicture {
    let view: RoomView
    let geometry: BoardGeometry
    let colored: Bool
    private let columns: Int?

    package init(_ view: RoomView, on terminal: Terminal) {
        self.view = view
        geometry = BoardGeometry(teams: Int(view.room.ruleset.teams), columns: terminal.columns)
        colored = terminal.colors != .none
        columns = terminal.columns
    }

    private var room: RoomState { view.room }
    private var snake: Snake { room.ruleset.snake }

    /// The board without heading and legend: groups of slots one below the other.
    var groups: [[StyledText]] {
        let slots = Array(0..<Int(snake.teams))
        return stride(from: 0, to: slots.count, by: geometry.slotsPerGroup).map { first in
            let group = slots[first..<min(first + geometry.slotsPerGroup, slots.count)].map { Slot($0) }
            return head(of: group) + (1...snake.rounds).flatMap { lines(of: $0, group) }
        }
    }

    /// The part of the board that fits into a number of lines: the group of slots with the slot on the clock, and the rounds
    /// around the pick on the clock.
    package func window(lines space: Int) -> [StyledText] {
        guard !room.seatOfSlot.isEmpty else {
            let words = StyledText("The draft order is not drawn yet.")
            return [columns.map { words.truncated(to: $0) } ?? words]
        }
        let current = min(room.currentPickNumber, snake.pickCount)
        let first = Int(snake.slot(of: current)) / geometry.slotsPerGroup * geometry.slotsPerGroup
        let slots = (first..<min(first + geometry.slotsPerGroup, Int(snake.teams))).map { Slot($0) }
        let head = head(of: slots)
        let visible = max(1, (space - head.count) / geometry.cellLines)
        let top = max(1, min(Int(snake.round(of: current)) - visible * 2 / 3, Int(snake.rounds) - visible + 1))
        let bottom = min(top + visible - 1, Int(snake.rounds))
        return head + (top...max(top, bottom)).flatMap { lines(of: UInt8($0), slots) }
    }

    /// The rows of one round in one group of slots.
    func lines(of round: UInt8, _ slots: [Slot]) -> [StyledText] {
        let cells = zip(slots, geometry.cellWidths).map { cell(snake.pick(of: $0, in: round), width: $1) }
        return (0..<geometry.cellLines).map { line in
            cells.reduce(gutter(of: round, line: line)) { $0 + $1[line] }
        }
    }

    /// The team of each draft position, and the position.
    func head(of slots: [Slot]) -> [StyledText] {
        let onClock = isDrafting ? room.slotOnClock : nil
        let names = zip(slots, geometry.cellWidths).map { slot, width in
            let style = slot == onClock ? TextStyle.onTheClock : .bold
            return bar(.dim)
                + StyledText(view.name(of: seat(of: slot)), style).fitted(
                    to: width, filler: slot == onClock ? style : .plain)
        }
        let seats = zip(slots, geometry.cellWidths).map { slot, width in
            let automatic = room.member(at: seat(of: slot))?.autodraft == true
            return bar(.dim) + StyledText("pos \(slot + 1)\(automatic ? " auto" : "")", .dim).fitted(to: width)
        }
        let margin = StyledText.spaces(geometry.gutter)
        return [names, seats].map { $0.reduce(margin, +) }
    }

    private var isDrafting: Bool { room.status == .active || room.status == .paused }

    private func seat(of slot: Slot) -> Seat {
        Int(slot) < room.seatOfSlot.count ? room.seatOfSlot[Int(slot)] : slot
    }

    /// The round's number, and under it the way in which its picks run.
    private func gutter(of round: UInt8, line: Int) -> StyledText {
        let text =
            switch line {
            case 0: StyledText(String(round), .bold)
            case 1: StyledText(round % 2 == 1 ? "→" : "←", .dim)
            default: StyledText.empty
            }
        return text.fitted(to: 2, .trailing).fitted(to: geometry.gutter)
    }

    private func bar(_ style: TextStyle) -> StyledText { StyledText(colored ? "▎" : "│", style) }

    private func cell(_ number: PickNumber, width: Int) -> [StyledText] {
        if Int(number) <= room.picks.count { return made(number, room.picks[Int(number) - 1], width: width) }
        if isDrafting, number == room.currentPickNumber { return onTheClock(number, width: width) }
        return filled([StyledText(snake.label(of: number), .dim)], to: width, bar: .dim)
    }

    private func made(_ number: PickNumber, _ pick: RoomState.Pick, width: Int) -> [StyledText] {
        let player = view.player(pick.player)
        let color = player?.position.color ?? .bench
        let label = StyledText(snake.label(of: number), .dim)
        let mark = StyledText(pick.boardMark, .colored(.onTheClock))
        func name(_ columns: Int) -> StyledText {
            StyledText(
                player.map { ShortenedName($0.name).fitting(columns) } ?? (pick.player == nil ? "–" : "?"), .bold)
        }
        var place = StyledText(player?.positionAndTeam ?? "", .colored(color))
        guard geometry.cellLines == 2 else {
            let first = label.fitted(to: width - mark.width) + mark
            return filled([first, name(width), place], to: width, bar: .colored(color))
        }
        let labelWidth = DisplayWidth.of(snake.label(of: snake.pickCount)) + 1
        if labelWidth + place.width > width, let player {
            place = StyledText(player.position.abbreviation, .colored(color))
        }
        let room = mark.width > 0 ? width - mark.width - 1 : width
        return filled(
            [label.fitted(to: labelWidth) + place, name(room).fitted(to: width - mark.width) + mark],
            to: width, bar: .colored(color))
    }

    private func onTheClock(_ number: PickNumber, width: Int) -> [StyledText] {
        let words = geometry.cellLines == 2 ? ["on the clock"] : ["on the", "clock"]
        let lines = ([snake.label(of: number)] + words).map { StyledText($0, .onTheClock) }
        return filled(lines, to: width, bar: .colored(.onTheClock), filler: .onTheClock)
    }

    private func filled(
        _ lines: [StyledText], to width: Int, bar style: TextStyle, filler: TextStyle = .plain
    ) -> [StyledText] {
        (0..<geometry.cellLines).map { index in
            let line = index < lines.count ? lines[index] : .empty
            return bar(style) + line.fitted(to: width, filler: filler)
        }
    }
}

extension RoomState.Pick {
    /// How the pick came about, if not by hand, and whether it was put right later.
    var boardMark: String {
        // The players are known, and a mark in every cell would be noise: the legend explains it.
        let mark = source == .unknown && player != nil ? "" : source.mark
        return source == .corrected || correctedAt == nil ? mark : mark + PickSource.corrected.mark
    }
}
