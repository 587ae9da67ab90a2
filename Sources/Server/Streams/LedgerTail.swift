import Draft
import DraftLedger
import NIOCore
import Pages
import Platform

/// Somebody who watches rooms, as the tail knows one.
final class Viewer: Sendable {
    enum Signal: Sendable {
        case news
        case heartbeat
    }

    let signals: AsyncStream<Signal>
    private let source: AsyncStream<Signal>.Continuation
    private let channel: any Channel
    private let writingSince = Guarded<ContinuousClock.Instant?>(nil)

    init(_ channel: any Channel) {
        self.channel = channel
        (signals, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal(_ signal: Signal) { source.yield(signal) }

    /// Lets its stream end with a word of farewell.
    func dismiss() { source.finish() }

    /// Notes when a write begins; nil when it has ended.
    func write(since moment: ContinuousClock.Instant?) { writingSince.withLock { $0 = moment } }

    /// Hangs up on one who has taken nothing for too long.
    func hangUp(after patience: Duration) {
        guard let since = writingSince.withLock({ $0 }), ContinuousClock.now - since > patience else { return }
        channel.close(promise: nil)
    }
}

/// The ledger's events as they come: read once, folded once and encoded once for each room, whoever watches it.
final class LedgerTail: Sendable {
    private struct State {
        /// Events below this position have been taken in.
        var position: UInt64 = 0
        var rooms: [RoomID: RoomFeed] = [:]
        var viewers: [ObjectIdentifier: Viewer] = [:]
        var isOver = false
    }

    /// What a viewer is about to be sent.
    enum Batch {
        case frames([Frame], next: UInt64)
        /// Some of it is only in the log.
        case behind(upTo: UInt64)
    }

    private let ledger: DraftLedger
    private let state = Guarded(State())

    init(_ ledger: DraftLedger) throws {
        self.ledger = ledger
        let size = try ledger.size
        state.withLock { $0.position = size }
    }

    /// Follows the ledger until the task is cancelled or the ledger is closed.
    func run(heartbeat: Duration, patience: Duration) async throws {
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
                        viewer.hangUp(after: patience)
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func take(_ events: [RecordedEvent]) {
        state.withLock { state in
            var woken: Set<ObjectIdentifier> = []
            for event in events {
                state.position = event.position + 1
                guard let room = event.stream.room, state.rooms[room]?.take(event) == true else { continue }
                woken.formUnion(state.rooms[room]?.viewers ?? [])
            }
            for viewer in woken { state.viewers[viewer]?.signal(.news) }
        }
    }

    /// Begins to watch rooms.
    ///
    /// - Parameter views: the rooms as of now or a little before.
    /// - Returns: from which position on the viewer takes batches, and the rooms as of then.
    func join(
        _ viewer: Viewer, _ views: [(view: RoomView, position: UInt64)]
    ) throws -> (position: UInt64, snapshots: [String]) {
        try state.withLock { state in
            guard !state.isOver else { throw Problem(.unavailable, "The server is stopping.") }
            // All rooms as of one moment, which may be a little ahead of the tail.
            let position = views.map(\.position).reduce(state.position, max)
            var snapshots: [String] = []
            for (view, start) in views {
                var feed = state.rooms[view.room.id] ?? RoomFeed(view, at: start)
                for other in try feed.catchUp(to: position, from: ledger) { state.viewers[other]?.signal(.news) }
                feed.viewers.insert(ObjectIdentifier(viewer))
                snapshots.append(feed.snapshotData())
                state.rooms[view.room.id] = feed
            }
            state.viewers[ObjectIdentifier(viewer)] = viewer
            return (position, snapshots)
        }
    }

    func leave(_ viewer: Viewer, _ rooms: [RoomID]) {
        state.withLock { state in
            state.viewers[ObjectIdentifier(viewer)] = nil
            for room in rooms {
                state.rooms[room]?.viewers.remove(ObjectIdentifier(viewer))
                if state.rooms[room]?.viewers.isEmpty == true { state.rooms[room] = nil }
            }
        }
    }

    /// What a reader gets of some rooms from a position on, in the order of the ledger.
    func batch(of rooms: [RoomID], from position: UInt64, for reader: UserID?) -> Batch {
        state.withLock { state in
            var frames: [Frame] = []
            for room in rooms {
                guard let feed = state.rooms[room] else { continue }
                guard let some = feed.frames(from: position, for: reader) else {
                    return .behind(upTo: max(state.position, feed.floor))
                }
                frames += some
            }
            if rooms.count > 1 { frames.sort { $0.position < $1.position } }
            return .frames(frames, next: max(position, state.position))
        }
    }

    /// Lets all streams end; none begins any more.
    func dismissAll() {
        state.withLock { state in
            state.isOver = true
            for viewer in state.viewers.values { viewer.dismiss() }
        }
    }
}

extension StreamKey {
    /// The room in which the stream is watched.
    fileprivate var room: RoomID? {
        switch self {
        case .room(let room), .queue(let room, _): room
        default: nil
        }
    }
}
