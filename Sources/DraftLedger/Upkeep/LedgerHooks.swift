import Ledger
import Platform

/// Observers of a writable ledger's work: for the logs and figures of a service.
///
/// Nobody by default, which costs nothing. The product `Observability` has hooks that log and count; `activity` tells the
/// same from the other side, when it is asked.
public struct LedgerHooks: Sendable {
    /// Told of each group of events that was stored, or could not be.
    ///
    /// Called by the writer's own thread between two groups, some thousand times a second under load: everybody waits for
    /// it, so it must not.
    public var stored: (@Sendable (StoredGroup) -> Void)?

    /// Told what happens seldom and somebody may want to know. Called from any thread, which has other things to do.
    public var noticed: (@Sendable (LedgerNotice) -> Void)?

    /// - Parameters:
    ///   - stored: called for each group of events.
    ///   - noticed: called for rare events of the ledger.
    public init(
        stored: (@Sendable (StoredGroup) -> Void)? = nil, noticed: (@Sendable (LedgerNotice) -> Void)? = nil
    ) {
        self.stored = stored
        self.noticed = noticed
    }
}

/// Events that went to the disk together.
public struct StoredGroup: Sendable {
    /// How many there are; of a group that could not be stored, 0.
    public var events: Int
    /// How long it took to hash, write and sync them.
    public var time: Duration
    /// The reason why the events were not stored; nil if all were stored.
    public var failure: DraftLedgerError?
}

/// A rare event in the life of a ledger.
public enum LedgerNotice: Sendable {
    /// The machine's clock was found to be earlier than the ledger's: every draft was paused until it has caught up.
    case clockSetBack
    /// The machine's clock was found to have leapt forward by more than a second, the machine to have been suspended, or the
    /// process to have been stopped: every draft was paused as of then, and resumes with the time that it had left.
    case clockLeapt(by: Duration)
    /// Events can be stored again: since the last record before, every draft was paused, and resumes with the time that it
    /// had left then.
    case storageRecovered(after: Duration)
    /// Commands are decided again: another writer has appended, or the disk has failed.
    case startedOver
    /// The rows of the projections were brought up to the log: how many events were folded, and how long it took.
    case broughtUp(events: UInt64, in: Duration)
    /// A checkpoint was published that covers this number of events.
    case published(size: UInt64)
    /// Something that is done in the background failed, and will be tried again.
    case upkeepFailed(UpkeepTask, DraftLedgerError)
}

/// The background maintenance of a ledger.
public enum UpkeepTask: String, Sendable, CaseIterable {
    case projections, checkpoint
}

extension DraftLedger {
    /// Calls hooks from now on, instead of the previous ones. No effect for a ledger that was opened for reading.
    public func report(to hooks: LedgerHooks) {
        guard access == .writing else { return }
        notices.report(to: hooks)
        guard let stored = hooks.stored else { return ledger.observe(nil) }
        ledger.observe { group in
            stored(
                StoredGroup(
                    events: group.records, time: .nanoseconds(Int64(clamping: group.nanoseconds)),
                    failure: group.failure.map(DraftLedgerError.init)))
        }
    }
}

/// The publisher of rare events, which calls the hooks that were set last.
final class NoticeBoard: Sendable {
    /// A structure, because a closure alone would be wrapped again by each access to the generic place that holds it.
    private let hooks = Guarded(LedgerHooks())

    /// Calls hooks from now on, instead of the previous ones.
    func report(to hooks: LedgerHooks) { self.hooks.withLock { $0 = hooks } }

    /// - Parameter notice: evaluated only if a hook is set.
    func tell(_ notice: @autoclosure () -> LedgerNotice) { hooks.withLock { $0 }.noticed?(notice()) }
}
