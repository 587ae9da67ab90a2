import Draft
import DraftLedger
import NIOCore
import Pages
import TextFormats

/// A room as the app's two listeners get it, encoded once for all who listen.
///
/// Each viewer's own flag, and the time, are put in between when it is sent: the bytes around them are shared.
struct AppRoomBody: Sendable {
    /// The room without its last brace, with everybody's flag as false.
    fileprivate var room: ByteBuffer
    /// The offset of each member's flag.
    fileprivate var flags: [UserID: Int]
    let picks: ByteBuffer
    /// The pick on the clock, or the next one.
    let pickNumber: PickNumber
    let isOver: Bool
    /// Whether it is everybody's.
    let isPublic: Bool
    /// The last event that changed the room, and the last one that changed its picks.
    let changedAt: UInt64
    let picksChangedAt: UInt64

    func isMember(_ user: UserID?) -> Bool { user.flatMap { flags[$0] } != nil }

    /// The room as one user sees it.
    func room(for user: UserID?, at now: Timestamp) -> [ByteBuffer] {
        let time: JSON = ["serverTime": now.appDate, "serverTimeMicroseconds": .of(now.microseconds)]
        let end = ByteBuffer(string: "," + time.compact.dropFirst())
        guard let start = user.flatMap({ flags[$0] }) else { return [room, end] }
        var (before, after) = (room, room)
        before.moveWriterIndex(to: start)
        after.moveReaderIndex(to: start + Self.no.utf8.count)
        return [before, ByteBuffer(string: "true"), after, end]
    }

    fileprivate static let no = "false"
}

/// The parts of `AppRoomBody`, kept from one body to the next, so that a pick is encoded once.
struct AppRoomFeed: Sendable {
    private let title: String
    private var pool: AppPool
    private var names: [UserID: String] = [:]
    /// The encoded picks by number; nil for a pick that the app cannot show.
    private var picks: [String?] = []
    private var encoded: AppRoomBody?
    private var changedAt: UInt64
    private var picksChangedAt: UInt64
    /// The pick that the last room state for a user names, while the user has a listener.
    private(set) var shown: [UserID: PickNumber] = [:]
    private var listeners: [UserID: Int] = [:]

    /// - Parameters:
    ///   - view: the room.
    ///   - position: events below it are in the view.
    ///   - pools: where its players are found.
    ///   - ledger: read where they are not.
    init(_ view: RoomView, at position: UInt64, _ pools: AppPools, _ ledger: DraftLedger) throws {
        title = view.contest ?? ""
        pool = try pools.pool(view.room.pool, in: ledger)
        (changedAt, picksChangedAt) = (position &- 1, position &- 1)
        for case let user? in view.room.members.map({ $0?.user }) {
            names[user] = try Self.name(of: user, ledger) ?? "user \(user)"
        }
    }

    /// The same for a room that has folded the events below a position.
    func starting(at position: UInt64) -> AppRoomFeed {
        var feed = self
        (feed.changedAt, feed.picksChangedAt) = (position &- 1, position &- 1)
        return feed
    }

    /// Updates the feed with an event that the room has folded.
    mutating func take(_ recorded: RecordedEvent) {
        if case .ticked = recorded.event.clock { return }
        if recorded.event.refusal != nil { return }
        if case .corrected = recorded.event.pick { picks = [] }
        if recorded.event.pick != nil { picksChangedAt = recorded.position }
        changedAt = recorded.position
        encoded = nil
    }

    mutating func show(_ pick: PickNumber, to user: UserID) { shown[user] = pick }

    /// Somebody's stream begins or ends.
    mutating func listen(_ user: UserID, begins: Bool) {
        listeners[user, default: 0] += begins ? 1 : -1
        guard listeners[user] == 0 else { return }
        listeners[user] = nil
        shown[user] = nil
    }

    /// The newest body, encoded where the last one does not hold any more.
    ///
    /// - Parameter room: with all events folded that were taken.
    mutating func body(of room: RoomState, _ pools: AppPools, _ ledger: DraftLedger) throws -> AppRoomBody {
        if let encoded { return encoded }
        try encodePicks(of: room, pools, ledger)
        let list = picks.compactMap { $0 }.joined(separator: ",")
        var text = String(head(of: room).compact.dropLast()) + ",\"participants\":["
        var flags: [UserID: Int] = [:]
        for (index, seat) in Self.order(of: room).enumerated() {
            let participant = try participant(on: seat, at: index, in: room, ledger)
            text += (index > 0 ? "," : "") + participant.compact.dropLast() + ",\"isUser\":"
            if let user = room.member(at: seat)?.user { flags[user] = text.utf8.count }
            text += AppRoomBody.no + "}"
        }
        text += "],\"picks\":[" + list + "]"
        let body = AppRoomBody(
            room: ByteBuffer(string: text), flags: flags, picks: ByteBuffer(string: "[" + list + "]"),
            pickNumber: room.currentPickNumber, isOver: room.status.isTerminal, isPublic: room.isPublic,
            changedAt: changedAt,
            picksChangedAt: picksChangedAt)
        encoded = body
        return body
    }

    /// The seats by draft order; by their own numbers until it is drawn.
    private static func order(of room: RoomState) -> [Seat] {
        room.seatOfSlot.isEmpty ? room.members.indices.map { Seat($0) } : room.seatOfSlot
    }

    private static func name(of user: UserID, _ ledger: DraftLedger) throws -> String? {
        // Not by the id outside, which is the user's own affair.
        let name = try ledger.profile(of: user).map { DisplayName.shortened($0.displayName) } ?? ""
        return name.isEmpty ? nil : name
    }
}

// MARK: Shapes

extension AppRoomFeed {
    /// Returns all of a room except its participants and picks. For the app, a cancelled draft is over and has
    /// no clock.
    private func head(of room: RoomState) -> JSON {
        let (rules, snake) = (room.ruleset, room.ruleset.snake)
        let isCalledOff = room.status == .cancelled || room.status == .voided
        return [
            "id": .of("\(room.id)"), "tournamentId": .of(room.tournament.map { "\($0)" } ?? ""),
            "tournamentTitle": .of(title),
            "status": .of(isCalledOff ? RoomStatus.complete.name : room.status.name),
            "currentPickNumber": .of(isCalledOff ? snake.pickCount + 1 : room.currentPickNumber),
            "totalPicks": .of(snake.pickCount), "pickTimeSeconds": .of(rules.pickClock.microseconds / 1_000_000),
            "teams": .of(rules.teams), "rounds": .of(rules.rounds), "statusDetail": .of(room.status.name),
            "clock": .of(room.runningClock.map(Self.clock)),
            "pause": .of(
                room.pause.map { pause -> JSON in
                    ["kind": .of("\(pause.kind)"), "remainingMicroseconds": .of(pause.remaining.microseconds)]
                }),
            "countdownEndsAt": room.status == .countdown ? room.countdownEndsAt?.appDate ?? .null : .null,
            "version": .of(room.version),
        ]
    }

    private static func clock(_ clock: RoomState.Clock) -> JSON {
        [
            "pickNumber": .of(clock.pick), "epoch": .of(clock.epoch), "deadline": clock.deadline.appDate,
            "graceEndsAt": clock.graceEndsAt.appDate, "deadlineMicroseconds": .of(clock.deadline.microseconds),
            "graceEndsAtMicroseconds": .of(clock.graceEndsAt.microseconds),
        ]
    }

    /// Returns a member without the flag. An empty seat has a participant without a name, because the app divides by
    /// their number.
    private mutating func participant(
        on seat: Seat, at index: Int, in room: RoomState, _ ledger: DraftLedger
    ) throws -> JSON {
        guard let member = room.member(at: seat) else {
            return [
                "id": .of("\(room.id)-seat-\(seat)"), "odaId": "", "username": "", "index": .of(index),
                "borderColor": .null,
            ]
        }
        let user = member.user
        if let user, names[user] == nil { names[user] = try Self.name(of: user, ledger) ?? "user \(user)" }
        return [
            "id": .of("\(member.entry)"), "odaId": .of(user.map { "\($0)" } ?? ""),
            "username": .of(user.flatMap { names[$0] } ?? ""), "index": .of(index), "borderColor": .null,
            "autodraft": .of(member.autodraft), "connected": .of(member.connected),
        ]
    }

    private mutating func encodePicks(of room: RoomState, _ pools: AppPools, _ ledger: DraftLedger) throws {
        for pick in room.board.dropFirst(picks.count) {
            if let player = pick.pick.player, Int(player) >= pool.players.count {
                pool = try pools.pool(room.pool, in: ledger, notOlderThan: .zero)
            }
            picks.append(
                Self.pick(
                    pick.number, by: pick.entry, taking: pick.pick.player, source: pick.pick.source,
                    at: pick.pick.occurredAt ?? pick.pick.recordedAt, in: room, pool)?.compact)
        }
    }

    /// A pick; nil for one without a player whom the app can show.
    static func pick(
        _ number: PickNumber, by entry: EntryID?, taking player: PlayerIndex?, source: PickSource,
        at moment: Timestamp, in room: RoomState, _ pool: AppPool
    ) -> JSON? {
        let snake = room.ruleset.snake
        guard let player = player.flatMap({ pool.json(of: $0, picks: snake.pickCount) }) else { return nil }
        return [
            "id": .of("\(room.id)-\(number)"), "pickNumber": .of(number), "round": .of(snake.round(of: number)),
            "pickInRound": .of(snake.pickInRound(of: number)), "participantId": .of(entry.map { "\($0)" } ?? ""),
            "participantIndex": .of(snake.slot(of: number)), "player": player, "timestamp": moment.appDate,
            "source": .of(source.name),
        ]
    }
}
