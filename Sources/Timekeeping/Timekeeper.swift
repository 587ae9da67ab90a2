public import Draft
public import Projections

/// The automatic steps of the rules and their times: a value that folds the ledger's events and returns the scheduler's
/// commands that are due.
///
/// It reads no clock and sends nothing: its owner passes the time and the outcomes of its commands, so a whole contest can
/// run in virtual time. ``ClockDriver`` runs one for a live ledger.
///
/// A few hundred bytes for each room that is not over. Folding an event and taking a duty cost O(log rooms).
public struct Timekeeper: Sendable {
    /// A command of the scheduler's whose time has come.
    public struct Duty: Hashable, Sendable {
        public var command: Command
        /// Since when: its lateness counts from here.
        public var dueAt: Timestamp
    }

    /// What is known of a command that is on its way.
    private enum Underway {
        /// Neither its outcome is known nor are its events folded.
        case sent
        /// It came to nothing; the next one not before this.
        case postponed(until: Timestamp)
    }

    private var rooms: [RoomID: RoomWatch] = [:]
    private var contests: [TournamentID: ContestWatch] = [:]
    private var deadlines = DeadlineHeap<StreamKey>()
    /// Streams about which nothing more is asked until it is known what became of the last command.
    private var underway: [StreamKey: Underway] = [:]
    /// Positions of the last events of commands that were accepted and are not folded yet.
    private var awaited: [UInt64: StreamKey] = [:]
    /// Events below this position have been folded.
    private var position: UInt64 = 0

    public init() {}

    /// Rooms that are watched: those that are not over.
    public var roomCount: Int { rooms.count }

    /// When something may be due next; nil while nothing is to come before something happens.
    public var nextDue: Timestamp? { deadlines.first?.time }
}

// MARK: What happens

extension Timekeeper {
    /// Begins to watch a room as it stands now, instead of from its first event on.
    public mutating func watch(_ room: RoomState, at now: Timestamp) {
        guard !room.status.isTerminal else { return }
        rooms[room.id] = RoomWatch(room, at: now)
        arm(.room(room.id))
    }

    /// Begins to watch whether a contest's rooms can still fill.
    ///
    /// - Parameters:
    ///   - contest: as it stands.
    ///   - summaries: its rooms, of whatever status, as they stand.
    public mutating func watch(_ contest: TournamentState, rooms summaries: [RoomSummary]) {
        guard contest.stage == .open, var watch = ContestWatch(contest.details) else { return }
        for room in summaries { watch.adopt(room) }
        contests[contest.id] = watch
        arm(.tournament(contest.id))
    }

    /// Folds the ledger's next event.
    public mutating func fold(_ recorded: RecordedEvent) {
        position = recorded.position + 1
        switch recorded.stream {
        case .room(let id), .clock(let id): fold(recorded, of: id)
        case .tournament(let id): fold(recorded, of: id)
        default: break
        }
        if let subject = awaited.removeValue(forKey: recorded.position) { release(subject) }
    }

    private mutating func fold(_ recorded: RecordedEvent, of id: RoomID) {
        if case .opened(let opened) = recorded.event.preparation {
            rooms[id] = RoomWatch(opened)
            guard let contest = opened.tournament else { return }
            contests[contest]?.open(id, at: recorded.recordedAt)
            return arm(.tournament(contest))
        }
        guard var room = rooms[id] else { return }
        let contest = room.tournament
        let isWaiting = room.stage == .waiting
        room.evolve(recorded.event, recordedAt: recorded.recordedAt)
        rooms[id] = room.stage == .over ? nil : room
        if let contest, contests[contest] != nil, isWaiting != (room.stage == .waiting) || room.stage == .over {
            contests[contest]?.evolve(recorded.event, in: id, at: recorded.recordedAt)
            arm(.tournament(contest))
        }
        arm(.room(id))
    }

    private mutating func fold(_ recorded: RecordedEvent, of id: TournamentID) {
        switch recorded.event.contest {
        case .created(let details): contests[id] = ContestWatch(details)
        case .closed, .cancelled, .finalized: contests[id] = nil
        case .prizes, .overlay, .rake, .rounds, .scoring, .played, .pods, nil: break
        }
    }
}

// MARK: What is due

extension Timekeeper {
    /// The commands whose time has come: at most one about each stream, what decides picks before what only shows clocks.
    ///
    /// They count as sent: nothing more is due about their streams before ``settle(_:at:)`` or ``postpone(_:until:)``.
    public mutating func takeDue(at now: Timestamp) -> [Duty] {
        var duties: [Duty] = []
        while let entry = deadlines.first, entry.time <= now {
            deadlines.removeFirst()
            disarm(entry)
            if case .postponed(let until)? = underway[entry.subject], until <= now { underway[entry.subject] = nil }
            guard underway[entry.subject] == nil, let duty = next(of: entry.subject, at: now) else { continue }
            guard duty.dueAt <= now else {
                arm(entry.subject, at: now)
                continue
            }
            underway[entry.subject] = .sent
            duties.append(duty)
        }
        return duties.sorted { ($0.isTick ? 1 : 0, $0.dueAt) < ($1.isTick ? 1 : 0, $1.dueAt) }
    }

    /// A duty's command was accepted.
    ///
    /// - Parameters:
    ///   - command: the duty's.
    ///   - position: of the last of its events. Once that is folded, the next thing about the stream can be due.
    public mutating func settle(_ command: Command, at position: UInt64) {
        let subject = command.anchor
        guard underway[subject] != nil else { return }
        if position < self.position { release(subject) } else { awaited[position] = subject }
    }

    /// A duty's command came to nothing, since something else had happened or the ledger could not store it.
    ///
    /// - Parameters:
    ///   - command: the duty's.
    ///   - moment: before which nothing about its stream is tried again.
    public mutating func postpone(_ command: Command, until moment: Timestamp) {
        let subject = command.anchor
        guard underway[subject] != nil else { return }
        underway[subject] = .postponed(until: moment)
        deadlines.insert(.init(time: moment, subject: subject))
    }

    private mutating func release(_ subject: StreamKey) {
        underway[subject] = nil
        arm(subject)
    }

    private func next(of subject: StreamKey, at now: Timestamp) -> Duty? {
        switch subject {
        case .room(let id):
            rooms[id]?.next(at: now).map { Duty(command: .room(id, $0.command), dueAt: $0.time) }
        case .tournament(let id):
            contests[id]?.cannotFillSince.map { Duty(command: .tournament(id, .closeEntries), dueAt: $0) }
        default: nil
        }
    }

    /// Puts the next thing about a stream among the deadlines, unless it stands there.
    ///
    /// - Parameter now: where it is known, what would only be shown too late is left out.
    private mutating func arm(_ subject: StreamKey, at now: Timestamp = Timestamp(microseconds: .min)) {
        guard underway[subject] == nil, let time = next(of: subject, at: now)?.dueAt, armed(subject) != time else {
            return
        }
        switch subject {
        case .room(let id): rooms[id]?.armedFor = time
        case .tournament(let id): contests[id]?.armedFor = time
        default: return
        }
        deadlines.insert(.init(time: time, subject: subject))
    }

    private mutating func disarm(_ entry: DeadlineHeap<StreamKey>.Entry) {
        guard armed(entry.subject) == entry.time else { return }
        switch entry.subject {
        case .room(let id): rooms[id]?.armedFor = nil
        case .tournament(let id): contests[id]?.armedFor = nil
        default: return
        }
    }

    private func armed(_ subject: StreamKey) -> Timestamp? {
        switch subject {
        case .room(let id): rooms[id]?.armedFor
        case .tournament(let id): contests[id]?.armedFor
        default: nil
        }
    }
}

extension Timekeeper.Duty {
    /// Whether it only shows a clock.
    var isTick: Bool { if case .room(_, .tickClock) = command { true } else { false } }
}
