import Draft
import Records

/// The audit's own data about a room, in addition to its state.
struct RoomTrack: Sendable {
    /// Clocks started since the pick on the clock, or the pause, began.
    private(set) var clocksOfPick = 0

    /// When the event before the group at hand was recorded.
    var lastRecordedAt: Timestamp?

    /// When the last command arrived that changed whose turn it is or how long that lasts.
    private(set) var lastDecided: Timestamp?

    /// When the last command arrived that took a seat.
    private(set) var lastSeated: Timestamp?

    /// When the clock was shown for the last time.
    private(set) var lastShownAt: Timestamp?

    /// Since when a clock runs that was not shown again; nil while none runs.
    private(set) var shownSince: Timestamp?

    /// The last event of each stream.
    private(set) var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]

    /// Commands by their ids in each stream: what they came to first. Of a room that is over, those since then.
    var commands: [StreamKey: [CommandKey: CommandMark]] = [:]

    /// The events of each seat's queue, for autopicks that read an earlier version.
    private(set) var queues: [Seat: [RecordedEvent]] = [:]

    /// The last pick that the rules made.
    private(set) var lastAutomation: (position: UInt64, moment: Timestamp)?

    /// Each seat's last pick that the rules made, since a correction changed the board.
    var hearings: [Seat: KeptHearing] = [:]

    /// When the autodraft of each seat went on that is on.
    private(set) var autodraftStarts: [Seat: Timestamp] = [:]

    /// When the running clock was started, and each seat's autodraft switched on, by their records.
    private(set) var clockRecordedAt: Timestamp?
    private(set) var autodraftRecordedAt: [Seat: Timestamp] = [:]

    /// When the pause began that lasts, by its record, and the position of that record.
    private(set) var pausedRecordedAt: Timestamp?
    private(set) var pausedPosition: UInt64?

    /// Whether the outage for which the room is paused is a step of the clock.
    var isPausedForStep = false

    /// When the outage was over for which the service has paused the room; nil for no such pause, and once it is reported.
    var outageEndedAt: Timestamp?

    /// The position of the outage for which the service has paused the room last.
    var pausedForOutage: UInt64?

    /// The sender of the pause that lasts.
    private(set) var pausedBy: Sender?

    /// The outage for which the room has not been paused yet, though it was running.
    var owedOutage: Outage?

    /// The due step that was already reported as overdue.
    var overdue: Timestamp?

    /// Whether the room is over, and what was known of its commands until then forgotten.
    private(set) var isOver = false

    struct CommandMark: Sendable {
        var fingerprint: UInt32
        var position: UInt64
    }

    struct KeptHearing: Sendable {
        var hearing: Hearing
        /// Edits of the queue that came in time for the pick and were handled after it.
        var lateEdits: [RecordedEvent] = []
        /// Whether its edits are judged.
        var isClosed = false
    }

    /// Takes a tick.
    mutating func noteShown(at moment: Timestamp) {
        lastShownAt = moment
        shownSince = moment
        lastRecordedAt = moment
    }

    /// Takes an event as the last one of its stream.
    mutating func link(_ recorded: RecordedEvent) { heads[recorded.stream] = (recorded.version, recorded.position) }

    /// - Parameter isLinking: whether links between events are checked.
    mutating func note(_ recorded: RecordedEvent, linking isLinking: Bool) {
        if case .automated = recorded.event.pick { lastAutomation = (recorded.position, recorded.moment) }
        if isLinking { link(recorded) }
        switch recorded.event.room {
        case .pick(.made), .pick(.automated), .pick(.corrected), .clock(.extended), .clock(.paused), .clock(.resumed):
            lastDecided = max(lastDecided ?? .distantPast, recorded.moment)
        case .membership(.taken): lastSeated = max(lastSeated ?? .distantPast, recorded.moment)
        case .membership, .preparation, .clock, .seatChange, .ending, .results, nil:
            break
        }
        switch recorded.event.room {
        case .clock(.started):
            clocksOfPick += 1
            clockRecordedAt = recorded.recordedAt
            shownSince = recorded.recordedAt
        case .clock(.ticked): noteShown(at: recorded.recordedAt)
        case .pick(.made), .pick(.automated), .clock(.resumed):
            clocksOfPick = 0
            shownSince = nil
        case .clock(.paused):
            shownSince = nil
            pausedRecordedAt = recorded.recordedAt
            pausedPosition = recorded.position
            pausedBy = recorded.origin?.actor
        case .pick(.corrected(let corrected)):
            if corrected.mode == .cascade {
                clocksOfPick = 0
                shownSince = nil
            }
            hearings = [:]
        case .seatChange(.autodraft(let set)):
            autodraftStarts[set.seat] = set.on ? recorded.moment : nil
            autodraftRecordedAt[set.seat] = set.on ? recorded.recordedAt : nil
        case .ending(.completed), .ending(.cancelled), .ending(.voided):
            // Later events are rare, and a million rooms must not stay in memory in full.
            isOver = true
            forgetCommands(but: recorded.origin)
            queues = [:]
            hearings = [:]
            autodraftStarts = [:]
            autodraftRecordedAt = [:]
        case .membership, .preparation, .clock, .seatChange, .results, nil: break
        }
        if case .queue(_, let seat) = recorded.stream, !isOver { queues[seat, default: []].append(recorded) }
    }

    /// Forgets the commands of a room that is over: all but the last of an importer's, behind which stands what the site
    /// states of the draft, by commands of their own.
    private mutating func forgetCommands(but last: CommandOrigin?) {
        guard let last, last.actor.role == .importer else { return commands = [:] }
        commands = commands.compactMapValues { marks in marks[last.key].map { [last.key: $0] } }
    }
}
