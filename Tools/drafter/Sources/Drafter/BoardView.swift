import DraftClient
import Foundation

/// The contents of the screen: the turn and its remaining time, the board, the available players, the queue, notices.
struct BoardView {
    let room: DraftRoom
    let queue: [Player]
    let list: [Player]
    let notice: String
    let trouble: String?

    /// Returns at most `height` rows: notices first, then the current round of the board, then the list.
    func lines(width: Int, height: Int) -> [Line] {
        var top = [status]
        if let trouble { top += trouble.wrapped(to: width).prefix(2).map { Line($0, .red) } }
        let said = notice.wrapped(to: width).prefix(max(1, height / 3)).map { Line($0, .yellow) }
        let names = queue.isEmpty ? "empty" : queue.map(\.name).joined(separator: ", ")
        let bottom = [Line("queue: \(names)", .dim)] + said
        let rest = max(0, height - top.count - bottom.count)
        let taken = Set(room.picks.map(\.player))
        let listed = room.status.isOver ? [] : list.enumerated().filter { !taken.contains($1) }
        let board = board(width, rows: min(rest, room.rounds + 1, max(4, rest - listed.count)))
        let left = listed.prefix(max(0, rest - board.count)).map { line(of: $1, at: $0 + 1) }
        var parts = [top, board, left, bottom].filter { !$0.isEmpty }
        if parts.map(\.count).reduce(0, +) < height - parts.count {
            for index in parts.indices.dropLast() { parts[index].append(Line()) }
        }
        return parts.joined().map { $0.fitted(to: width) }
    }

    // MARK: Turn

    /// The most important part is first: a narrow screen cuts the end off.
    private var status: Line {
        var line = Line()
        switch room.status {
        case .waiting: line.add("waits for \(room.teams - room.participants.count { !$0.userId.isEmpty }) more", .cyan)
        case .countdown where room.awaitsReveals: line.add("waits for what its members put into the draw", .cyan)
        case .countdown:
            line.add("begins " + (room.countdownEndsAt.map { "in \(seconds(until: $0))" } ?? "soon"), .cyan)
        case .paused: line.add("paused" + (room.pauseKind.map { " (\($0))" } ?? ""), .cyan)
        case .active: line.add(turn, room.isMyTurn ? .inverse : .cyan)
        default: line.add(room.status.text, .cyan)
        }
        if room.me?.autodraft == true { line.add("  the rules pick for you", .magenta) }
        line.add("  \(room.tournamentTitle)  room \(room.id)", .bold)
        return line
    }

    private var turn: String {
        var words = [room.label(of: room.currentPickNumber)]
        if let left = room.timeLeft() {
            words.append(left.untilDeadline > 0 ? Self.clock(left.untilDeadline) : "grace")
        }
        if room.isMyTurn {
            words.append("YOU ARE ON THE CLOCK")
        } else {
            if let away = room.picksAway { words.append("you in \(away)") }
            if let who = room.onTheClock?.username { words.append("\(who.cut(to: 24)) picks") }
        }
        return words.joined(separator: "  ")
    }

    private func seconds(until date: Date) -> String {
        Self.clock(max(0, date.timeIntervalSinceNow - room.serverAhead))
    }

    private static func clock(_ time: TimeInterval) -> String {
        let seconds = Int(time.rounded(.up))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        let digits = rest < 10 ? "0\(rest)" : "\(rest)"
        return minutes >= 60 ? "\(minutes / 60) h \(minutes % 60) min" : "\(minutes):\(digits)"
    }

    // MARK: The board

    /// A column for each member, a line for each round, below the members' names; of a screen that is too small, the columns
    /// and the rounds around the pick on the clock.
    private func board(_ width: Int, rows: Int) -> [Line] {
        guard rows > 0 else { return [] }
        guard room.participant(for: 1) != nil else {
            let names = room.participants.map(\.username).filter { !$0.isEmpty }.joined(separator: ", ")
            return "The order is not drawn yet: \(names)".wrapped(to: width).prefix(rows).map { Line($0) }
        }
        let count = max(1, min(room.teams, (width - 4) / 11))
        let cell = max(1, min(18, (width - 4) / count - 1))
        let middle = room.participantIndex(for: room.currentPickNumber) ?? room.me?.index ?? 0
        let start = max(0, min(room.teams - count, middle - count / 2))
        let columns = start..<start + count
        var head = Line("    ")
        for index in columns {
            let member = room.participants.first { $0.index == index }
            head.add(" " + (member?.username ?? "").padded(to: cell), member?.isUser == true ? .bold : .plain)
        }
        let shown = min(room.rounds, rows - 1)
        let current = (min(room.currentPickNumber, room.totalPicks) - 1) / room.teams
        let first = max(0, min(room.rounds - shown, current - shown / 2))
        let made = Dictionary(room.picks.map { ($0.pickNumber, $0) }) { $1 }
        return [head] + (first..<first + shown).map { line(of: $0, columns, cell, made) }
    }

    /// A round, from 0.
    private func line(of round: Int, _ columns: Range<Int>, _ cell: Int, _ made: [Int: DraftPick]) -> Line {
        var line = Line("\(round + 1)".leftPadded(to: 3) + (round.isMultiple(of: 2) ? "→" : "←"), .dim)
        for index in columns {
            let place = round.isMultiple(of: 2) ? index : room.teams - 1 - index
            let number = round * room.teams + place + 1
            if let pick = made[number] {
                line.add(" " + Self.name(of: pick.player).padded(to: cell), color(of: pick.player))
            } else if number == room.currentPickNumber, room.status == .active {
                line.add(" " + "▸ \(room.label(of: number))".padded(to: cell), .inverse)
            } else {
                line.add(" " + "·".padded(to: cell), .dim)
            }
        }
        return line
    }

    /// A player of the list, with a number that stays the player's when players before are taken.
    private func line(of player: Player, at place: Int) -> Line {
        let adp = player.adp.formatted(.number.precision(.fractionLength(1)))
        var line = Line("\(place)".leftPadded(to: 3) + "  ", .dim)
        line.add(player.position.text.padded(to: 3), color(of: player))
        line.add(" \(player.name)  \(player.team)  \(adp)")
        return line
    }

    private static func name(of player: Player) -> String {
        let initial = player.firstName.first.map { "\($0). " } ?? ""
        return player.lastName.isEmpty ? player.name : initial + player.lastName
    }

    private func color(of player: Player) -> Line.Color {
        switch player.position {
        case .quarterback: .magenta
        case .runningBack: .green
        case .wideReceiver: .yellow
        case .tightEnd: .cyan
        case .unknown: .plain
        }
    }
}
