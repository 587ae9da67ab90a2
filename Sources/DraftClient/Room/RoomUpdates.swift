/// An update of a room that a view shows.
public enum RoomUpdate: Sendable {
    /// The room has changed.
    ///
    /// `newPicks` are those that the update before did not have, each once and in order; after a correction they are the ones
    /// that took the place of others. `position` is how far the ledger had come.
    case room(DraftRoom, newPicks: [DraftPick], position: UInt64)

    /// The connection is lost, or the server does not answer. The client retries after the pause. The last shown room
    /// is the latest known state.
    case offline(DraftClientError, retryAfter: Duration)

    /// The connection is there again, and nothing was missed.
    case online
}

/// The updates of a room: ``DraftClient/DraftClient/updates(of:)``.
public struct RoomUpdates: AsyncSequence, Sendable {
    public typealias Element = RoomUpdate
    public typealias Failure = DraftClientError

    let client: DraftClient
    let room: DraftRoom.ID

    public func makeAsyncIterator() -> Iterator { Iterator(client, room) }

    /// Reads one stream after the other. An update is worked out when it is asked for: who is slow gets the newest state, and
    /// misses no pick.
    public struct Iterator: AsyncIteratorProtocol {
        private let client: DraftClient
        private let feed: RoomFeed
        private var isOver = false
        private var isOffline = false
        /// Before the next try.
        private var pause: Duration?
        /// The minimum pause that the server asks for.
        private var wantedPause: Duration?
        private var failures = 0
        private var shown: [DraftPick] = []
        private var waiting: [RoomUpdate] = []

        init(_ client: DraftClient, _ room: DraftRoom.ID) {
            self.client = client
            feed = RoomFeed(client, room)
        }

        /// - Returns: nil once the draft is over.
        /// - Throws: what no later try would mend: `unauthenticated`, `failed` with `forbidden` or `notFound`, `unreadable`;
        ///   `cancelled` with the task.
        public mutating func next(
            isolation: isolated (any Actor)? = #isolation
        ) async throws(DraftClientError) -> RoomUpdate? {
            while true {
                if !waiting.isEmpty { return waiting.removeFirst() }
                guard !isOver else { return nil }
                do throws(DraftClientError) {
                    try await rest()
                    try await read()
                } catch {
                    guard error.isTransient else {
                        isOver = true
                        await feed.close()
                        throw error
                    }
                    await feed.close()
                    return lost(error)
                }
            }
        }

        /// Waits before a try that follows on one that failed.
        private mutating func rest(isolation: isolated (any Actor)? = #isolation) async throws(DraftClientError) {
            guard let pause else { return }
            do {
                try await Task.sleep(for: pause)
            } catch {
                throw .cancelled
            }
            self.pause = nil
        }

        private mutating func read(isolation: isolated (any Actor)? = #isolation) async throws(DraftClientError) {
            switch try await feed.next() {
            case .connected:
                if isOffline { waiting.append(.online) }
                isOffline = false
            case .room(let room, let position):
                failures = 0
                let known = Set(shown)
                let news = room.picks.filter { !known.contains($0) }
                shown = room.picks
                waiting.append(.room(room, newPicks: news, position: position))
                if room.status.isOver {
                    isOver = true
                    await feed.close()
                }
            case .nothing: failures = 0
            case .wait(let pause): wantedPause = pause
            case .over: isOver = true
            case .ended: throw .offline("the stream has ended.")
            }
        }

        private mutating func lost(_ error: DraftClientError) -> RoomUpdate {
            let options = client.options
            let doubled = options.firstPause * Double(1 << Swift.min(failures, 20))
            let longest = Swift.min(doubled, options.longestPause) * Double.random(in: 1...1.5)
            let wanted = error.problem?.retryAfter ?? wantedPause ?? .zero
            let pause = Swift.max(longest, wanted)
            (self.pause, wantedPause) = (pause, nil)
            failures += 1
            isOffline = true
            return .offline(error, retryAfter: pause)
        }
    }
}
