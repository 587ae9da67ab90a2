import NIOCore
import Platform

/// Frames of rooms that were made of the log lately: of a crowd that comes back at once, each is read and encoded for the
/// first alone.
///
/// An event never changes, and what a room is shown of it does neither. What is a member's own, of queues and accounts, is
/// not kept: nobody else asks for it.
final class FrameCache: Sendable {
    private struct State {
        /// Frames by their positions, nil for an event of which nobody is shown anything: those that were asked for since a
        /// half of the room was last cleared, and those that were asked for before.
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

    /// Keeps frames for whoever asks next.
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
