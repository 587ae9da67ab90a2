import CLMDB
import Platform

extension Environment {
    /// How long a writer leaves the slots of dead readers alone. Looking costs a system call for each process that
    /// reads, a few microseconds.
    private static let nanosecondsBetweenChecks: UInt64 = 1_000_000_000

    /// Frees the slots of readers whose process has ended, if nobody has looked for them lately.
    ///
    /// The slot of a reader that was killed in a transaction names its snapshot for ever. As long as it does, a writer
    /// reuses no page, and each commit makes the file longer: a writer that runs for months must look by itself.
    func freeDeadReadersNowAndThen(_ state: inout WriteState) {
        let now = SystemClock.monotonic()
        guard now >= state.nextReaderCheck else { return }
        state.nextReaderCheck = now + Self.nanosecondsBetweenChecks
        guard gate.enter() else { return }
        defer { gate.leave() }
        freeDeadReaders()
    }

    /// Frees the slots of readers whose process has ended. Failing to free them costs space, nothing else.
    func freeDeadReaders() {
        var dead: Int32 = 0
        mdb_reader_check(handle, &dead)
    }
}
