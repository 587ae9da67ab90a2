import Dispatch
import Draft
import Ledger
import LMDB
import Platform
import Records

/// Takes commands in, decides them one after the other on the live state, and answers each when its events are durable.
///
/// *Single writer*: all deciding is done on the desk's own queue; who leaves a command waits for its own outcome and works
/// for nobody else. *Pipelined group commit, with optimistic concurrency*: decisions never wait for the disk, and while
/// one group of events is being synced, the next commands are decided on the state that those events will have made.
/// Should the ledger have moved on under a decision, because somebody appended past the desk, what is undecided starts
/// again from what is stored; and where that happens to a command twice, it is decided while nobody else can append.
/// Nor do decisions wait for reads: a command that needs what is not in memory is put aside until another thread has read
/// it, and those behind it in its room with it, while the others are decided.
///
/// The decisions are `Desk`'s, as everywhere. What only a live ledger has is here: callers on many threads, the ids that
/// commands had before, and answers that come when the disk has them. A desk in memory knows what it has recorded when
/// it has decided; this one may have to take it back.
///
/// Unchecked because `intake` and `inFlight` guard what all threads share, and the rest belongs to the desk's own work, of
/// which `workers` do one piece at a time.
final class CommandDesk: @unchecked Sendable {
    /// Decisions of one command that may be overtaken before the ledger is held for it.
    private static let patience = 2

    /// Decisions of one command that may come to nothing before it is given up. Nobody can overtake those that the ledger
    /// is held for: this only ends what would otherwise never end.
    private static let maximumAttempts = 16

    /// Commands that are decided before what was read meanwhile is looked at.
    private static let round = 64

    let time: DeskClocks
    let ledger: Ledger
    let intake: Intake
    let inFlight: InFlight
    let workers: any DeskWorkers
    let deadlines = Deadlines()
    /// What is going on, for everybody to see.
    let activity = Guarded(LedgerActivity())
    /// Who is told what happens seldom.
    let notices: NoticeBoard

    var desk: Desk<LiveStore>
    var parking = Parking()
    /// Questions whose rooms are being read.
    var inquiries: [Need: [Inquiry]] = [:]
    /// Whether what has to be read is not waited for any more.
    var isGivingUp = false
    /// How often the desk has begun anew.
    var generation: UInt64 = 0
    /// Commands that were decided, events that were handed on, and what was read: only ever more.
    var counts: (decided: UInt64, events: UInt64, reads: UInt64) = (0, 0, 0)
    /// The writer's turn, while commands are decided that must not be overtaken again.
    private var heldTurn: HeldTurn?

    init(
        ledger: Ledger, log: EventLog, source: any StateSource, cryptography: LedgerCryptography,
        limits: DeskLimits = DeskLimits(), workers: (any DeskWorkers)? = nil,
        clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil,
        notices: NoticeBoard = NoticeBoard()
    ) throws {
        self.ledger = ledger
        time = DeskClocks(machine: clock, awake: awake)
        self.notices = notices
        self.workers = workers ?? DeskThreads(ledger: ledger, source: source)
        intake = Intake(limits: limits)
        let store = try LiveStore(
            ledger: ledger, log: log, source: source, cryptography: cryptography)
        inFlight = InFlight(durableEnd: store.nextPosition, awake: awake)
        desk = Desk(store)
    }

    /// When a command that brings no time of its own arrives.
    var now: Timestamp { Timestamp(microseconds: time.machine()) }

    /// Leaves a command. Its `reply` is called once, on any thread, when its outcome is durable; never, where its sender
    /// withdraws it before.
    ///
    /// - Throws: `overloaded`, `closed`: it was not taken in, and there will be no reply.
    func send(_ envelope: Envelope) throws(DraftLedgerError) {
        if try intake.take(envelope) { staff() }
    }

    /// Has somebody come to work.
    func staff() { workers.work { self.work() } }

    /// Takes in no more commands, and waits until all that were taken in are answered.
    ///
    /// - Parameter limit: when those that wait for what is being read are given up; never for nil.
    func drain(givingUpAt limit: DispatchTime? = nil) {
        intake.close()
        let surrender = DispatchWorkItem { self.visit { self.giveUp() } }
        if let limit { DispatchQueue.global().asyncAfter(deadline: limit, execute: surrender) }
        intake.drain()
        surrender.cancel()
    }

    /// States what was only counted of refusals. Blocks until that is durable; what cannot be stated is lost.
    func stateCounts() {
        for _ in 0..<Self.maximumAttempts {
            let answer = Guarded<Bool?>(nil)
            let isCall = intake.take(waitingForCounts: { isStated in
                answer.withLock { $0 = isStated }
                answer.signal()
            })
            if isCall { staff() }
            if answer.wait(for: { $0 }) { return }
        }
    }

    /// States what was counted of refusals and is due, without anybody waiting for it.
    func stateDueCounts() {
        if intake.takeDueCounts() { staff() }
    }

    /// Has what came back from the writer undone seen to. Not by the writer's thread, from which it is called: that
    /// takes waiting for what the writer still has to answer.
    func workOnFailures() {
        if inFlight.hasFailed, intake.takeCall() { staff() }
    }

    /// Takes in what the loader has read.
    func receive(_ delivery: StreamLoader.Delivery) {
        if intake.take(delivery) { staff() }
    }

    private func work() {
        while true {
            if inFlight.hasFailed { startOver() }
            guard let work = intake.work(unless: { inFlight.hasFailed }) else { return }
            desk.store.live.tidy(durableBelow: inFlight.durableEnd, limit: intake.limits.liveState)
            takeIn(work.deliveries)
            for visit in work.visits { visit() }
            for (number, envelope) in work.commands.inFairOrder.enumerated() {
                if number % Self.round == Self.round - 1 { takeIn(intake.deliveries()) }
                handle(envelope)
            }
            if work.statesDueCounts { stateDueCountsAlone() }
            if !work.waitingForCounts.isEmpty { startOver(stating: work.waitingForCounts) }
            showActivity()
        }
    }

    private func showActivity() {
        let residents = desk.store.live.residents
        let (counts, waiting, generation) = (counts, parking.count, generation)
        activity.withLock { activity in
            activity.waiting = waiting
            (activity.decided, activity.events, activity.reads) = counts
            activity.startsOver = generation
            (activity.streamsInMemory, activity.bytesInMemory) = (residents.count, residents.size)
        }
    }

    /// Hands a request to the ledger's writer.
    func submit(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        counts.events += UInt64(request.records.count)
        if let heldTurn {
            heldTurn.enqueue(request, completion: completion)
        } else {
            workers.write(request, completion: completion)
        }
    }

    /// Forgets what was decided on events that did not come to be, and takes the commands behind them up again.
    ///
    /// - Parameter counting: who waits for the counts of refusals to be stated. It happens when the ledger closes, and
    ///   what is not stated then is lost: nobody may come in between.
    private func startOver(stating counting: [@Sendable (Bool) -> Void] = []) {
        workers.awaitWriting()
        let drained = inFlight.drain()
        desk.store.refusals.putBack(drained.unstated)
        let again = drained.overtaken.compactMap(nextAttempt)
        do {
            if counting.isEmpty, again.allSatisfy({ $0.attempts < Self.patience }) {
                try beginAnew(after: drained)
                for envelope in again { handle(envelope) }
            } else {
                try workers.holdingTurn { turn in
                    heldTurn = turn
                    desk.store.live.readsAtOnce = true
                    defer {
                        heldTurn = nil
                        desk.store.live.readsAtOnce = false
                    }
                    try beginAnew(after: drained)
                    for envelope in again { decide(envelope) }
                    for completion in counting { stateCounts(completion: completion) }
                }
            }
        } catch {
            // Nothing has been decided yet.
            for envelope in again { envelope.answer(.failure(error)) }
            for completion in counting { completion(false) }
        }
    }

    private func beginAnew(after drained: InFlight.Drained) throws {
        generation += 1
        notices.tell(.startedOver)
        // Also if nothing can be read: the last record that is known to be durable is the first bound then.
        defer { if drained.isOutage { desk.store.noteStorageFailure() } }
        try desk.store.beginAnew(at: drained.end)
        inFlight.begin(at: desk.store.nextPosition)
    }

    /// Waits for the writer if a commit takes too long: members cannot see the events that it holds, so nothing more is
    /// decided on them. Commands that arrive meanwhile keep their times of arrival.
    func awaitSlowCommit() {
        guard heldTurn == nil, inFlight.isStalled else { return }
        workers.awaitWriting()
        inFlight.awaitAnswers()
    }

    /// A command that is to be decided once more; nil for one that is given up.
    private func nextAttempt(_ envelope: Envelope) -> Envelope? {
        var envelope = envelope
        envelope.attempts += 1
        guard envelope.attempts < Self.maximumAttempts else {
            envelope.answer(
                .failure(
                    DraftLedgerError(
                        .conflict,
                        "The ledger moved on under the command \(envelope.attempts) times. Send it again.")))
            return nil
        }
        return envelope
    }
}
