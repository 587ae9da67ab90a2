import Draft
import DraftLedger
import NIOCore
import Pages
import Records
import TextFormats

/// A piece of a stream, encoded once for all who get it.
struct Frame: Sendable {
    /// The position of the event in the ledger.
    let position: UInt64
    /// The only one who gets it; nil for everybody in the room.
    let reader: UserID?
    let bytes: ByteBuffer

    /// Server-sent event: `id` is the event's position, so that who comes back says what was delivered last.
    init(_ name: String, _ data: String, at position: UInt64, for reader: UserID? = nil) {
        self.position = position
        self.reader = reader
        bytes = ByteBuffer(string: "id: \(position)\nevent: \(name)\ndata: \(data)\n\n")
    }

    /// Makes the frame of an event for people in a room; nil for an event that is not shown live.
    ///
    /// Ticks are recorded, not broadcast: a clock's deadline has the same information. A refusal is only for its
    /// sender, and a queue only for its seat.
    init?(_ recorded: RecordedEvent, in room: RoomState) {
        if case .ticked = recorded.event.clock { return nil }
        switch recorded.stream {
        case .room where recorded.event.refusal != nil:
            guard let origin = recorded.origin, origin.actor.role == .user, let user = origin.actor.user else {
                return nil
            }
            self.init("you", recorded.jsonLine, at: recorded.position, for: user)
        case .room: self.init("events", recorded.withoutQueueContents.jsonLine, at: recorded.position)
        case .queue(_, let seat):
            guard let user = room.member(at: seat)?.user else { return nil }
            self.init("you", recorded.jsonLine, at: recorded.position, for: user)
        case .system, .pool, .tournament, .clock, .wallet, .user, .dispute, .staff, .measure, .season, .aliases, .notes:
            return nil
        }
    }
}

/// A watched room: folded once, with its last frames.
struct RoomFeed: Sendable {
    private(set) var view: RoomView
    /// Events of the room and of its queues below this position are folded.
    private(set) var position: UInt64
    private(set) var buffer: FrameBuffer
    private var snapshot: (version: UInt32, frame: String)?
    /// The feed of the app's listeners; nil if there are no listeners.
    private var app: AppRoomFeed?
    /// The viewers of the room.
    var viewers: Set<ObjectIdentifier> = []
    /// The viewers that listen like the app.
    private var listeners: Set<ObjectIdentifier> = []

    init(_ view: RoomView, at position: UInt64) {
        self.view = view
        self.position = position
        buffer = FrameBuffer(from: position)
    }

    /// - Returns: whether any viewer may get something new.
    mutating func take(_ recorded: RecordedEvent) -> Bool {
        guard recorded.position >= position else { return false }
        position = recorded.position + 1
        if case .room = recorded.stream {
            view.room.evolve(recorded.event, at: recorded.place)
            app?.take(recorded)
        }
        guard let frame = Frame(recorded, in: view.room) else { return false }
        buffer.append(frame)
        return true
    }

    /// Nothing below a position is missing.
    mutating func advance(to end: UInt64) { position = max(position, end) }

    /// Takes what the log has below a position, ahead of the tail.
    ///
    /// - Returns: those who may get something new.
    mutating func catchUp(to end: UInt64, from ledger: DraftLedger) throws -> Set<ObjectIdentifier> {
        guard position < end else { return [] }
        var isNew = false
        for event in try ledger.timeline(of: view.room.id, at: .position(end), includingQueues: true)
        where event.position >= position {
            if take(event) { isNew = true }
        }
        position = end
        return isNew ? viewers : []
    }

    /// The whole room as its address answers it, encoded once for each version.
    mutating func snapshotData() -> String {
        if let snapshot, snapshot.version == view.room.version { return snapshot.frame }
        let data = RoomPage(view: view).json.compact
        snapshot = (view.room.version, data)
        return data
    }
}

// MARK: The app

extension RoomFeed {
    /// Whether the app listens.
    var isHeard: Bool { app != nil }

    /// - Parameter feed: the feed to use if the room has no other listener.
    mutating func listen(_ feed: AppRoomFeed?, _ viewer: Viewer) {
        if app == nil { app = feed?.starting(at: position) }
        listeners.insert(ObjectIdentifier(viewer))
        if let user = viewer.user { app?.listen(user, begins: true) }
    }

    mutating func leave(_ viewer: Viewer) {
        viewers.remove(ObjectIdentifier(viewer))
        guard listeners.remove(ObjectIdentifier(viewer)) != nil, let user = viewer.user else { return }
        app?.listen(user, begins: false)
    }

    mutating func appBody(_ pools: AppPools, _ ledger: DraftLedger) throws -> AppRoomBody? {
        try app?.body(of: view.room, pools, ledger)
    }

    mutating func show(_ pick: PickNumber, to user: UserID) { app?.show(pick, to: user) }

    func pickShown(to user: UserID) -> PickNumber? { app?.shown[user] }
}
