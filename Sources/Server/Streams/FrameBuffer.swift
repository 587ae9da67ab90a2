import Draft
import Records

/// The last frames of a watched object; older frames are in the log.
struct FrameBuffer: Sendable {
    /// Frames from this position on are here.
    private(set) var floor: UInt64
    private var frames: [Frame] = []

    /// The minimum number of kept frames. Readers that are further behind read the log.
    private static let kept = 256

    init(from floor: UInt64) { self.floor = floor }

    mutating func append(_ frame: Frame) {
        frames.append(frame)
        guard frames.count > 2 * Self.kept else { return }
        frames.removeFirst(frames.count - Self.kept)
        floor = frames[0].position
    }

    /// Returns the frames for a reader from a position on; nil if the buffer no longer has that position.
    func frames(from start: UInt64, for reader: UserID?) -> [Frame]? {
        guard start >= floor else { return nil }
        let first = frames.partitioningIndex { $0.position >= start }
        return frames[first...].filter { $0.reader == nil || $0.reader == reader }
    }
}

extension [Frame] {
    /// Returns the first index at which the predicate holds. If it holds for a frame, it must hold for all later
    /// frames.
    fileprivate func partitioningIndex(where holds: (Frame) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The feed of a user's own events outside rooms: account and money.
struct OwnFeed: Sendable {
    private(set) var buffer: FrameBuffer
    private(set) var viewers: Set<ObjectIdentifier> = []

    init(from position: UInt64) { buffer = FrameBuffer(from: position) }

    /// - Returns: whether the user gets something new.
    mutating func take(_ recorded: RecordedEvent) -> Bool {
        guard let frame = Frame(own: recorded) else { return false }
        buffer.append(frame)
        return true
    }

    mutating func enter(_ viewer: Viewer) { viewers.insert(ObjectIdentifier(viewer)) }

    mutating func leave(_ viewer: Viewer) { viewers.remove(ObjectIdentifier(viewer)) }
}

extension Frame {
    /// Makes the frame of an event in the user's own account or wallet; nil for any other event, and for another user's
    /// refusal.
    init?(own recorded: RecordedEvent) {
        guard let user = recorded.stream.owner else { return nil }
        if recorded.event.refusal != nil {
            guard recorded.origin?.actor == .user(user) else { return nil }
        }
        self.init("you", recorded.jsonLine, at: recorded.position, for: user)
    }
}

extension StreamKey {
    /// The user of the account or wallet.
    var owner: UserID? {
        switch self {
        case .wallet(let user), .user(let user): user
        default: nil
        }
    }
}
