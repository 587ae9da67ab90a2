import Draft
import Ledger
import LMDB
import Platform
import Records

/// Takes commands in, decides them one after the other on the live state, and answers each when its events are durable.
///
/// *Flat combining*: whoever leaves a command and finds nobody at work does the deciding, for itself and for all who come
/// meanwhile; the others only leave theirs and wait. *Pipelined group commit, with optimistic concurrency*: decisions never
/// wait for the disk, and while one group of events is being synced, the next commands are decided on the state that those
/// events will have made. Should the ledger have moved on under a decision, because somebody appended past the desk,
/// everything undecided starts again from what is stored; and where that happens to a command twice, it is decided while
/// nobody else can append.
///
/// The decisions are `Desk`'s, as everywhere. What only a live ledger has is here: callers on many threads, the ids that
/// commands had before, and answers that come when the disk has them. A desk in memory knows what it has recorded when
/// it has decided; this one may have to take it back.
///
/// `counter` guards what all callers share; the rest belongs to whoever works.
final class CommandDesk: @unchecked Sendable {
    /// A command on its way.
    struct Envelope: Sendable {
        let command: Command
        let origin: CommandOrigin
        /// Why it is turned down, found before anybody decided anything: its signature is wrong.
        var refusal: Refusal?
        let reply: @Sendable (Result<Outcome, any Error>) -> Void
        /// How often the ledger had moved on under its decision.
        var attempts = 0
    }

    /// Decisions of one command that may be overtaken before the ledger is held for it.
    private static let patience = 2

    /// Decisions of one command that may come to nothing before it is given up. Nobody can overtake those that the ledger
    /// is held for: this only ends what would otherwise never end.
    private static let maximumAttempts = 16

    private struct Counter {
        var inbox: [Envelope] = []
        /// Who waits for the counts of refusals to be stated.
        var waitingForCounts: [@Sendable (Bool) -> Void] = []
        var isStaffed = false
    }

    let clock: @Sendable () -> Int64
    private let ledger: Ledger
    private let counter = Guarded(Counter())
    let inFlight = InFlight()
    var desk: Desk<LiveStore>
    /// The writer's turn, while commands are decided that must not be overtaken again.
    private var heldTurn: HeldTurn?

    init(
        ledger: Ledger, log: EventLog, source: any StateSource, cryptography: LedgerCryptography,
        clock: @escaping @Sendable () -> Int64
    ) throws {
        self.ledger = ledger
        self.clock = clock
        desk = Desk(try LiveStore(ledger: ledger, log: log, source: source, cryptography: cryptography))
    }

    /// When a command that brings no time of its own arrives.
    var now: Timestamp { Timestamp(microseconds: clock()) }

    /// Leaves a command. Its `reply` is called once, on any thread, when its outcome is durable.
    func send(_ envelope: Envelope) {
        let mustWork = counter.withLock { counter in
            counter.inbox.append(envelope)
            defer { counter.isStaffed = true }
            return !counter.isStaffed
        }
        if mustWork { work() }
    }

    /// States what was only counted of refusals. Blocks until that is durable; what cannot be stated is lost.
    func stateCounts() {
        for _ in 0..<Self.maximumAttempts {
            let answer = Guarded<Bool?>(nil)
            let mustWork = counter.withLock { counter in
                counter.waitingForCounts.append { isStated in
                    answer.withLock { $0 = isStated }
                    answer.signal()
                }
                defer { counter.isStaffed = true }
                return !counter.isStaffed
            }
            if mustWork { work() }
            if answer.wait(for: { $0 }) { return }
        }
    }

    private func work() {
        while true {
            if inFlight.hasFailed { startOver() }
            let batch: Counter? = counter.withLock { counter in
                if counter.inbox.isEmpty, counter.waitingForCounts.isEmpty, !inFlight.hasFailed {
                    counter.isStaffed = false
                    return nil
                }
                defer {
                    counter.inbox = []
                    counter.waitingForCounts = []
                }
                return counter
            }
            guard let batch else { return }
            // Rooms that stay in memory cost memory and nothing else; they are forgotten the next time.
            try? desk.store.forgetFinishedRooms()
            for envelope in Self.inFairOrder(batch.inbox) { handle(envelope) }
            if !batch.waitingForCounts.isEmpty { startOver(stating: batch.waitingForCounts) }
        }
    }

    /// Hands a request to the ledger's writer.
    func submit(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        if let heldTurn {
            heldTurn.enqueue(request, completion: completion)
        } else {
            ledger.enqueue(request, completion: completion)
        }
    }

    /// Sees to what came back from the writer undone, unless somebody is at work already.
    func workOnFailures() {
        let mustWork = counter.withLock { counter in
            defer { counter.isStaffed = true }
            return !counter.isStaffed
        }
        if mustWork { work() }
    }

    /// Who arrived in time is heard before the clock is: among commands that came together, expiries go last.
    private static func inFairOrder(_ batch: [Envelope]) -> [Envelope] {
        func isExpiry(_ envelope: Envelope) -> Bool {
            if case .room(_, .automatePick) = envelope.command { true } else { false }
        }
        guard batch.contains(where: isExpiry) else { return batch }
        return batch.filter { !isExpiry($0) } + batch.filter(isExpiry)
    }

    /// Forgets what was decided on events that did not come to be, and takes the commands behind them up again.
    ///
    /// - Parameter counting: who waits for the counts of refusals to be stated. It happens when the ledger closes, and
    ///   what is not stated then is lost: nobody may come in between.
    private func startOver(stating counting: [@Sendable (Bool) -> Void] = []) {
        let (overtaken, unstated) = inFlight.drain()
        desk.store.refusals.putBack(unstated)
        let again = overtaken.compactMap(nextAttempt)
        do {
            if counting.isEmpty, again.allSatisfy({ $0.attempts < Self.patience }) {
                try desk.store.beginAnew()
                for envelope in again { handle(envelope) }
            } else {
                try ledger.holdingTurn { turn in
                    heldTurn = turn
                    defer { heldTurn = nil }
                    try desk.store.beginAnew()
                    for envelope in again { handle(envelope) }
                    for completion in counting { stateCounts(completion: completion) }
                }
            }
        } catch {
            // Nothing has been decided yet.
            for envelope in again { envelope.reply(.failure(error)) }
            for completion in counting { completion(false) }
        }
    }

    /// A command that is to be decided once more; nil for one that is given up.
    private func nextAttempt(_ envelope: Envelope) -> Envelope? {
        var envelope = envelope
        envelope.attempts += 1
        guard envelope.attempts < Self.maximumAttempts else {
            envelope.reply(
                .failure(
                    DraftLedgerError(
                        .conflict,
                        "The ledger moved on under the command \(envelope.attempts) times. Send it again.")))
            return nil
        }
        return envelope
    }
}
