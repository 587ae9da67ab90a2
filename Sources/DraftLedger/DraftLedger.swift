import Dispatch
import Draft
import Ledger
import LMDB
public import Merkle
import Platform
public import Records

/// A ledger of drafts: commands go in and become events, durable and in order; everything else is read back from them.
///
/// ```swift
/// let ledger = try DraftLedger.open(at: "my.ledger", for: .writing)
/// let outcome = try await ledger.send(
///     .room(12, .makePick(MakePick(pick: 17, player: 42))), as: .user(7), id: .random())
/// let board = try ledger.room(12)
/// ```
///
/// One process writes, any number read, live. May be used from any thread and any task.
public final class DraftLedger: Sendable {
    /// The mode in which a ledger is opened.
    public enum Access: Sendable {
        case reading
        /// Takes the writer's lock: one process at a time.
        case writing
    }

    /// The ledger's directory.
    public let path: String

    public let access: Access

    let ledger: Ledger
    let log: EventLog
    let projections: ProjectionStore
    let desk: CommandDesk?
    /// The shared state of subscriptions to parts of the ledger.
    let tail: EventTail
    let knownPools = PoolCache()
    let knownFacts = FactsCache()

    /// Background maintenance.
    let caretaker = Caretaker()

    /// Receives rare diagnostics.
    let notices = NoticeBoard()

    /// The stores next to the log that every node of a cluster has.
    package let sides = SideStores()

    /// Held by who changes the checkpoint file or the keys.
    let signing = Guarded(())

    /// Signs the scheduler's commands of this process.
    let schedulerSigner = SchedulerSigner()

    /// Signs the commands of imports through this handle.
    let importSigner = Guarded<ImportSigning?>(nil)

    /// The known part of the imported events that carry no mark yet.
    let unmarkedImport = Guarded<UnmarkedImport>(.unknown)

    /// The rules and imports of the history, as they were read last.
    let knownTerms = Guarded<KnownTerms?>(nil)

    /// The functions of cryptography that decisions use, with this ledger's draw secrets; nil when opened for reading.
    public let cryptography: LedgerCryptography?

    init(
        ledger: Ledger, access: Access, cryptography: LedgerCryptography?, limits: DeskLimits = DeskLimits(),
        upkeep: Upkeep = .none, clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil
    ) throws {
        path = ledger.path
        self.access = access
        self.ledger = ledger
        self.cryptography = cryptography
        let log = EventLog(ledger: ledger)
        tail = EventTail(log)
        let projections = try ProjectionStore(ledger: ledger, log: log)
        self.log = log
        self.projections = projections
        let (notices, schedulerSigner) = (notices, schedulerSigner)
        desk = try cryptography.map {
            try CommandDesk(
                ledger: ledger, log: log, source: LedgerStateSource(log: log, projections: projections),
                cryptography: $0, limits: limits, clock: clock, awake: awake, notices: notices,
                schedulerSigner: schedulerSigner)
        }
        begin(upkeep)
    }

    /// The number of events: the position that the next one will have.
    public var size: UInt64 {
        get throws(DraftLedgerError) { try rethrowing { try ledger.size } }
    }

    /// Why nothing is recorded because the path no longer leads to this ledger: its directory was deleted, moved, replaced
    /// or mounted over. Nil while it does. Names no path. The look is at most half a second old and costs microseconds.
    package var displacement: String? { ledger.displacement }

    /// The root of the Merkle tree over all events.
    public var root: TreeHash {
        get throws(DraftLedgerError) { try rethrowing { try ledger.root } }
    }

    /// The ledger's name, as its first event states it; nil in an empty ledger.
    public var origin: String? {
        get throws(DraftLedgerError) {
            try rethrowing {
                guard let first = try log.event(at: 0), case .created(let created) = first.event.service else {
                    return nil
                }
                return created.origin
            }
        }
    }

    /// Takes nothing more in, finishes what was handed in, states how many refusals were only counted, brings the projections up to the log,
    /// publishes a checkpoint, and closes the ledger. Calls after the first do nothing.
    ///
    /// Work that fails here is done at the next opening: rows catch up from the log, and the existing checkpoint stays
    /// valid.
    public func close() { close(by: nil) }

    /// Closes the ledger from a task, which sleeps meanwhile: for a service that shuts down.
    ///
    /// Waits for decided commands, however long the disk takes.
    ///
    /// - Parameter limit: after which commands that still wait to be decided fail with `closed`, of which nothing is
    ///   recorded, and what can be done when the ledger is opened the next time is left until then.
    public func shutDown(within limit: Duration) async {
        let (seconds, attoseconds) = limit.components
        let nanoseconds = max(0, min(Double(seconds) * 1e9 + Double(attoseconds) / 1e9, 1e18))
        let end = DispatchTime.now() + .nanoseconds(Int(nanoseconds))
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "draft-ledger.shutdown").async {
                self.close(by: end)
                continuation.resume()
            }
        }
    }

    private func close(by limit: DispatchTime?) {
        caretaker.end()
        if access == .writing {
            desk?.drain(givingUpAt: limit)
            desk?.stateCounts()
            if limit.map({ DispatchTime.now() < $0 }) ?? true {
                // Work that fails here is done when the ledger is next opened or needs it.
                try? catchUp()
                _ = try? publishCheckpoint()
            }
        }
        ledger.close()
    }
}

extension DraftLedger {
    /// Reacts to steps and gaps of the machine's clock now, instead of at the next command: drafts that waited for the clock
    /// resume, and those of a suspended machine are paused as of then. No effect for a ledger that was opened for reading.
    /// Some microseconds.
    ///
    /// - Returns: below which position all stands that was done about it, once that is stored; nil where nothing is
    ///   looked at any more.
    @discardableResult
    package func lookAtClock() async -> UInt64? {
        guard let desk else { return nil }
        return await withCheckedContinuation { continuation in
            desk.lookAtClock { continuation.resume(returning: $0) }
        }
    }

    /// When a command that brings no time of its own arrives.
    var now: Timestamp { desk?.now ?? Timestamp(microseconds: Ledger.Options.systemClock()) }

    /// Appends events that were decided elsewhere, in memory, by the same rules: all of them or none. Blocks until they
    /// are durable. For imports and simulations, tens of thousands of events at a time.
    ///
    /// If only some events have a time of their own, the others get the ledger's clock as of this call.
    ///
    /// - Returns: their positions.
    /// - Throws: `notWritable`, `invalidValue`, `recordTooLarge`, `clockBackwards`, `diskFull`, `inputOutput`; none of the events
    ///   is in the ledger then.
    @discardableResult
    public func append(_ events: [PendingEvent]) throws(DraftLedgerError) -> Range<UInt64> {
        try markImport()
        return try append(events, salting: cryptography?.saltKey)
    }

    /// Appends like `append(_:)`, with salts by another key than the ledger's: equal seeds of a simulation make equal ledgers.
    @discardableResult
    package func append(
        _ events: [PendingEvent], salting key: SaltKey?
    ) throws(DraftLedgerError) -> Range<UInt64> {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            let hasTimes = events.contains { $0.recordedAt != nil }
            let records = try RecordBatch(encoding: hasTimes ? try withTimes(events) : events, salting: key)
            return try ledger.appendBlocking(
                AppendRequest(records: records, recordedAt: hasTimes ? .fromRecords : .now)
            ).positions
        }
    }

    /// The events, all with a time: those without one get the clock's, but not before what precedes them.
    private func withTimes(_ events: [PendingEvent]) throws -> [PendingEvent] {
        guard events.contains(where: { $0.recordedAt == nil }) else { return events }
        let clock = now
        var last = Timestamp(microseconds: try ledger.lastRecordedAt ?? .min)
        return events.map { event in
            var event = event
            last = event.recordedAt ?? max(last, clock)
            event.recordedAt = last
            return event
        }
    }
}
