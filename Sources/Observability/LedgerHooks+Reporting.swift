public import CoreMetrics
public import DraftLedger
public import Logging

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
    ///   - logger: gets failures as errors, a clock that was set back or leapt as a warning, and the rest as debugging.
    ///   - factory: makes the figures; the one that the process has set up by default, which may be none.
    public static func reporting(
        to logger: Logger, metrics factory: any MetricsFactory = MetricsSystem.factory
    ) -> LedgerHooks {
        let figures = LedgerFigures(factory)
        return LedgerHooks(
            stored: { group in
                figures.note(group)
                guard let failure = group.failure else { return }
                logger.error("events could not be stored", metadata: ["error": "\(failure)"])
            },
            noticed: { notice in
                figures.note(notice)
                logger.report(notice)
            })
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
        case .startedOver: debug("commands are decided anew")
        case .broughtUp(let events, let time):
            debug("rows follow the log", metadata: ["events": "\(events)", "time": "\(time)"])
        case .published(let size): debug("a checkpoint was published", metadata: ["size": "\(size)"])
        case .upkeepFailed(let task, let failure):
            error("upkeep failed", metadata: ["task": "\(task)", "error": "\(failure)"])
        }
    }
}
