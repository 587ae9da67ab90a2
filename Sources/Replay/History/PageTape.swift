package import Draft
package import DraftLedger
package import Merkle

/// A draft step by step, each with what it changed: what the page plays.
package struct PageTape {
    /// One event of the room, or of the viewer's own queue.
    package struct Step {
        /// The new content of a cell of the board; nil for one that a cascade emptied.
        package struct Cell {
            package var index: Int
            package var pick: RoomState.Pick?
        }

        package var recorded: RecordedEvent
        package var text: String
        package var hash: TreeHash
        package var mark: Mark?
        /// In playing time: long waits are cut short.
        package var playedAt: Interval
        /// In the draft's own time; nil where an import's source has none.
        package var happenedAt: Timestamp?
        package var cells: [Cell] = []
        package var status: RoomStatus?
        /// The pick on the clock, 0 for none; nil where it stays.
        package var onTheClock: PickNumber?
        /// Nil where it stays.
        package var clock: RoomState.Clock??
        package var queue: [PlayerIndex]?
    }

    /// The kinds of events that the timeline highlights.
    package enum Mark: String {
        case refusal
        case correction
        case pause
    }

    package private(set) var steps: [Step] = []
    package private(set) var room: RoomState
    /// Ticks, which the page leaves out: between two events it runs the clock itself.
    package private(set) var ticks = 0

    /// The step right after which each pick, from 1, is on the board for the first time.
    package private(set) var stepOfPick: [Int] = []

    /// The step that started the draft.
    package private(set) var start = 0

    package let history: RoomHistory
    package let course: ReplayCourse

    /// - Parameters:
    ///   - history: the room's, from the same ledger.
    ///   - ledger: the ledger to read.
    ///   - viewer: the seat whose queue is played too.
    ///   - shows: which events become steps; the others are folded only.
    package init(
        _ history: RoomHistory, in ledger: DraftLedger, viewer: Seat?,
        shows: (RecordedEvent) -> Bool = { _ in true }
    ) throws {
        self.history = history
        guard let room = history.state else {
            throw DraftLedgerError(.unknownRoom, "Room \(history.room) has no opening event, so it cannot be replayed.")
        }
        self.room = room
        let narrator = EventSentences(history, room: room, reader: viewer)
        let view = history.view()
        course = ReplayCourse(of: history.events, in: room)
        var pace = PagePace(course)
        for recorded in history.events {
            if case .queue(_, let seat) = recorded.stream, seat != viewer { continue }
            let before = view.room
            view.fold(recorded)
            if case .ticked = recorded.event.clock {
                ticks += 1
                continue
            }
            guard shows(recorded) else { continue }
            var step = Step(
                recorded: recorded, text: narrator.narration(of: try ledger.told(recorded)).text,
                hash: TreeHash.leaf(try ledger.record(at: recorded.position)), mark: recorded.event.mark,
                playedAt: pace.advance(to: recorded), happenedAt: course.moment(of: recorded))
            if let after = view.room { step.note(from: before, to: after) }
            if case .queue(_, let seat) = recorded.stream { step.queue = view.queue(history.room, seat).players }
            note(recorded)
            steps.append(step)
        }
    }

    private mutating func note(_ recorded: RecordedEvent) {
        if case .begun = recorded.event.preparation { start = steps.count }
        if let pick = recorded.event.madePick, Int(pick) == stepOfPick.count + 1 { stepOfPick.append(steps.count) }
    }
}

extension PageTape.Step {
    /// Notes what an event has changed that the page shows.
    fileprivate mutating func note(from before: RoomState?, to after: RoomState) {
        if before?.status != after.status { status = after.status }
        let turn = after.isDrafting ? after.currentPickNumber : 0
        if turn != (before.map { $0.isDrafting ? $0.currentPickNumber : 0 } ?? 0) { onTheClock = turn }
        if before?.clock?.deadline != after.clock?.deadline || before?.clock?.epoch != after.clock?.epoch {
            clock = .some(after.clock)
        }
        let (old, new) = (before?.picks ?? [], after.picks)
        for index in 0..<max(old.count, new.count) {
            let one = index < old.count ? old[index] : nil
            let other = index < new.count ? new[index] : nil
            if one?.player != other?.player || one?.source != other?.source || (one == nil) != (other == nil) {
                cells.append(Cell(index: index, pick: other))
            }
        }
    }
}

extension RoomState {
    /// Whether a pick is on the clock, or stands still on it.
    fileprivate var isDrafting: Bool {
        (status == .active || status == .paused) && currentPickNumber <= ruleset.snake.pickCount
    }
}

extension Event {
    fileprivate var mark: PageTape.Mark? {
        if refusal != nil { return .refusal }
        return switch room {
        case .pick(.corrected), .ending(.voided), .ending(.cancelled): .correction
        case .clock(.paused), .clock(.resumed), .clock(.extended): .pause
        case .membership, .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
            nil
        }
    }
}
