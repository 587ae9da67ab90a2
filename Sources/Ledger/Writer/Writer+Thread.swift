import Platform
import Synchronization

extension Writer {
    /// What the writer's thread does until the ledger is closed.
    func serve() {
        var pace = Pace()
        while true {
            pace.awaitMore(queue)
            guard let work = queue.takeWork() else { break }
            switch work {
            case .group(let group): pace.measure(group.count) { commit(group) }
            case .job(let job): job()
            }
            queue.returnTurn()
        }
        // A projection: where it cannot be written, the next open catches up from the log.
        try? writeHeads()
        crew.close()
        published.close()
    }

    /// How long the writer's thread looks out for work before it sleeps or begins.
    ///
    /// A caller that has just been answered often asks again at once, and waking a sleeping thread costs a tenth of a
    /// sync. And when many have been answered, the first of them must not be served alone while the others are on
    /// their way: they would wait for two syncs instead of one.
    private struct Pace {
        private static let lookout: UInt64 = Cores.count > 1 ? 60_000 : 0
        private static let longestGathering: UInt64 = 250_000

        private var lastGroup = 0
        private var lastDuration: UInt64 = 0

        mutating func measure(_ count: Int, _ body: () -> Void) {
            let start = SystemClock.monotonic()
            body()
            lastDuration = SystemClock.monotonic() - start
            lastGroup = count
        }

        mutating func awaitMore(_ queue: WriterQueue) {
            guard lastGroup > 0 else { return }
            let start = SystemClock.monotonic()
            let patience = lastGroup > 1 ? min(lastDuration / 4, Self.longestGathering) : Self.lookout
            let wanted = lastGroup
            while queue.count < wanted, SystemClock.monotonic() - start < patience { DedicatedThread.yield() }
            lastGroup = 0
        }
    }
}
