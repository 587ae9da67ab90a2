import NIOCore
import Platform

/// A cache of the frames of rooms that were recently made from the log. If many clients return at once, each frame is
/// read and encoded only for the first.
///
/// An event never changes, and neither does its frame for a room. A member's own frames, of queues and accounts, are
/// not kept, because no other client asks for them.
final class FrameCache: Sendable {
    private struct State {
        /// Frames by their positions, nil for an event that is never shown. `young` has those that were requested since
        /// a half of the cache was last cleared, and `old` those from before.
        var young: [UInt64: Frame?] = [:]
        var old: [UInt64: Frame?] = [:]
        var youngBytes = 0

        mutating func keep(_ frame: Frame?, at position: UInt64, _ most: Int) {
            guard young.updateValue(frame, forKey: position) == nil else { return }
            youngBytes += FrameCache.overhead + (frame?.bytes.readableBytes ?? 0)
            guard youngBytes > most / 2 else { return }
            (old, young, youngBytes) = (young, [:], 0)
        }
    }

    private let most: Int
    private let state = Guarded(State())

    /// The memory of a frame in addition to its bytes.
    private static let overhead = 160

    /// - Parameter most: the maximum of kept bytes, which part of one frame may exceed.
    init(atMost most: Int = 32 << 20) { self.most = most }

    /// The frames at some positions, as far as they are known.
    func frames(at positions: some Sequence<UInt64>) -> [UInt64: Frame?] {
        state.withLock { state in
            var found: [UInt64: Frame?] = [:]
            for position in positions {
                if let frame = state.young[position] {
                    found.updateValue(frame, forKey: position)
                } else if let frame = state.old[position] {
                    found.updateValue(frame, forKey: position)
                    state.keep(frame, at: position, most)
                }
            }
            return found
        }
    }

    /// Keeps frames for later requests.
    func keep(_ frames: [(position: UInt64, frame: Frame?)]) {
        state.withLock { state in
            for (position, frame) in frames { state.keep(frame, at: position, most) }
        }
    }

    /// Bytes that are kept, about.
    var size: Int {
        state.withLock { state in
            state.youngBytes + state.old.values.reduce(0) { $0 + Self.overhead + ($1?.bytes.readableBytes ?? 0) }
        }
    }
}
