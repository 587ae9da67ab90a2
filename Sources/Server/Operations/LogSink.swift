import Foundation
import Logging
package import Platform

/// Writes lines of the log on a thread of its own: no reader of the log, and no disk under it, holds up the server.
///
/// Lines wait in a queue of ``mostBytes``. More lines are dropped and counted, and the log says how many as soon as it
/// takes lines again.
package final class LogSink: Sendable {
    private struct State {
        var lines: [String] = []
        var bytes = 0
        /// Dropped since the log said so last.
        var dropped = 0
        var droppedInAll: UInt64 = 0
        var isWriting = false
        var mustReopen = false
        var isOver = false
    }

    private let state = Guarded(State())
    /// Nil for a stream of the process.
    private let path: String?

    /// Bytes of lines that wait.
    private static let mostBytes = 1 << 20

    /// - Parameters:
    ///   - path: the file to which lines are appended; nil for the stream.
    ///   - stream: takes the lines if no file is given.
    /// - Throws: `Errno` if the file cannot be opened or the system cannot start a thread.
    package init(to path: String?, or stream: Descriptor) throws(Errno) {
        self.path = path
        var target = Target(stream: stream)
        if let path { try target.open(path) }
        let (first, state) = (target, state)
        let thread = try DedicatedThread { Self.run(state, path, first) }
        // It may wait for a reader without end, and ends with the process.
        _ = thread
    }

    /// Lines that were dropped since the start.
    package var droppedLines: UInt64 { state.withLock { $0.droppedInAll } }

    /// Takes a line with its end; from any thread, and without waiting for anything.
    package func write(_ line: String) {
        state.withLock { state in
            guard !state.isOver else { return }
            guard state.bytes + line.utf8.count <= Self.mostBytes else {
                state.dropped += 1
                state.droppedInAll += 1
                return
            }
            state.lines.append(line)
            state.bytes += line.utf8.count
        }
        state.broadcast()
    }

    /// Opens the file again under its name, which may be another file since: as `logrotate` asks by SIGHUP.
    package func reopen() {
        state.withLock { $0.mustReopen = true }
        state.broadcast()
    }

    /// Waits until all lines are written, for a while at most.
    package func close(within time: Duration = .seconds(1)) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, state.withLock({ !$0.lines.isEmpty || $0.isWriting }) { usleep(5_000) }
        state.withLock { $0.isOver = true }
        state.broadcast()
    }

    // MARK: The thread

    private static func run(_ state: Guarded<State>, _ path: String?, _ first: Target) {
        var target = first
        while true {
            let work = state.wait { state -> (lines: [String], dropped: Int, mustReopen: Bool)? in
                guard !state.lines.isEmpty || state.mustReopen || state.isOver else { return nil }
                defer {
                    (state.lines, state.bytes, state.dropped, state.mustReopen) = ([], 0, 0, false)
                    state.isWriting = !state.isOver
                }
                return state.isOver && state.lines.isEmpty
                    ? ([], 0, false) : (state.lines, state.dropped, state.mustReopen)
            }
            if work.mustReopen, let path {
                do throws(Errno) {
                    try target.open(path)
                } catch {
                    // The old file is written to further.
                    target.write(JSONLog.line(.warning, "the log cannot be opened again: \(error)"))
                }
            }
            if work.dropped > 0 {
                target.write(JSONLog.line(.warning, "\(work.dropped) lines of the log were dropped before this one"))
            }
            if !work.lines.isEmpty { target.write(work.lines.joined()) }
            let isOver = state.withLock { state in
                state.isWriting = false
                return state.isOver && state.lines.isEmpty
            }
            if isOver { return target.close() }
        }
    }

    /// The stream or the file.
    private struct Target: Sendable {
        let stream: Descriptor
        private var file: Descriptor?

        init(stream: Descriptor) { self.stream = stream }

        mutating func open(_ path: String) throws(Errno) {
            let opened = try Descriptor.appending(to: path)
            close()
            file = opened
        }

        func close() { file?.close() }

        /// Writes a text. If the reader is gone or the disk is full, the text is lost and the server continues.
        func write(_ text: String) {
            do throws(Errno) {
                try (file ?? stream).write(Array(text.utf8))
            } catch {
                // The failure cannot be reported anywhere else.
            }
        }
    }
}
