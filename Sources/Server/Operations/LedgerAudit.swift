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
    fileprivate struct Run {
        let startedAt: Timestamp
        /// Each event counts twice: it is verified, and then held against the rules.
        var done: UInt64 = 0
        var total: UInt64 = 0
    }

    /// One that has ended.
    fileprivate struct Ended {
        let startedAt: Timestamp
        let finishedAt: Timestamp
        let report: JSON
    }

    /// The figures of the last audit for `/metrics`.
    struct Figures: Hashable {
        var findings: Int
        var warnings: Int
        var finishedAt: Timestamp
    }

    fileprivate struct State {
        var run: Run?
        /// The last that has ended.
        var last: Ended?
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

    /// The running audit, the last one that ended, and the failure of the one after it. Each is null if it does not exist.
    var json: JSON { Self.members.json(of: state.withLock { $0 }) }

    /// The entry in the catalog of shapes.
    static var shape: NamedShape { members.entry }

    fileprivate static let members = Members<State>(
        "Audit",
        [
            .init("running", running) { $0.run }, .init("last", last) { $0.last }, .init("failure") { $0.failure },
        ])

    private static let running: Members<Run> = [
        .init("startedAt") { $0.startedAt }, .init("done") { $0.done }, .init("total") { $0.total },
    ]

    private static let last: Members<Ended> = [
        .init("startedAt") { $0.startedAt }, .init("finishedAt") { $0.finishedAt },
        .init("report", .named("AuditReport")) { $0.report },
    ]

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
        var last: Ended?
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
            last = Ended(startedAt: run.startedAt, finishedAt: end, report: AuditPage(report: report).json)
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
