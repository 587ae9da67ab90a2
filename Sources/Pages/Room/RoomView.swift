package import Draft
package import DraftLedger
import TextFormats

/// A room as of a moment, with the names that turn its numbers into words.
package struct RoomView: Sendable {
    package var room: RoomState
    package var pool: PoolState
    /// The contest's title; nil for a room outside any.
    package var contest: String?
    /// The names of the erasable profiles; empty without profiles.
    package var users: [UserID: String]
    package var moment: Moment
    /// The imports from a file that some of its events came with.
    package var imported: [HistoryTerms.ImportedSpan] = []

    package init(
        room: RoomState, pool: PoolState, contest: String? = nil, users: [UserID: String] = [:],
        moment: Moment = .latest
    ) {
        self.room = room
        self.pool = pool
        self.contest = contest
        self.users = users
        self.moment = moment
    }

    package func player(_ index: PlayerIndex?) -> PlayerListing? { index.flatMap { pool.player($0) } }

    /// The short name of a seat's member.
    package func name(of seat: Seat) -> String {
        guard let member = room.member(at: seat) else { return room.isImported ? "not known" : "empty" }
        if let user = member.user { return users[user] ?? "user \(user)" }
        if member.externalID.isEmpty { return "entry \(member.entry)" }
        let id = Self.abbreviated(member.externalID)
        return id.allSatisfy(\.isNumber) ? "entry \(id)" : id
    }

    /// The id that the source's own exports can be searched for.
    package func playerID(_ index: PlayerIndex) -> String {
        guard let player = pool.player(index), !player.externalID.isEmpty else { return String(index) }
        return player.externalID
    }

    /// A UUID's first group tells the twelve entries of a room apart; anything else stays.
    private static func abbreviated(_ id: String) -> String {
        guard id.utf8.count == 36, let dash = id.firstIndex(of: "-") else { return id }
        return String(id[..<dash])
    }
}

extension RoomView {
    /// The heading of every view of a room: its number and status.
    package func heading(on terminal: Terminal) -> [StyledText] {
        let columns = terminal.columns ?? .max
        var title = StyledText("Room \(room.id)", .bold)
        if let contest { title += StyledText("  \(contest)", .bold) }
        if !room.externalID.isEmpty { title += StyledText("  \(room.externalID)", .dim) }
        if moment != .latest { title += StyledText("  as of \(moment)", .dim) }
        return [title.truncated(to: columns)] + StyledText.flow(standing, separator: " · ", to: columns)
            + imported.flatMap { StyledText($0.sentence, .dim).wrapped(to: columns) }
    }

    /// The imports as a member of the room's and the board's JSON.
    static let imports = Members<HistoryTerms.ImportedSpan>(
        "ImportedEvents",
        [
            .init("firstPosition") { $0.positions.lowerBound }, .init("lastPosition") { $0.positions.upperBound - 1 },
            .init("markedAt") { $0.markedAt },
        ])

    /// `active · pick 17 of 216 · 2.05 · draft position 7, Ann on the clock`
    private var standing: [StyledText] {
        let snake = room.ruleset.snake
        var pieces = [StyledText(room.status.name, .statusStyle(room.status))]
        switch room.status {
        case .waiting: pieces.append("\(room.memberCount) of \(snake.teams) seats taken")
        case .complete:
            let known = room.picks.count { $0.source != .unknown || $0.player != nil }
            pieces.append(
                StyledText(
                    known == room.picks.count ? "\(known) picks" : "\(known) of \(room.picks.count) picks known"))
        case .cancelled, .voided: pieces.append("\(room.picks.count) of \(snake.pickCount) picks made")
        case .active, .paused, .countdown:
            if room.currentPickNumber <= snake.pickCount {
                pieces.append("pick \(room.currentPickNumber) of \(snake.pickCount)")
                pieces.append("\(snake.label(of: room.currentPickNumber))")
            }
        }
        if !room.status.isTerminal, room.status != .waiting, let slot = room.slotOnClock, let seat = room.seatOnClock {
            let who = "draft position \(slot + 1), \(name(of: seat))"
            pieces.append(
                room.status == .countdown ? "\(who) picks first" : StyledText("\(who) on the clock", .alarm))
        }
        if let pause = room.pause { pieces.append("\(pause.kind) pause") }
        return pieces
    }
}

extension TextStyle {
    package static func statusStyle(_ status: RoomStatus) -> TextStyle {
        switch status {
        case .active: .colored(.runningBack, bold: true)
        case .countdown, .paused: .colored(.wideReceiver, bold: true)
        case .cancelled, .voided: .alarm
        case .waiting, .complete: .bold
        }
    }
}
