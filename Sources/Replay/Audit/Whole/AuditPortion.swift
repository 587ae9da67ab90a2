import Draft
import DraftLedger
import Records

/// A part of the ledger, split by auditor: rooms by shard, the money, and the operator's commands, which are whole groups.
///
/// The auditor of the operator's commands does not see picks, clocks and ticks of drafts: rooms report their result.
struct AuditPortion: Sendable {
    /// For the rooms of one core, each in the order of the ledger.
    struct Lane: Sendable {
        var events: [RecordedEvent] = []
        var ticks: [ShownClock] = []
        /// The questions of the auditor of the operator's commands to rooms.
        var questions: [RoomAtPosition] = []
    }

    /// The groups for the auditor of the operator's commands.
    enum HouseItem: Sendable {
        /// All events of one command, or one event of none.
        case group(CommandGroup)
        /// A signed command of a draft, whose keys the auditor of the operator's commands knows.
        case signed(CommandGroup)
        /// An event of a draft that changes the operator's options for its room or shows the version of the software.
        case milestone(RecordedEvent)
    }

    private(set) var lanes: [Lane]
    private(set) var money: [RecordedEvent] = []
    private(set) var house: [HouseItem] = []

    private let rooms: RoomsNamed
    private var eventCount = 0
    /// The command whose events are being gathered.
    private var group: CommandGroup?

    init(shards: Int, rooms: RoomsNamed) {
        lanes = Array(repeating: Lane(), count: shards)
        self.rooms = rooms
    }

    /// Takes the next record. One that cannot be read is left out: a verification reports it.
    mutating func add(_ view: RecordView) {
        let isOfClock = StreamKey.isClock(rawValue: view.stream)
        guard view.isTick, isOfClock || StreamKey.isRoom(rawValue: view.stream) else {
            // Unreadable records are omitted.
            if let event = try? view.decoded() { add(event) }
            return
        }
        if let tick = try? view.tick() {  // likewise
            add(
                ShownClock(
                    room: RoomID(StreamKey.number(inRawValue: view.stream)), isOfClock: isOfClock,
                    position: view.position, version: view.version, recordedAt: view.recordedAt, tick: tick))
        }
    }

    /// Takes the next event, where that is a tick.
    mutating func add(_ tick: ShownClock) {
        closeGroup()
        lanes[shard(of: tick.room.number)].ticks.append(tick)
    }

    /// Takes the next event.
    mutating func add(_ event: RecordedEvent) {
        if !continues(event) { closeGroup() }
        eventCount += 1
        if let room = event.stream.room { lanes[shard(of: room.number)].events.append(event) }
        if MoneyAuditor.concerns(event) { money.append(event) }
        if group == nil { group = CommandGroup(events: [event]) } else { group?.events.append(event) }
    }

    /// Whether an event belongs to the command whose events came last: a portion is not cut there.
    func continues(_ event: RecordedEvent) -> Bool { group?.isContinued(by: event) ?? false }

    /// Whether it is time for another portion: memory is bounded by the largest.
    var isLarge: Bool { eventCount >= 1 << 16 }

    /// To be called behind the last event.
    mutating func finish() { closeGroup() }

    private func shard(of room: UInt64) -> Int { Self.shard(of: RoomID(room), among: lanes.count) }

    /// The shard of a room.
    static func shard(of room: RoomID, among shards: Int) -> Int { Int(room.number % UInt64(shards)) }

    private mutating func closeGroup() {
        guard let group = group.take() else { return }
        if group.concernsHouse {
            ask(about: group)
            house.append(.group(group))
        } else {
            if group.origin?.signature != nil { house.append(.signed(group)) }
            for event in group.events where event.event.isMilestone { house.append(.milestone(event)) }
        }
    }

    /// For decisions about a whole room, the room's own auditor provides the state.
    private mutating func ask(about group: CommandGroup) {
        let position = group.first.position
        let asked = rooms.rooms(of: group)
        // Of each the answer is a whole draft, and the standings of a round ask for hundreds.
        if asked.count > 1 { eventCount += asked.count << 7 }
        for room in asked {
            lanes[shard(of: room.number)].questions.append(RoomAtPosition(room: room, position: position))
        }
    }
}

/// A tick without the event around it: nine in ten events of a live ledger.
struct ShownClock: Sendable {
    var room: RoomID
    /// Whether it stands in the clock's own stream; among the room's events otherwise, as older software has it.
    var isOfClock: Bool
    var position: UInt64
    var version: UInt32
    var recordedAt: Timestamp
    var tick: ClockTicked

    init(
        room: RoomID, isOfClock: Bool, position: UInt64, version: UInt32, recordedAt: Timestamp, tick: ClockTicked
    ) {
        self.room = room
        self.isOfClock = isOfClock
        self.position = position
        self.version = version
        self.recordedAt = recordedAt
        self.tick = tick
    }

    /// - Returns: nil for an event that is not a tick, or is in the wrong stream.
    init?(_ recorded: RecordedEvent) {
        guard case .ticked(let tick) = recorded.event.clock else { return nil }
        let isOfClock: Bool
        switch recorded.stream {
        case .clock: isOfClock = true
        case .room: isOfClock = false
        default: return nil
        }
        guard let room = recorded.stream.room else { return nil }
        self.init(
            room: room, isOfClock: isOfClock, position: recorded.position, version: recorded.version,
            recordedAt: recorded.recordedAt, tick: tick)
    }

    /// The whole event, for who has something to say of it; but for the link to the one before it.
    var recorded: RecordedEvent {
        RecordedEvent(
            position: position, stream: isOfClock ? .clock(room) : .room(room), version: version, previous: nil,
            recordedAt: recordedAt,
            origin: nil, event: .clockTicked(tick))
    }
}

/// A room as it was before a position.
struct RoomAtPosition: Hashable, Sendable {
    var room: RoomID
    var position: UInt64
}

/// Which rooms a command is decided by as a whole: those that cases, measures, refused commands and
/// standings are about.
struct RoomsNamed: Sendable {
    private let ofCases: [CaseID: RoomID]
    private let ofMeasures: [MeasureID: RoomID]

    init(_ libraries: AuditLibraries) {
        ofCases = libraries.roomsOfCases
        ofMeasures = libraries.roomsOfMeasures
    }

    func rooms(of group: CommandGroup) -> Set<RoomID> {
        var rooms: Set<RoomID> = []
        if let room = group.rejection?.refusedCommand?.namedRoom { rooms.insert(room) }
        rooms.formUnion(group.standingEntries.lazy.map(\.room))
        for event in group.events {
            if case .opened(let opened) = event.event.caseStep {
                rooms.insert(opened.room)
            } else if case .proposed(let proposed) = event.event.approval {
                if let room = proposed.command.namedRoom { rooms.insert(room) }
            } else if case .dispute(let id) = event.stream {
                if let room = ofCases[id] { rooms.insert(room) }
            } else if case .measure(let id) = event.stream {
                if let room = ofMeasures[id] { rooms.insert(room) }
            }
        }
        return rooms
    }
}

extension CommandGroup {
    /// Whether an event stands right behind the group and belongs to its command.
    func isContinued(by event: RecordedEvent) -> Bool {
        event.position == events[events.count - 1].position + 1 && takes(event)
    }

    /// Whether recomputing the group needs more than a room. Events without a draft's command are checked by the auditor of
    /// the operator's commands.
    fileprivate var concernsHouse: Bool {
        guard events.allSatisfy({ $0.stream.room != nil }) else { return true }
        if let rejection { return !rejection.command.isOfDraft }
        return !isOfDraft
    }

    /// Whether a draft's own command caused it, which its room's auditor recomputes.
    var isOfDraft: Bool {
        first.stream.kind == .queue
            || first.stream.kind == .room && first.event.traits.contains(.draftAct)
    }
}

extension Event {
    /// Whether it changes what staff may do with the room, depends on what the ledger has outside the room, or tells of
    /// which version its record is.
    fileprivate var isMilestone: Bool {
        if case .automated(let made) = pick { return made.policyVersion > 0 && made.queueVersion > 0 }
        return traits.contains(.milestone)
    }
}
