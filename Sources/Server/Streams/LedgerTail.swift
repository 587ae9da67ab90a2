import Draft
import DraftLedger
import NIOCore
import Pages
import Platform

/// The ledger's events as they arrive: read once, folded once and encoded once for each room, for all viewers.
final class LedgerTail: Sendable {
    private struct State {
        /// Events below this position have been taken in.
        var position: UInt64 = 0
        var rooms: [RoomID: RoomFeed] = [:]
        var viewers: [ObjectIdentifier: Viewer] = [:]
        /// The users' own feeds, for those that are watched.
        var owners: [UserID: OwnFeed] = [:]
        /// The viewers of the whole ledger, and the viewers of the lobby.
        var readers: Set<ObjectIdentifier> = []
        var guests: Set<ObjectIdentifier> = []
        /// The changes that pages of staff show, and the viewers of the notices about them.
        var staff = StaffFeed(from: 0)
        /// Counts the changes of the lobby, at most one a second.
        var lobbyVersion: UInt64 = 1
        var lobbyChanged = false
        var isOver = false
    }

    /// The next data for a viewer.
    enum Batch {
        case frames([Frame], next: UInt64)
        /// Some of it is only in the log.
        case behind(upTo: UInt64)
    }

    private let ledger: DraftLedger
    private let presence: Presence
    private let pools: AppPools
    private let sessions: Sessions
    private let state = Guarded(State())

    init(of ledger: DraftLedger, presence: Presence, pools: AppPools, sessions: Sessions) throws {
        self.ledger = ledger
        self.presence = presence
        self.pools = pools
        self.sessions = sessions
        let size = try ledger.size
        state.withLock { state in
            state.position = size
            state.staff = StaffFeed(from: size)
        }
    }

    /// Follows the ledger until the task is cancelled or the ledger is closed.
    func run(heartbeat: Duration, timeout: Duration) async throws {
        let start = state.withLock { $0.position }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for try await events in ledger.subscribe(from: start) { take(events) }
            }
            group.addTask { [self] in
                while true {
                    try await Task.sleep(for: heartbeat)
                    for viewer in state.withLock({ Array($0.viewers.values) }) {
                        viewer.signal(.heartbeat)
                        viewer.close(ifBlockedFor: timeout)
                    }
                }
            }
            group.addTask { [self] in
                while true {
                    try await Task.sleep(for: .seconds(1))
                    announceLobby()
                    announceToStaff()
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Tells everybody who watches that the server's clock was set.
    func announceTime() {
        for viewer in state.withLock({ Array($0.viewers.values) }) { viewer.signal(.time) }
    }

    private func take(_ events: [RecordedEvent]) {
        for event in events {
            if case .closed = event.event.account, let user = event.stream.owner {
                sessions.endAll(of: user)
                dismiss(user)
            }
            if event.stream == .staff { check { !$0.roles.isEmpty } }
        }
        let (viewers, drafting) = state.withLock { state in
            var woken = state.readers
            var drafting: Set<UserID> = []
            for event in events {
                state.position = event.position + 1
                if event.event.traits.contains(.lobby) { state.lobbyChanged = true }
                if state.staff.take(event) { woken.formUnion(state.staff.viewers) }
                if let user = event.stream.owner, state.owners[user]?.take(event) == true {
                    woken.formUnion(state.owners[user]?.viewers ?? [])
                }
                guard let room = event.stream.room, state.rooms[room]?.take(event) == true else { continue }
                woken.formUnion(state.rooms[room]?.viewers ?? [])
                drafting.formUnion(state.rooms[room]?.view.room.members.compactMap { $0?.user } ?? [])
            }
            return (woken.compactMap { state.viewers[$0] }, drafting)
        }
        // Drafting members get their frames before spectators, and do not wait for them.
        for viewer in viewers where viewer.user.map(drafting.contains) == true { viewer.signal(.news) }
        for viewer in viewers where viewer.user.map(drafting.contains) != true { viewer.signal(.news) }
    }

    private func announceLobby() {
        state.withLock { state in
            guard state.lobbyChanged else { return }
            state.lobbyChanged = false
            state.lobbyVersion += 1
            for guest in state.guests { state.viewers[guest]?.signal(.news) }
        }
    }

    private func announceToStaff() {
        state.withLock { state in
            guard state.staff.takeNews() else { return }
            for viewer in state.staff.viewers { state.viewers[viewer]?.signal(.news) }
        }
    }

    /// The number of changes of the lobby, counted at most once a second.
    var lobbyVersion: UInt64 { state.withLock { $0.lobbyVersion } }

    /// Starts to watch the whole ledger. The viewer only learns that there are new events.
    func watchAll(_ viewer: Viewer) throws {
        try state.withLock { state in
            _ = try enter(viewer, [], &state)
            state.readers.insert(ObjectIdentifier(viewer))
        }
    }

    /// Returns the state and the position of those of some rooms that are already watched.
    func watched(_ rooms: [RoomID]) -> [RoomID: (view: RoomView, position: UInt64)] {
        state.withLock { state in
            rooms.reduce(into: [:]) { known, room in
                if let feed = state.rooms[room] { known[room] = (feed.view, feed.position) }
            }
        }
    }

    /// Begins to watch rooms, and the lobby and what is the viewer's own where that is asked for.
    ///
    /// - Parameter views: the rooms as of now or a little before.
    /// - Returns: from which position on the viewer takes batches, and the rooms as of then.
    func join(
        _ viewer: Viewer, _ views: [(view: RoomView, position: UInt64)], lobby: Bool, own: Bool
    ) throws -> (position: UInt64, snapshots: [String]) {
        try state.withLock { state in
            let position = try enter(viewer, views, &state)
            if lobby { state.guests.insert(ObjectIdentifier(viewer)) }
            if own, let user = viewer.user {
                let start = state.position
                state.owners[user, default: OwnFeed(from: start)].enter(viewer)
            }
            return (position, views.map { state.rooms[$0.view.room.id]?.snapshotData() ?? "" })
        }
    }

    /// Begins to listen to a room as the app does.
    func listen(_ viewer: Viewer, _ opened: OpenedAppRoom) throws {
        try state.withLock { state in
            _ = try enter(viewer, [(opened.view, opened.position)], &state)
            state.rooms[opened.view.room.id]?.listen(opened.feed, viewer)
        }
    }

    /// Returns the state of a room that the app already listens to; nil without listeners.
    func heardRoom(_ room: RoomID) -> RoomState? {
        state.withLock { state in
            guard let feed = state.rooms[room], feed.isHeard else { return nil }
            return feed.view.room
        }
    }

    /// Adds a viewer to the listeners for whom the room was read.
    ///
    /// - Returns: false if the room no longer has listeners.
    func listen(_ viewer: Viewer, with room: RoomID) throws -> Bool {
        try state.withLock { state in
            guard let feed = state.rooms[room], feed.isHeard else { return false }
            _ = try enter(viewer, [(feed.view, feed.position)], &state)
            state.rooms[room]?.listen(nil, viewer)
            return true
        }
    }

    /// - Returns: the position as of which the rooms are, from then on.
    private func enter(
        _ viewer: Viewer, _ views: [(view: RoomView, position: UInt64)], _ state: inout State
    ) throws -> UInt64 {
        guard !state.isOver else { throw Problem(.unavailable, "The server is stopping.") }
        // All rooms as of one moment, which may be a little ahead of the tail.
        let position = views.map(\.position).reduce(state.position, max)
        for (view, start) in views {
            var feed = state.rooms[view.room.id] ?? RoomFeed(view, at: start)
            // A feed that has taken all events has nothing to read.
            if state.rooms[view.room.id] != nil { feed.advance(to: state.position) }
            for other in try feed.catchUp(to: position, from: ledger) { state.viewers[other]?.signal(.news) }
            feed.viewers.insert(ObjectIdentifier(viewer))
            state.rooms[view.room.id] = feed
            if let user = viewer.user { presence.opened(room: view.room.id, by: user) }
        }
        state.viewers[ObjectIdentifier(viewer)] = viewer
        return position
    }

    func leave(_ viewer: Viewer, _ rooms: [RoomID]) {
        state.withLock { state in
            // A viewer that was not admitted has nothing to leave.
            guard state.viewers.removeValue(forKey: ObjectIdentifier(viewer)) != nil else { return }
            for room in rooms {
                state.rooms[room]?.leave(viewer)
                if state.rooms[room]?.viewers.isEmpty == true { state.rooms[room] = nil }
                if let user = viewer.user { presence.closed(room: room, by: user) }
            }
            state.readers.remove(ObjectIdentifier(viewer))
            state.guests.remove(ObjectIdentifier(viewer))
            state.staff.viewers.remove(ObjectIdentifier(viewer))
            guard let user = viewer.user else { return }
            state.owners[user]?.leave(viewer)
            if state.owners[user]?.viewers.isEmpty == true { state.owners[user] = nil }
        }
    }

    /// Returns the frames of some rooms and of the reader's own streams from a position on, in the order of the ledger.
    /// Rooms that the reader has left are not included.
    func batch(of rooms: [RoomID], own: Bool, from position: UInt64, for reader: Caller) -> Batch {
        state.withLock { state in
            var buffers = rooms.compactMap { room in
                state.rooms[room].flatMap { reader.maySee($0.view.room) ? $0.buffer : nil }
            }
            if own, let user = reader.user, let feed = state.owners[user] { buffers.append(feed.buffer) }
            var frames: [Frame] = []
            for buffer in buffers {
                guard let some = buffer.frames(from: position, for: reader.user) else {
                    return .behind(upTo: max(state.position, buffer.floor))
                }
                frames += some
            }
            if buffers.count > 1 { frames.sort { $0.position < $1.position } }
            return .frames(frames, next: max(position, state.position))
        }
    }

    // MARK: Staff

    /// The changes to pages of staff that a viewer knows.
    struct StaffPosition: Sendable {
        /// All changes of the ledger below this position.
        var next: UInt64
        /// The number of changes of deliveries.
        var deliveries: UInt64
    }

    /// Starts to watch the changes that pages of staff show.
    ///
    /// - Returns: the changes until now.
    func watchStaff(_ viewer: Viewer) throws -> StaffPosition {
        try state.withLock { state in
            let next = try enter(viewer, [], &state)
            state.staff.viewers.insert(ObjectIdentifier(viewer))
            return StaffPosition(next: next, deliveries: state.staff.deliveries)
        }
    }

    /// Returns the notice of the changes that a viewer does not know, and all changes until now; nil without changes.
    func staffNotice(since known: StaffPosition, for reader: Caller) -> (notice: ByteBuffer?, now: StaffPosition) {
        state.withLock { state in
            let now = StaffPosition(next: max(known.next, state.position), deliveries: state.staff.deliveries)
            let notice = state.staff.notice(
                from: known.next, to: now.next, hasDeliveries: known.deliveries < now.deliveries, for: reader)
            return (notice, now)
        }
    }

    /// Takes in the end of an attempt to deliver an event by webhook.
    func noteDelivery(to endpoint: String, failed: Bool) {
        state.withLock { $0.staff.takeDelivery(to: endpoint, failed: failed) }
    }

    /// Takes in a change of the deliveries by staff.
    func noteDeliveries() { state.withLock { $0.staff.changeDeliveries() } }

    // MARK: The app

    /// Returns a room with listeners as the app shows it now; nil without listeners.
    func appBody(of room: RoomID) throws -> AppRoomBody? {
        try state.withLock { try $0.rooms[room]?.appBody(pools, ledger) }
    }

    /// Records the pick that a user is about to be shown as the next one.
    func show(_ pick: PickNumber, of room: RoomID, to user: UserID) {
        state.withLock { $0.rooms[room]?.show(pick, to: user) }
    }

    /// A room, and the pick in it that a listening user was shown last; nil without a listener.
    func sight(of room: RoomID, by user: UserID) -> (room: RoomState, pick: PickNumber)? {
        state.withLock { state in
            guard let feed = state.rooms[room], let pick = feed.pickShown(to: user) else { return nil }
            return (feed.view.room, pick)
        }
    }

    // MARK: Rights

    /// Makes some viewers check their rights again.
    func check(_ isAffected: (Caller) -> Bool) {
        for viewer in state.withLock({ Array($0.viewers.values) }) where isAffected(viewer.caller) { viewer.check() }
    }

    /// Makes viewers check their rights again if their token or session has expired.
    ///
    /// - Parameter now: seconds since 1970.
    func checkExpired(at now: Double) {
        for viewer in state.withLock({ Array($0.viewers.values) }) where viewer.hasExpired(at: now) { viewer.check() }
    }

    /// Ends all streams of a user.
    func dismiss(_ user: UserID) {
        for viewer in state.withLock({ Array($0.viewers.values) }) where viewer.user == user { viewer.dismiss() }
    }

    /// Ends all streams, and allows no new ones.
    func dismissAll() {
        state.withLock { state in
            state.isOver = true
            for viewer in state.viewers.values { viewer.dismiss() }
        }
    }
}
