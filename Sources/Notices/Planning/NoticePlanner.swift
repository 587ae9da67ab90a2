import Draft

/// The notices to members, folded from the ledger's events.
///
/// It reads no clock and sends nothing: the same events give the same notices whenever they are folded. Its owner decides
/// when a notice is due, and asks ``isTrue(_:)`` right before it is sent.
///
/// About 12 kB for each room with a running draft of 216 picks, less before. Folding an event costs O(members).
struct NoticePlanner: Sendable {
    /// The questions that it asks the ledger.
    struct Sources: Sendable {
        /// The events of a room below a position, with which a room begins that is not known yet.
        var events: @Sendable (_ room: RoomID, _ position: UInt64) throws -> [RecordedEvent]
        var title: @Sendable (_ contest: TournamentID) throws -> String?
        /// The name and the position of a player, as the app shows them.
        var player: @Sendable (_ pool: PoolID, _ player: PlayerIndex) throws -> (name: String, position: String)?
    }

    /// The consequences of an event.
    struct Plan {
        var notices: [Notice] = []
        var changes: [ActivityChange] = []
        /// Turns that the event ends: all notices about them can be recorded.
        var turns: [Turn] = []
    }

    /// A turn of a member; the end of the draft for the member where there is no pick.
    struct Turn: Hashable, Sendable {
        var user: UserID
        var room: RoomID
        var pick: PickNumber?
    }

    private struct Watch {
        var room: RoomState
        var title: String
        /// The turn of which the member was told that it began: a clock that starts again after a pause tells nothing new.
        var startedPick: PickNumber = 0

        mutating func fold(_ recorded: RecordedEvent) {
            room.fold(recorded)
            switch recorded.event.room {
            case .clock(.started(let started)): startedPick = started.pick
            // The picks after it are made again.
            case .pick(.corrected): startedPick = 0
            case .membership, .preparation, .clock, .pick, .seatChange, .ending, .results, nil: break
            }
        }
    }

    private let sources: Sources
    private var rooms: [RoomID: Watch] = [:]

    init(_ sources: Sources) { self.sources = sources }

    /// Rooms that are in memory.
    var roomCount: Int { rooms.count }

    /// Folds the ledger's next event.
    ///
    /// - Throws: what keeps the ledger from being read.
    mutating func fold(_ recorded: RecordedEvent) throws -> Plan {
        guard case .room(let id) = recorded.stream, recorded.event.refusal == nil else { return Plan() }
        guard var watch = try watch(id, before: recorded.position, beginning: recorded) else { return Plan() }
        let (alreadyTold, before) = (watch.startedPick, watch.room)
        watch.fold(recorded)
        rooms[id] = watch.room.status.isTerminal ? nil : watch
        return try plan(recorded, watch, before, alreadyTold: alreadyTold)
    }

    /// Whether a notice is still true: the room stands as the notice says.
    mutating func isTrue(_ notice: Notice, upTo position: UInt64) throws -> Bool {
        guard let room = try watch(notice.room, before: position)?.room, !room.status.isTerminal,
            room.seat(of: notice.id.user) != nil
        else { return false }
        switch notice.id.kind {
        case .roomFilled: return !room.hasStarted
        case .draftStarting: return true
        case .picksAway: return notice.pick == room.currentPickNumber + 2
        // In a pause, too: the member picks once it is over.
        case .onTheClock, .slowDraftEmail: return notice.pick == room.currentPickNumber
        case .tenSeconds: return room.runningClock?.deadline == notice.deadline && notice.pick == room.currentPickNumber
        }
    }

    /// The pick on the clock of a room, or the next one; nil once the draft is over.
    mutating func currentPick(in room: RoomID, upTo position: UInt64) throws -> PickNumber? {
        try watch(room, before: position)?.room.currentPickNumber
    }

    private mutating func watch(
        _ id: RoomID, before position: UInt64, beginning recorded: RecordedEvent? = nil
    ) throws -> Watch? {
        if let known = rooms[id] { return known }
        let earlier = try sources.events(id, position)
        guard let first = earlier.first ?? recorded, let room = RoomState(beginning: first.event, at: first.place),
            room.ruleset.isTimed
        else { return nil }
        let title = try room.tournament.flatMap { try sources.title($0) } ?? "Room \(id)"
        var watch = Watch(room: room, title: title)
        // The state of a room begins with its first event, which is folded then.
        if earlier.isEmpty { return watch }
        for event in earlier.dropFirst() { watch.fold(event) }
        guard !watch.room.status.isTerminal else { return nil }
        rooms[id] = watch
        return watch
    }

    // MARK: What an event leads to

    private func plan(
        _ recorded: RecordedEvent, _ watch: Watch, _ before: RoomState, alreadyTold: PickNumber
    ) throws -> Plan {
        let room = watch.room
        var plan = Plan()
        switch recorded.event.room {
        case .preparation(.filled):
            for user in room.users {
                plan.notices.append(notice(.roomFilled, to: user, about: nil, watch, recorded, until: .seconds(300)))
            }
        case .preparation(.begun):
            for user in room.users {
                plan.notices.append(
                    notice(
                        .draftStarting, to: user, about: room.firstTurn(of: user), watch, recorded, until: .seconds(120)
                    ))
            }
            plan.changes = try changes(.start, watch, at: recorded.recordedAt)
        case .clock(.started(let started)):
            plan.notices = turnNotices(started, watch, recorded, isNew: alreadyTold != started.pick)
            plan.changes = try changes(.update, watch, at: recorded.recordedAt)
        case .pick(.made), .pick(.automated):
            let pick = before.currentPickNumber
            if let user = before.user(atPick: pick) {
                plan.turns.append(Turn(user: user, room: room.id, pick: pick))
            }
            if let next = room.user(turningIn: 2) {
                let wait = max(.seconds(60), Interval(microseconds: 2 * room.ruleset.pickClock.microseconds))
                plan.notices.append(
                    notice(.picksAway, to: next.user, about: next.pick, watch, recorded, until: wait))
            }
        case .ending:
            plan.turns = room.users.map { Turn(user: $0, room: room.id, pick: nil) }
            plan.changes = try changes(.end, watch, at: recorded.recordedAt)
        case .membership(.left(let left)):
            if let user = before.member(at: left.seat)?.user {
                plan.turns.append(Turn(user: user, room: room.id, pick: nil))
            }
        case .membership(.taken), .preparation, .clock, .pick(.corrected), .seatChange, .results, nil: break
        }
        return plan
    }

    /// The notices to the member on the clock. A member whose picks the rules make is told nothing.
    private func turnNotices(
        _ started: ClockStarted, _ watch: Watch, _ recorded: RecordedEvent, isNew: Bool
    ) -> [Notice] {
        let room = watch.room
        guard let seat = room.seatOnClock, let member = room.member(at: seat), let user = member.user,
            !member.autodraft
        else { return [] }
        var notices: [Notice] = []
        let left = started.deadline - recorded.recordedAt
        if isNew {
            notices.append(notice(.onTheClock, to: user, about: started.pick, watch, recorded, until: left))
            if room.ruleset.preset == .slow {
                notices.append(notice(.slowDraftEmail, to: user, about: started.pick, watch, recorded, until: left))
            }
        }
        if left > Self.warning {
            var warning = notice(.tenSeconds, to: user, about: started.pick, watch, recorded, until: left)
            warning.dueAt = started.deadline - Self.warning
            notices.append(warning)
        }
        return notices
    }

    private func notice(
        _ kind: NoticesRecorded.Kind, to user: UserID, about pick: PickNumber?, _ watch: Watch,
        _ recorded: RecordedEvent, until wait: Interval
    ) -> Notice {
        Notice(
            id: NoticeID(cause: recorded.position, user: user, kind: kind), room: watch.room.id, pick: pick,
            pickLabel: pick.map { watch.room.ruleset.snake.label(of: $0) } ?? "", title: watch.title,
            deadline: watch.room.runningClock?.deadline, dueAt: recorded.recordedAt,
            goodUntil: recorded.recordedAt + wait)
    }

    /// The change for the lock screens of all members.
    private func changes(_ step: ActivityChange.Step, _ watch: Watch, at moment: Timestamp) throws -> [ActivityChange] {
        let room = watch.room
        let snake = room.ruleset.snake
        let pick = min(room.currentPickNumber, snake.pickCount)
        let last = try room.picks.last?.player.flatMap { try sources.player(room.pool, $0) }
        let left = room.runningClock.map { max(0, ($0.deadline - moment).microseconds / 1_000_000) } ?? 0
        return room.users.map { user in
            ActivityChange(
                step: step, room: room.id, title: watch.title, user: user,
                state: ActivityState(
                    timeRemaining: Int(left), pickNumber: pick, round: snake.round(of: pick),
                    pickInRound: snake.pickInRound(of: pick),
                    isMyTurn: room.runningClock != nil && room.user(atPick: pick) == user,
                    currentPlayerName: last?.name, currentPlayerPosition: last?.position),
                at: moment, goodUntil: moment + (step == .end ? .seconds(3_600) : max(.seconds(10), .seconds(left))))
        }
    }

    /// How long before the end of the time a member is told that it ends.
    private static let warning = Interval.seconds(10)
}

extension RoomState {
    /// The users who are members, by seat.
    fileprivate var users: [UserID] { members.compactMap { $0?.user } }

    /// The user whose turn a pick is; nil before the order is drawn.
    fileprivate func user(atPick pick: PickNumber) -> UserID? {
        guard (1...ruleset.snake.pickCount).contains(pick) else { return nil }
        let slot = Int(ruleset.snake.slot(of: pick))
        return slot < seatOfSlot.count ? member(at: seatOfSlot[slot])?.user : nil
    }

    /// The first turn of a user; nil before the order is drawn.
    fileprivate func firstTurn(of user: UserID) -> PickNumber? {
        (1...PickNumber(ruleset.teams)).first { self.user(atPick: $0) == user }
    }

    /// The user whose next turn is this number of picks away, unless the rules pick for the user.
    fileprivate func user(turningIn distance: PickNumber) -> (user: UserID, pick: PickNumber)? {
        let pick = currentPickNumber + distance
        guard let user = user(atPick: pick), let seat = seat(of: user), member(at: seat)?.autodraft == false,
            !(currentPickNumber..<pick).contains(where: { self.user(atPick: $0) == user })
        else { return nil }
        return (user, pick)
    }
}
