public import Draft
public import DraftLedger

/// Sends what the rules do by themselves, when it is due: draws orders, starts drafts, shows clocks, makes the picks of
/// those whose time has run out or who autodraft, and closes contests whose last room cannot fill.
///
/// ```swift
/// let driver = try await ClockDriver.starting(ledger, as: software)
/// try await driver.run()
/// ```
///
/// It follows the ledger, which may have other senders, and has one command at a time under way for each room. The ledger
/// alone decides a command: if a member was faster, it is refused, and nothing happens.
public struct ClockDriver: Sendable {
    /// The outcome of a duty.
    public struct Report: Sendable {
        public var duty: Timekeeper.Duty
        /// When it was sent: `sentAt - duty.dueAt` is the driver's lateness.
        public var sentAt: Timestamp
        public var outcome: Result<Outcome, DraftLedgerError>

        /// Whether the ledger could not store the command.
        var isStorageFailure: Bool {
            guard case .failure(let error) = outcome else { return false }
            return [.diskFull, .inputOutput, .writerLost, .damaged, .readOnly, .moved].contains(error.code)
        }
    }

    /// The inputs of the driver, in order.
    private enum Signal: Sendable {
        case recorded([RecordedEvent])
        case alarm(Timestamp)
        /// The ledger looked at the machine's clock: asked for when, and below which position all stands that came of it.
        case looked(asked: Timestamp, end: UInt64?)
        case answered(Report)
        case failed(any Error)
    }

    let ledger: DraftLedger
    let clock: WallClock
    /// As of `position`.
    var keeper = Timekeeper()
    /// From which on it follows the ledger.
    var position: UInt64 = 0

    /// After a command that came to nothing, its room is left alone for so long.
    private static let retryInterval = Interval.milliseconds(250)

    /// From one look at the machine's clock to the next.
    private static let pace = Duration.milliseconds(500)

    init(_ ledger: DraftLedger, by clock: WallClock) {
        self.ledger = ledger
        self.clock = clock
    }

    /// Drives the clocks until the task is cancelled or the ledger is closed, and returns then.
    ///
    /// - Parameter report: told of every duty that was sent, from any thread; for metrics and logs.
    /// - Throws: what keeps the ledger from being read. A command that it cannot store is tried again.
    public func run(_ report: (@Sendable (Report) -> Void)? = nil) async throws {
        let pulse = RunningClock.process.beat()
        defer { pulse.end() }
        try await withThrowingDiscardingTaskGroup { group in
            var keeper = keeper
            var alarm: Timestamp?
            var gap = ClockGap(at: clock.now(), position)
            let (signals, source) = AsyncStream.makeStream(of: Signal.self)
            group.addTask { await follow(into: source) }
            group.addTask { await watchClock(into: source) }
            source.yield(.recorded([]))
            for await signal in signals {
                switch signal {
                case .recorded(let events):
                    for event in events { keeper.fold(event) }
                    if let last = events.last { gap.fold(to: last.position + 1) }
                case .alarm(let time): if alarm == time { alarm = nil }
                case .looked(let asked, let end): gap.note(asked: asked, end: end)
                case .answered(let answer):
                    report?(answer)
                    note(answer, in: &keeper)
                    // Nothing is due by clocks of which the ledger has yet to say how long they stood still.
                    if answer.isStorageFailure, gap.open(at: clock.now()) {
                        group.addTask { source.yield(await look()) }
                    }
                case .failed(let error): throw error
                }
                let now = clock.now()
                if gap.opens(at: now) {
                    group.addTask { source.yield(await look()) }
                }
                // A duty that was due before may no longer be due.
                for duty in gap.isOpen ? [] : keeper.takeDue(at: now) {
                    group.addTask { source.yield(.answered(await send(duty))) }
                }
                if !gap.isOpen, let next = keeper.nextDue, alarm.map({ next < $0 }) ?? true {
                    alarm = next
                    group.addTask {
                        // A cancelled task does not wake the driver.
                        guard (try? await clock.sleep(next)) != nil else { return }
                        source.yield(.alarm(next))
                    }
                }
            }
            group.cancelAll()
        }
    }

    private func follow(into source: AsyncStream<Signal>.Continuation) async {
        do {
            for try await events in ledger.subscribe(from: position) { source.yield(.recorded(events)) }
        } catch {
            source.yield(.failed(error))
        }
        source.finish()
    }

    /// A process that was stopped sends nothing, and the ledger reads the clock when a command arrives.
    private func watchClock(into source: AsyncStream<Signal>.Continuation) async {
        // By no clock that is set; cancelled with the driver.
        while (try? await Task.sleep(for: Self.pace)) != nil { source.yield(await look()) }
    }

    private func look() async -> Signal {
        let asked = clock.now()
        return .looked(asked: asked, end: await ledger.lookAtClock())
    }

    private func send(_ duty: Timekeeper.Duty) async -> Report {
        let sentAt = clock.now()
        do throws(DraftLedgerError) {
            let outcome = try await ledger.send(duty.command, as: .scheduler, id: .random())
            return Report(duty: duty, sentAt: sentAt, outcome: .success(outcome))
        } catch {
            return Report(duty: duty, sentAt: sentAt, outcome: .failure(error))
        }
    }

    private func note(_ report: Report, in keeper: inout Timekeeper) {
        if case .success(.accepted(let events, _)) = report.outcome, let last = events.last {
            keeper.settle(report.duty.command, at: last.position)
        } else {
            keeper.postpone(report.duty.command, until: clock.now() + Self.retryInterval)
        }
    }
}
