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
        let end = ByteBuffer(string: "," + AppRoomFeed.time.json(of: now).compact.dropFirst())
        guard let start = user.flatMap({ flags[$0] }) else { return [room, end] }
        var (before, after) = (room, room)
        before.moveWriterIndex(to: start)
        after.moveReaderIndex(to: start + "false".utf8.count)
        return [before, ByteBuffer(string: "true"), after, end]
    }
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
        let list = "[" + picks.compactMap { $0 }.joined(separator: ",") + "]"
        var participants: [Participant] = []
        for (index, seat) in Self.order(of: room).enumerated() {
            participants.append(try participant(on: seat, at: index, in: room, ledger))
        }
        let shown = Shown(room: room, title: title, participants: participants, picks: list)
        let text = Self.untimed.json(of: shown).bytes.dropLast()
        let body = AppRoomBody(
            room: ByteBuffer(bytes: text), flags: Self.flags(of: participants, in: text),
            picks: ByteBuffer(string: list),
            pickNumber: room.currentPickNumber, isOver: room.status.isTerminal, isPublic: room.isPublic,
            changedAt: changedAt,
            picksChangedAt: picksChangedAt)
        encoded = body
        return body
    }

    /// Returns the offset of each user's flag in the text of a room.
    private static func flags(of participants: [Participant], in text: ArraySlice<UInt8>) -> [UserID: Int] {
        var (flags, rest) = ([UserID: Int](), text)
        // A quotation mark inside of a text is escaped, so this is always a member.
        let (flag, value) = (Array(#""isUser":false"#.utf8), "false".utf8.count)
        for participant in participants {
            guard let place = rest.firstRange(of: flag) else { break }
            if let user = participant.member?.user { flags[user] = place.upperBound - value - text.startIndex }
            rest = rest[place.upperBound...]
        }
        return flags
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
    /// A room as it is shown to users who are not in it.
    struct Shown: Sendable {
        let room: RoomState
        let title: String
        let participants: [Participant]
        /// The picks, encoded.
        let picks: String

        fileprivate var isCalledOff: Bool { room.status == .cancelled || room.status == .voided }
    }

    /// A seat with its member. An empty seat has a participant without a name, because the app divides by the number of
    /// participants.
    struct Participant: Sendable {
        let room: RoomID
        let seat: Seat
        let index: Int
        let member: RoomState.Member?
        let name: String

        fileprivate static let members: Members<Participant> = [
            .init("id") { $0.member.map { "\($0.entry)" } ?? "\($0.room)-seat-\($0.seat)" },
            .init("odaId") { $0.member?.user.map { "\($0)" } ?? "" }, .init("username") { $0.name },
            .init("index") { $0.index }, .init("borderColor") { _ in String?.none },
            .init("autodraft", ifAny: { $0.member?.autodraft }), .init("connected", ifAny: { $0.member?.connected }),
            .init("isUser") { _ in false },
        ]
    }

    /// A room with the time at which it is sent.
    static let members = Members<(shown: Shown, now: Timestamp)>(
        "AppRoom", untimed.of { $0.shown } + time.of { $0.now })

    /// For the app, a cancelled draft is over and has no clock.
    private static let untimed: Members<Shown> = [
        .init("id") { "\($0.room.id)" }, .init("tournamentId") { $0.room.tournament.map { "\($0)" } ?? "" },
        .init("tournamentTitle") { $0.title },
        .init("status") { $0.isCalledOff ? RoomStatus.complete.name : $0.room.status.name },
        .init("currentPickNumber") {
            $0.isCalledOff ? $0.room.ruleset.snake.pickCount + 1 : $0.room.currentPickNumber
        },
        .init("totalPicks") { $0.room.ruleset.snake.pickCount },
        .init("pickTimeSeconds") { $0.room.ruleset.pickClock.microseconds / 1_000_000 },
        .init("teams") { $0.room.ruleset.teams }, .init("rounds") { $0.room.ruleset.rounds },
        .init("statusDetail") { $0.room.status.name }, .init("clock", clock, orNull: { $0.room.runningClock }),
        .init("pause", RoomPage.pause, orNull: { $0.room.pause }),
        .init("countdownEndsAt") { $0.room.status == .countdown ? $0.room.countdownEndsAt?.appDate : nil },
        .init("version") { $0.room.version }, .init("participants", each: Participant.members) { $0.participants },
        .init("picks", .list(AppPick.members.shape)) { .encoded($0.picks) },
    ]

    fileprivate static let time: Members<Timestamp> = [
        .init("serverTime") { $0.appDate }, .init("serverTimeMicroseconds") { $0.microseconds },
    ]

    private static let clock: Members<RoomState.Clock> = [
        .init("pickNumber") { $0.pick }, .init("epoch") { $0.epoch }, .init("deadline") { $0.deadline.appDate },
        .init("graceEndsAt") { $0.graceEndsAt.appDate }, .init("deadlineMicroseconds") { $0.deadline.microseconds },
        .init("graceEndsAtMicroseconds") { $0.graceEndsAt.microseconds },
    ]

    private mutating func participant(
        on seat: Seat, at index: Int, in room: RoomState, _ ledger: DraftLedger
    ) throws -> Participant {
        let member = room.member(at: seat)
        if let user = member?.user, names[user] == nil {
            names[user] = try Self.name(of: user, ledger) ?? "user \(user)"
        }
        return Participant(
            room: room.id, seat: seat, index: index, member: member, name: member?.user.flatMap { names[$0] } ?? "")
    }

    private mutating func encodePicks(of room: RoomState, _ pools: AppPools, _ ledger: DraftLedger) throws {
        for pick in room.board.dropFirst(picks.count) {
            if let player = pick.pick.player, Int(player) >= pool.players.count {
                pool = try pools.pool(room.pool, in: ledger, notOlderThan: .zero)
            }
            picks.append(
                Self.pick(
                    pick.number, by: pick.entry, taking: pick.pick.player, source: pick.pick.source,
                    at: pick.pick.occurredAt ?? pick.pick.recordedAt, in: room, pool
                ).map { AppPick.members.json(of: $0).compact })
        }
    }

    /// A pick; nil for one without a player whom the app can show.
    static func pick(
        _ number: PickNumber, by entry: EntryID?, taking player: PlayerIndex?, source: PickSource,
        at moment: Timestamp, in room: RoomState, _ pool: AppPool
    ) -> AppPick? {
        let snake = room.ruleset.snake
        guard let player = player.flatMap({ pool.player($0, picks: snake.pickCount) }) else { return nil }
        return AppPick(
            room: room.id, number: number, snake: snake, entry: entry, player: player, moment: moment, source: source)
    }
}

/// A pick as the app shows picks.
struct AppPick: Sendable {
    let room: RoomID
    let number: PickNumber
    let snake: Snake
    let entry: EntryID?
    let player: AppPlayer
    let moment: Timestamp
    let source: PickSource

    static let members = Members<AppPick>(
        "AppPick",
        [
            .init("id") { "\($0.room)-\($0.number)" }, .init("pickNumber") { $0.number },
            .init("round") { $0.snake.round(of: $0.number) },
            .init("pickInRound") { $0.snake.pickInRound(of: $0.number) },
            .init("participantId") { $0.entry.map { "\($0)" } ?? "" },
            .init("participantIndex") { $0.snake.slot(of: $0.number) },
            .init("player", AppPlayer.members) { $0.player },
            .init("timestamp") { $0.moment.appDate }, .init("source") { $0.source.name },
        ])
}
