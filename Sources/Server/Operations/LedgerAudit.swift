import Draft
import DraftLedger
import Pages
import Platform
import Replay
import TextFormats

/// The audit of the whole ledger. Only one runs at a time, for all clients. Its result is kept until the next audit
/// ends, or the server stops.
final class LedgerAudit: Sendable {
    /// One that is under way.
    private struct Run {
        let startedAt: Timestamp
        /// Each event counts twice: it is verified, and then held against the rules.
        var done: UInt64 = 0
        var total: UInt64 = 0
    }

    /// The figures of the last audit for `/metrics`.
    struct Figures: Hashable {
        var findings: Int
        var warnings: Int
        var finishedAt: Timestamp
    }

    private struct State {
        var run: Run?
        /// The last that has ended.
        var last: JSON?
        var figures: Figures?
        /// The reason why the following audit failed; nil if it did not fail.
        var failure: String?
        var isStopping = false
    }

    private let ledger: DraftLedger
    private let now: @Sendable () -> Timestamp
    private let state = Guarded(State())

    init(_ ledger: DraftLedger, now: @escaping @Sendable () -> Timestamp) {
        self.ledger = ledger
        self.now = now
    }

    /// `{"running":{"startedAt","done","total"},"last":{"startedAt","finishedAt","report":{…}},"failure"}`; each of
    /// them is null if it does not exist.
    var json: JSON {
        state.withLock { state in
            [
                "running": state.run.map { run in
                    ["startedAt": .of(run.startedAt), "done": .of(run.done), "total": .of(run.total)]
                } ?? .null,
                "last": state.last ?? .null, "failure": .of(state.failure),
            ]
        }
    }

    /// The figures of the last audit that has ended; nil before.
    var lastFigures: Figures? { state.withLock { $0.figures } }

    /// Begins one, unless one is under way.
    ///
    /// - Throws: `unavailable` if too many long reads wait.
    func start(on threads: LongReads) throws {
        let run = Run(startedAt: now())
        let isFirst = state.withLock { state in
            guard state.run == nil, !state.isStopping else { return false }
            state.run = run
            return true
        }
        guard isFirst else { return }
        do {
            try threads.run { [self] in audit(run) }
        } catch {
            state.withLock { $0.run = nil }
            throw error
        }
    }

    /// Gives up what is under way, at the end of the stretch that it is in.
    func stop() { state.withLock { $0.isStopping = true } }

    private func audit(_ run: Run) {
        var last: JSON?
        var figures: Figures?
        var failure: String?
        do {
            let report = try Audit(ledger).run { [self] done, total in
                state.withLock { state in
                    state.run?.done = done
                    state.run?.total = total
                }
            } while: { [self] in
                state.withLock { !$0.isStopping }
            }
            let end = now()
            last = ["startedAt": .of(run.startedAt), "finishedAt": .of(end), "report": AuditPage(report: report).json]
            figures = Figures(findings: report.findingCount, warnings: report.remarkCount, finishedAt: end)
        } catch {
            failure = error.message
        }
        state.withLock { state in
            state.run = nil
            state.failure = failure
            if let last { (state.last, state.figures) = (last, figures) }
        }
    }
}
