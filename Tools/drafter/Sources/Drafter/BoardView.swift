import DraftClient
import Foundation

/// What stands on the screen: whose turn it is and for how long, the board, the queue, who is left.
struct BoardView {
    let room: DraftRoom
    let queue: [Player]
    let list: [Player]
    let notice: String
    let trouble: String?

    func lines(width: Int) -> [Line] {
        var lines = [Line("\(room.tournamentTitle)  room \(room.id)  ", .bold)]
        lines[0].add(status, room.isMyTurn ? .inverse : .cyan)
        if let trouble { lines.append(Line(trouble, .red)) }
        lines += [Line()] + board(width) + [Line()]
        if !list.isEmpty {
            for (place, player) in list.enumerated() {
                let adp = player.adp.formatted(.number.precision(.fractionLength(1)))
                lines.append(Line("\(place + 1)".leftPadded(to: 3) + "  ", .dim))
                lines[lines.count - 1].add(player.position.text.padded(to: 3), color(of: player))
                lines[lines.count - 1].add(" \(player.name)  \(player.team)  \(adp)")
            }
            lines.append(Line())
        }
        lines.append(Line("queue: " + (queue.isEmpty ? "empty" : queue.map(\.name).joined(separator: ", ")), .dim))
        lines.append(Line(notice, .yellow))
        return lines.map { $0.fitted(to: width) }
    }

    private var status: String {
        switch room.status {
        case .waiting: return "waits for \(room.teams - room.participants.count { !$0.userId.isEmpty }) more"
        case .countdown where room.awaitsReveals: return "waits for what its members put into the draw"
        case .countdown: return "begins" + (room.countdownEndsAt.map { " in \(seconds(until: $0))" } ?? " soon")
        case .paused: return "paused" + (room.pauseKind.map { " (\($0))" } ?? "")
        case .active:
            let label = room.label(of: room.currentPickNumber)
            let who = room.isMyTurn ? "YOU ARE ON THE CLOCK" : room.onTheClock.map { "\($0.username) picks" } ?? ""
            guard let left = room.timeLeft() else { return "\(label) \(who)" }
            let time = left.untilDeadline > 0 ? Self.clock(left.untilDeadline) : "grace"
            let away = room.picksAway.map { $0 > 0 ? ", you in \($0)" : "" } ?? ""
            return "\(label) \(who)  \(time)\(away)"
        default: return room.status.text
        }
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

    /// A column for each member, a line for each round; of a screen that is too narrow, the columns around the one on the
    /// clock.
    private func board(_ width: Int) -> [Line] {
        guard room.participant(for: 1) != nil else {
            return [Line("The order is not drawn yet: \(room.participants.map(\.username).filter { !$0.isEmpty })")]
        }
        let cell = max(10, min(18, (width - 4) / room.teams - 1))
        let count = max(1, min(room.teams, (width - 4) / (cell + 1)))
        let middle = room.participantIndex(for: room.currentPickNumber) ?? room.me?.index ?? 0
        let start = max(0, min(room.teams - count, middle - count / 2))
        let columns = start..<start + count
        var head = Line("    ")
        for index in columns {
            let member = room.participants.first { $0.index == index }
            head.add(" " + (member?.username ?? "").padded(to: cell), member?.isUser == true ? .bold : .plain)
        }
        let made = Dictionary(room.picks.map { ($0.pickNumber, $0) }) { $1 }
        let rows = (0..<room.rounds).map { round -> Line in
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
        return [head] + rows
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

extension String {
    /// Cut or filled with spaces to so many columns.
    func padded(to width: Int) -> String {
        count > width ? String(prefix(width)) : self + String(repeating: " ", count: width - count)
    }

    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
