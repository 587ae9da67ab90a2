import Dispatch
import Platform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What happens on Ctrl-C and its kin: the terminal is given back, half-written files are removed, and the process
/// ends at once. The ledger needs nothing: a batch that was not committed is as if it had never begun.
package final class Interruption: Sendable {
    package static let shared = Interruption()

    private struct State {
        var cleanups: [Int: () -> Void] = [:]
        var nextToken = 0
        var sources: [any DispatchSourceSignal] = []
        var program = ""
    }

    private let state = Guarded(State())

    /// Listens from now on; a reader that goes away and a file that grows too large are errors of the writing, not the
    /// process's end.
    ///
    /// - Parameter program: the name that the process's last words begin with.
    package func listen(as program: String) {
        state.withLock { $0.program = program }
        for signalNumber in [SIGINT, SIGTERM, SIGHUP] {
            signal(signalNumber, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: signalNumber, queue: .global(qos: .userInteractive))
            source.setEventHandler { [self] in end(by: signalNumber) }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
        signal(SIGPIPE, SIG_IGN)
        // A write beyond the limit on the size of files fails, and says so.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Leaves the signals to somebody else: a server, which has more to do at the end.
    package func standDown() {
        state.withLock { state in
            for source in state.sources { source.cancel() }
            state.sources = []
        }
    }

    /// - Returns: a token with which to forget the cleanup once it is not needed any more.
    package func onInterrupt(_ cleanup: @escaping () -> Void) -> Int {
        state.withLock { state in
            state.nextToken += 1
            state.cleanups[state.nextToken] = cleanup
            return state.nextToken
        }
    }

    package func forget(_ token: Int) {
        state.withLock { $0.cleanups[token] = nil }
    }

    /// Keeps the lock, so that no other thread cleans up or removes a file while the process ends.
    private func end(by signalNumber: Int32) -> Never {
        state.withLock { state in
            for cleanup in state.cleanups.values { cleanup() }
            let message = "\(state.program): interrupted; the ledger has complete batches only\n"
            Descriptor.standardError.writeOnce(message)
            _exit(128 + signalNumber)
        }
    }
}
