public import CoreMetrics
public import DraftLedger
public import Logging
import Synchronization

extension LedgerHooks {
    /// Hooks that count what is stored and log what happens seldom.
    ///
    /// ```swift
    /// let ledger = try DraftLedger.open(at: "my.ledger", for: .writing)
    /// ledger.report(to: .reporting(to: Logger(label: "ledger")))
    /// ```
    ///
    /// The figures, whose names begin with `draftledger_`: `stored_events` and `stored_groups` count, `commit` times a group's
    /// way to the disk, `commit_events` tells how many share one, `commit_failures` counts, `projection_fold` times how
    /// long rows take to follow the log, `upkeep_failures` counts by `task`, `clock_set_back`, `clock_leapt`,
    /// `storage_outages` and `started_over` count.
    ///
    /// - Parameters:
    ///   - logger: gets failures as errors, a clock that was set back or leapt as a warning, and the rest as debugging. A
    ///     failure that lasts is logged when it begins and when its reason changes.
    ///   - factory: makes the figures; the one that the process has set up by default, which may be none.
    ///   - known: the message of a failure that was logged already, before the ledger was opened again.
    public static func reporting(
        to logger: Logger, metrics factory: any MetricsFactory = MetricsSystem.factory, known: String? = nil
    ) -> LedgerHooks {
        let figures = LedgerFigures(factory)
        let logged = Mutex(LoggedFailures(storing: known))
        return LedgerHooks(
            stored: { group in
                figures.note(group)
                let isNews = logged.withLock { $0.note(group.failure?.message) }
                guard isNews, let failure = group.failure else { return }
                logger.error("events could not be stored", metadata: ["error": "\(failure)"])
            },
            noticed: { notice in
                figures.note(notice)
                if case .upkeepFailed(let task, let failure) = notice {
                    guard logged.withLock({ $0.note(failure.message, of: task) }) else { return }
                }
                logger.report(notice)
            })
    }
}

/// The failures that last and are logged already.
private struct LoggedFailures {
    private var storing: String?
    private var upkeep: [UpkeepTask: String] = [:]

    /// - Parameter storing: of events, the message.
    init(storing: String?) { self.storing = storing }

    /// Notes how a group of events ended.
    ///
    /// - Parameter failure: nil if it was stored; then each failure is news again.
    /// - Returns: whether that is news.
    mutating func note(_ failure: String?) -> Bool {
        defer { storing = failure }
        if failure == nil, !upkeep.isEmpty { upkeep = [:] }
        return storing != failure
    }

    /// Notes that a task failed, and returns whether that is news.
    mutating func note(_ failure: String, of task: UpkeepTask) -> Bool {
        defer { upkeep[task] = failure }
        return upkeep[task] != failure
    }
}

extension Logger {
    fileprivate func report(_ notice: LedgerNotice) {
        switch notice {
        case .clockSetBack: warning("the machine's clock was set back: every draft is paused until it has caught up")
        case .clockLeapt(let time):
            warning(
                "the machine was suspended, the service stopped, or the clock leapt forward: every draft was paused as of then",
                metadata: ["time": "\(time)"])
        case .storageRecovered(let time):
            warning(
                "events can be stored again: every draft was paused since the last record, and no time was counted",
                metadata: ["time": "\(time)"])
        case .startedOver: debug("commands are decided again")
        case .broughtUp(let events, let time):
            debug("rows follow the log", metadata: ["events": "\(events)", "time": "\(time)"])
        case .published(let size): debug("a checkpoint was published", metadata: ["size": "\(size)"])
        case .upkeepFailed(let task, let failure):
            error("upkeep failed", metadata: ["task": "\(task)", "error": "\(failure)"])
        }
    }
}
