import Dispatch
import Draft
import Ledger
import LMDB
import Platform
import Records

/// Decides commands on one serial queue, and answers each when its events are durable.
///
/// *Single writer*: only this queue decides. A sender waits for its own outcome and does no work of others. *Pipelined group
/// commit, with optimistic concurrency*: decisions do not wait for fsync. Command *n + 1* is decided on the state that includes
/// the events of command *n*, which may not be durable yet. If the writer rejects a request because another process appended,
/// undecided commands restart from the stored state. After two such rejections the desk decides while holding the writer's
/// turn. Decisions do not wait for reads either: a command that needs a stream that is not in memory is parked, with the later
/// commands of its room, until another thread has read the stream.
///
/// `Desk` makes the decisions, as in every other place that decides. Here is only what a live ledger adds: callers on many
/// threads, retries under the same id, and answers that wait for the disk. A desk in memory is done when it has decided; this
/// one may have to take a decision back.
///
/// Unchecked because `intake` and `inFlight` guard everything that threads share. All else is used by the serial queue only.
///
/// The file reads from top to bottom as a command passes: taking in, deciding, waiting for reads; `Intake` is the queue before it,
/// `InFlight` what is on its way to the disk.
final class CommandDesk: @unchecked Sendable {
    /// How often the writer may reject a command's events before the desk holds the writer's turn for it.
    private static let maximumRetries = 2

    /// The number of times that a command is decided before it fails with `conflict`. While the turn is held, no other
    /// caller can append, so this only bounds a loop that should not happen.
    private static let maximumAttempts = 16

    /// Commands decided in a row before finished reads are taken in.
    private static let round = 64

    let time: DeskClocks
    let ledger: Ledger
    let intake: Intake
    let inFlight: InFlight
    let workers: any DeskWorkers
    let deadlines = Deadlines()
    /// The current activity, for all observers.
    let activity = Guarded(LedgerActivity())
    /// Receives rare diagnostics.
    let notices: NoticeBoard

    var desk: Desk<LiveStore>
    var parking = Parking()
    /// Questions whose rooms are being read.
    var inquiries: [Need: [Inquiry]] = [:]
    /// Whether what has to be read is not waited for any more.
    var isGivingUp = false
    /// The number of restarts of the desk.
    var generation: UInt64 = 0
    /// Commands that were decided, events that were handed on, and what was read: only ever more.
    var counts: (decided: UInt64, events: UInt64, reads: UInt64) = (0, 0, 0)
    /// The writer's turn, while commands are decided that must not be overtaken again.
    private var heldTurn: HeldTurn?

    init(
        ledger: Ledger, log: EventLog, source: any StateSource, cryptography: LedgerCryptography,
        limits: DeskLimits = DeskLimits(), workers: (any DeskWorkers)? = nil,
        clock: @escaping @Sendable () -> Int64, awake: (@Sendable () -> Int64)? = nil,
        notices: NoticeBoard = NoticeBoard(), schedulerSigner: SchedulerSigner = SchedulerSigner()
    ) throws {
        self.ledger = ledger
        time = DeskClocks(machine: clock, awake: awake)
        self.notices = notices
        self.workers = workers ?? DeskThreads(ledger: ledger, source: source)
        intake = Intake(limits: limits)
        let store = try LiveStore(
            ledger: ledger, log: log, source: source, cryptography: cryptography, schedulerSigner: schedulerSigner)
        inFlight = InFlight(durableEnd: store.nextPosition, awake: awake)
        desk = Desk(store)
    }

    /// When a command that brings no time of its own arrives.
    var now: Timestamp { Timestamp(microseconds: time.machine()) }

    /// Queues a command. Its `reply` is called once, on any thread, when its outcome is durable; never if its sender withdraws
    /// it before.
    ///
    /// - Throws: `overloaded`, `closed`: the command was not queued, and no reply follows.
    func send(_ envelope: Envelope) throws(DraftLedgerError) {
        if try intake.take(envelope) { scheduleWork() }
    }

    /// Schedules a drain of the queue.
    func scheduleWork() { workers.work { self.work() } }

    /// Refuses further commands, and waits until all queued ones are answered.
    ///
    /// - Parameter limit: the time at which commands that wait for a read fail; nil for never.
    func drain(givingUpAt limit: DispatchTime? = nil) {
        intake.close()
        let surrender = DispatchWorkItem { self.visit { self.giveUp() } }
        if let limit { DispatchQueue.global().asyncAfter(deadline: limit, execute: surrender) }
        intake.drain()
        surrender.cancel()
    }

    /// Records the counts of refusals that were only counted. Blocks until they are durable; counts that cannot be recorded are
    /// lost.
    func stateCounts() {
        for _ in 0..<Self.maximumAttempts {
            let answer = Guarded<Bool?>(nil)
            let isIdle = intake.take(waitingForCounts: { isStated in
                answer.withLock { $0 = isStated }
                answer.signal()
            })
            if isIdle { scheduleWork() }
            if answer.wait(for: { $0 }) { return }
        }
    }

    /// Records the counts of refusals that are due, in the background.
    func stateDueCounts() {
        if intake.takeDueCounts() { scheduleWork() }
    }

    /// Schedules the retry of requests that the writer rejected. Called on the writer's thread, so it only schedules: the retry
    /// waits for the writer.
    func workOnFailures() {
        if inFlight.hasFailed, intake.scheduleIfIdle() { scheduleWork() }
    }

    /// Takes in what the loader has read.
    func receive(_ delivery: StreamLoader.Delivery) {
        if intake.take(delivery) { scheduleWork() }
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

    /// Discards decisions that were made on events which the writer rejected, and decides their commands again.
    ///
    /// - Parameter counting: callers that wait for the counts of refusals. That happens when the ledger closes, and counts that
    ///   are not recorded then are lost: the writer's turn is held for them.
    private func startOver(stating counting: [@Sendable (Bool) -> Void] = []) {
        workers.awaitWriting()
        let drained = inFlight.drain()
        desk.store.refusals.putBack(drained.unstated)
        let again = drained.overtaken.compactMap(nextAttempt)
        do {
            if counting.isEmpty, again.allSatisfy({ $0.attempts < Self.maximumRetries }) {
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

    /// Waits for the writer if a commit takes too long. Members cannot see its events yet, so no more decisions are made on
    /// them. Commands that arrive meanwhile keep their times of arrival.
    func awaitSlowCommit() {
        guard heldTurn == nil, inFlight.isStalled else { return }
        workers.awaitWriting()
        inFlight.awaitAnswers()
    }

    /// Returns a command to be decided again; nil for one that has failed too often.
    private func nextAttempt(_ envelope: Envelope) -> Envelope? {
        var envelope = envelope
        envelope.attempts += 1
        guard envelope.attempts < Self.maximumAttempts else {
            envelope.answer(
                .failure(
                    DraftLedgerError(
                        .conflict,
                        "The ledger changed while the command was decided, \(envelope.attempts) times. Send it again."))
            )
            return nil
        }
        return envelope
    }
}

// MARK: - Deciding

extension CommandDesk {
    /// Decides a command, answers one that was here before, or puts it aside until what it needs has been read.
    func decide(_ envelope: Envelope) {
        // The records of other nodes since are not known here: nothing is decided without them.
        if let follows = ledger.leadershipError {
            if envelope.claim() { envelope.answer(.failure(DraftLedgerError(follows))) }
            return
        }
        if let refusal = envelope.origin.refusal {
            if envelope.claim() { envelope.answer(.success(.refused(refusal, nil, retry: false))) }
            return
        }
        let live = desk.store.live
        do {
            let reading = readClock()
            let mark = live.mark(of: envelope.origin, in: envelope.command.anchor)
            // Repeating an answer records nothing.
            if mark?.isConflict ?? true { try followClock(at: reading) }
            let decision = try mark == nil ? decision(on: envelope, at: reading) : nil
            if let failure = live.takeFailure() { throw failure }
            let needs = live.takeNeeds()
            guard needs.isEmpty else { return delay(envelope, for: needs) }
            guard envelope.claim() else { return }
            counts.decided += 1
            if let decision {
                let outcome = try desk.settle(decision, of: envelope.command, origin: envelope.origin, at: reading)
                submit(outcome, of: envelope)
            } else if let mark {
                try answer(envelope, of: mark.outcome, isConflict: mark.isConflict, at: reading)
            }
        } catch {
            _ = live.takeNeeds()
            if envelope.claim() { envelope.answer(.failure(error)) }
        }
    }

    /// Records what the machine's clock did, before anything is recorded by it.
    private func followClock(at reading: ClockReading) throws {
        while let staged = try desk.store.followClock(at: reading) {
            submit(staged) { [notices] isStored in
                if isStored, let notice = staged.noticeOfStep { notices.tell(notice) }
            }
        }
    }

    /// Sees to what the machine's clock did, which else waits for the next command: rooms that stand still send none.
    ///
    /// - Parameter completion: told below which position all stands that is decided by then, as soon as it is; nil where
    ///   nothing is looked at any more.
    func lookAtClock(completion: @escaping @Sendable (UInt64?) -> Void) {
        visit { [self] in
            guard !intake.isClosing else { return completion(nil) }
            defer { completion(desk.store.nextPosition) }
            let live = desk.store.live
            // Nobody waits for what this needs, which is nothing but for the one time in many that the clock was set.
            live.readsAtOnce = true
            defer { live.readsAtOnce = false }
            do {
                try followClock(at: readClock())
            } catch {
                // The next command meets the same error and reports it.
            }
            _ = live.takeNeeds()
        }
    }

    /// Begins to lead the cluster: takes over what other nodes have recorded, and states the change as the first event.
    ///
    /// - Parameter completion: called when that is durable, or with the reason why it is not.
    func takeLead(
        _ epoch: UInt64, of node: String, completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        visit { [self] in
            guard !intake.isClosing else { return completion(.failure(DraftLedgerError.closing)) }
            startOver()
            _ = inFlight.takeOutage()
            do {
                desk.store.live.readsAtOnce = true
                defer { desk.store.live.readsAtOnce = false }
                let staged = try desk.store.takeLead(epoch, of: node, at: desk.store.read(time))
                if let failure = desk.store.live.takeFailure() { throw failure }
                inFlight.begin(nil)
                submit(staged.request) { [self] result in
                    inFlight.end(nil, .accepted([], retry: false), result, stating: [])
                    workOnFailures()
                    completion(result.map { _ in }.mapError { DraftLedgerError($0) })
                }
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func decision(on envelope: Envelope, at reading: ClockReading) throws -> Decision {
        if let refusal = envelope.refusal { return .refused(refusal) }
        return try desk.store.decide(envelope.command, origin: envelope.origin, now: reading.now)
    }

    /// Answers a command that was here before, or whose id another one had.
    private func answer(
        _ envelope: Envelope, of outcome: SeenCommands.Outcome, isConflict: Bool, at reading: ClockReading
    ) throws {
        if isConflict {
            let refused = try desk.refuse(
                envelope.command, with: Self.duplicate(envelope.origin.commandID), origin: envelope.origin, at: reading)
            return submit(refused, of: envelope)
        }
        if inFlight.join(envelope) { return }
        // It may have been stored in a directory that had just lost its name: then no subscriber was notified.
        try ledger.checkPlace()
        let events = try desk.store.log.events(of: envelope.origin, around: outcome.position)
        if events.isEmpty {
            // It was decided, but its request has failed meanwhile: it has no outcome to repeat.
            inFlight.overtake(envelope)
        } else {
            envelope.answer(.success(.repeating(events)))
        }
    }

    private static func duplicate(_ id: CommandID) -> Refusal {
        Refusal(
            .duplicateCommand,
            id == .ledgerCreation
                ? "The command id \(id) is that of the ledger's first event. Choose another for each command."
                : "The command id \(id) was already used for a command with other content.")
    }

    /// Answers the caller: at once if there is nothing to record, else when the records are durable.
    private func submit(_ outcome: Desk<LiveStore>.Outcome, of envelope: Envelope) {
        switch outcome {
        case .accepted(let staged): submit(staged, .accepted(staged.own, retry: false), of: envelope)
        case .refused(let refusal, let staged?):
            submit(staged, .refused(refusal, staged.own.last, retry: false), of: envelope)
        case .refused(let refusal, nil): envelope.answer(.success(.refused(refusal, nil, retry: false)))
        }
    }

    private func submit(_ staged: LiveStore.Staged, _ outcome: Outcome, of envelope: Envelope) {
        inFlight.begin(envelope)
        submit(staged.request) { [self] result in
            inFlight.end(envelope, outcome, result, stating: staged.counts)
            workOnFailures()
        }
    }

    /// States what is due, which no command has taken along.
    func stateDueCountsAlone() {
        let reading = readClock()
        // The next command sees to that, and nothing is recorded before.
        guard desk.store.leaps.pending == nil else { return }
        // A count that cannot be recorded now stays due.
        if let staged = try? desk.stateDueCounts(at: reading) { submit(staged) { _ in } }
    }

    /// States all that was only counted so far.
    ///
    /// - Parameter completion: called when that is durable, or with false when it has failed.
    func stateCounts(completion: @escaping @Sendable (Bool) -> Void) {
        do {
            let reading = readClock()
            if desk.store.leaps.pending != nil { try followClock(at: reading) }
            guard let staged = try desk.stateCounts(at: reading) else { return completion(true) }
            submit(staged, completion: completion)
        } catch {
            completion(false)
        }
    }

    /// Submits events that no client sent. Only their durability is reported.
    private func submit(_ staged: LiveStore.Staged, completion: @escaping @Sendable (Bool) -> Void) {
        inFlight.begin(nil)
        submit(staged.request) { [self] result in
            inFlight.end(nil, .accepted([], retry: false), result, stating: staged.counts)
            workOnFailures()
            // Only whether: what failed has gone to `inFlight`.
            completion((try? result.get()) != nil)
        }
    }

    /// Reads the clock, as soon as the storage keeps up with what was decided.
    private func readClock() -> ClockReading {
        awaitSlowCommit()
        if inFlight.takeOutage() { desk.store.noteStorageFailure() }
        return desk.store.read(time)
    }
}

extension LiveStore.Staged {
    /// The events of the command itself.
    fileprivate var own: [RecordedEvent] { recorded.filter { $0.origin != nil } }
}

// MARK: - Commands that need what is not in memory

/// Commands that need what is not in memory.
extension CommandDesk {
    /// How often a command is parked before its needs are read synchronously. With a tiny memory limit, a stream may be dropped
    /// while the next one is read.
    private static let maximumDelays = 16

    /// Decides a command, unless one before it in its room waits.
    func handle(_ envelope: Envelope) {
        if !parking.holdBack(envelope) { decide(envelope) }
    }

    /// Parks a command until its needs have been read.
    func delay(_ envelope: Envelope, for needs: [Need]) {
        if isGivingUp { return giveUp(envelope) }
        var envelope = envelope
        envelope.delays += 1
        let live = desk.store.live
        // Commands that were decided while the closing was read are not in it: nothing more is decided until they are.
        let isLast = needs.contains(.closing) && live.hasReadClosing
        guard envelope.delays < Self.maximumDelays, !isLast else {
            if isLast, heldTurn == nil { workers.awaitWriting() }
            live.readsAtOnce = true
            defer { live.readsAtOnce = false }
            return decide(envelope)
        }
        for need in parking.park(envelope, for: needs) { order(need, for: envelope.origin.actor) }
    }

    func order(_ need: Need, for sender: Sender) {
        let order = StreamLoader.Order(
            need: need, sender: sender, generation: generation, droppedDeposits: desk.store.live.droppedDeposits)
        workers.read(order) { self.receive($0) }
    }

    /// Takes over what was read, and decides the commands that waited for it.
    func takeIn(_ deliveries: [StreamLoader.Delivery]) {
        workers.delivered(deliveries.count)
        counts.reads += UInt64(deliveries.count)
        for delivery in deliveries {
            let need = delivery.order.need
            guard parking.awaits(need) || inquiries[need] != nil else { continue }
            do {
                let supply = try delivery.supply.get()
                // If it is outdated, the commands need it again; the number of attempts is limited.
                if try isUpToDate(supply, as: delivery.order), !desk.store.live.adopt(supply) {
                    // The missing events are on their way to the disk.
                    order(need, for: delivery.order.sender)
                    continue
                }
                for lane in parking.supply(need) { goOn(with: lane) }
                answerInquiries(for: need)
            } catch {
                answerInquiries(for: need, error)
                for lane in parking.fail(need) {
                    let lane = lane.sorted { $0.number < $1.number }
                    if let first = lane.first, first.claim() { first.answer(.failure(error)) }
                    goOn(with: Array(lane.dropFirst()))
                }
            }
        }
    }

    /// Whether nothing has come to be since it was read that memory does not have either.
    private func isUpToDate(_ supply: Supply, as order: StreamLoader.Order) throws -> Bool {
        guard order.generation == generation else { return false }
        return switch supply {
        case .stream(let loaded): try isUpToDate(loaded)
        case .rooms(let rooms): try rooms.allSatisfy(isUpToDate)
        case .depositor: order.droppedDeposits == desk.store.live.droppedDeposits
        case .nextRoom, .runningRooms, .closing: true
        }
    }

    private func isUpToDate(_ loaded: LoadedStream) throws -> Bool {
        try ledger.head(of: StreamID(loaded.stream))?.version ?? 0 == loaded.version
    }

    private func goOn(with lane: [Envelope]) {
        for envelope in lane.sorted(by: { $0.number < $1.number }).inFairOrder { handle(envelope) }
    }
}

// MARK: - Reading a room out of memory

/// Somebody's question how a room is, as far as that is durable.
struct Inquiry: Sendable {
    let room: RoomID
    /// How often the answer came to nothing, since what it rested on did.
    var attempts = 0
    let reply: @Sendable (Result<RoomState?, any Error>) -> Void

    init(room: RoomID, reply: @escaping @Sendable (Result<RoomState?, any Error>) -> Void) {
        self.room = room
        self.reply = reply
    }
}

/// Questions to the desk, which are answered out of its memory as far as that goes.
extension CommandDesk {
    private static let maximumAttemptsOfAsking = 16

    /// Answers a question once, on any thread.
    func ask(_ inquiry: Inquiry) {
        do {
            try intake.beginInquiry()
        } catch {
            return inquiry.reply(.failure(error))
        }
        let counted = Inquiry(room: inquiry.room) { [intake] result in
            intake.endInquiry()
            inquiry.reply(result)
        }
        visit { self.answer(counted) }
    }

    /// Has something done at the desk, between two commands.
    func visit(_ body: @escaping @Sendable () -> Void) {
        if intake.take(visit: body) { scheduleWork() }
    }

    private func answer(_ inquiry: Inquiry) {
        let (live, stream) = (desk.store.live, StreamKey.room(inquiry.room))
        guard live.residents.use(stream) else { return read(for: inquiry) }
        do {
            if let head = try ledger.head(of: StreamID(stream)), let own = live.residents.head(of: stream),
                head.version > own.version
            {
                // Somebody has appended past the desk, which has not come across it yet.
                inFlight.fail()
                return again(inquiry)
            }
        } catch {
            return inquiry.reply(.failure(DraftLedgerError(error)))
        }
        let room = live.state.room(inquiry.room)
        if live.residents.isDurable(stream, below: inFlight.durableEnd) { return inquiry.reply(.success(room)) }
        inFlight.whenDurable(below: desk.store.nextPosition) { isDurable in
            if isDurable { inquiry.reply(.success(room)) } else { self.again(inquiry) }
        }
    }

    private func again(_ inquiry: Inquiry) {
        var inquiry = inquiry
        inquiry.attempts += 1
        guard inquiry.attempts < Self.maximumAttemptsOfAsking else {
            return inquiry.reply(
                .failure(
                    DraftLedgerError(
                        .conflict, "Room \(inquiry.room) changes faster than it becomes durable. Ask again.")))
        }
        let next = inquiry
        visit { self.answer(next) }
    }

    private func read(for inquiry: Inquiry) {
        if isGivingUp { return inquiry.reply(.failure(DraftLedgerError.closing)) }
        let need = Need.stream(.room(inquiry.room))
        let isAwaited = parking.awaits(need) || inquiries[need] != nil
        inquiries[need, default: []].append(inquiry)
        if !isAwaited { order(need, for: .scheduler) }
    }

    /// Answers those who have waited for something that has been read, or cannot be.
    func answerInquiries(for need: Need, _ failure: (any Error)? = nil) {
        for inquiry in inquiries.removeValue(forKey: need) ?? [] {
            if let failure { inquiry.reply(.failure(failure)) } else { answer(inquiry) }
        }
    }

    /// Gives up what still waits to be read: whose commands those are is told that the ledger was closed.
    func giveUp() {
        isGivingUp = true
        for envelope in parking.takeOutAll() { giveUp(envelope) }
        let inquiries = inquiries.values.joined().sorted { $0.room < $1.room }
        self.inquiries = [:]
        for inquiry in inquiries { inquiry.reply(.failure(DraftLedgerError.closing)) }
    }

    func giveUp(_ envelope: Envelope) {
        if envelope.claim() { envelope.answer(.failure(DraftLedgerError.closing)) }
    }
}

extension DraftLedgerError {
    fileprivate static var closing: DraftLedgerError {
        DraftLedgerError(
            .closed,
            "The ledger was closed before the command was decided: nothing is recorded. Send it again under the same "
                + "id, when the ledger is open.")
    }
}
